//! Misconceptions in what was played: which of the players that follow a belief would have made the same mistake, and how
//! that belief is beaten.

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Named, Player, Weighing};

/// A belief that explains a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Belief {
    /// The player that holds it.
    pub named: &'static Named,
}

impl Belief {
    /// The beliefs by which this mistake would have been made. A move that gives nothing away shows none.
    #[must_use]
    pub fn behind(at: &dyn AnyMatch, seat: Seat, weighing: &Weighing) -> Vec<Self> {
        if weighing.mistake().is_none() { Vec::new() } else { Self::of(at, seat, &weighing.text) }
    }

    /// The beliefs by which a move would be played, whatever it is worth.
    #[must_use]
    pub fn of(at: &dyn AnyMatch, seat: Seat, text: &str) -> Vec<Self> {
        let slug = at.info().slug;
        let plays = |named: &Named| {
            let rule = named.rule(slug)?;
            rule.choose(at, seat).map(|(chosen, _)| chosen)
        };
        let all = Player::all_of(slug).into_iter();
        all.filter_map(|player| match player {
            Player::Named(named) if plays(named).as_deref() == Some(text) => Some(Self { named }),
            Player::Named(_) | Player::Computer(_) => None,
        })
        .collect()
    }

    /// `This is what Mirror believes: "…"`
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("This is what {} believes: \"{}\"", self.named.title, self.named.belief)
    }

    /// The shortest line of play that beats the belief in this seat from here, as a sentence; `None` if none was found.
    #[must_use]
    pub fn refutation(&self, game: &dyn AnyGame, at: &dyn AnyMatch, seat: Seat) -> Option<String> {
        let plies = self.named.rule(game.info().slug)?.refute(at, seat)?;
        let line: Vec<String> = plies.iter().map(ToString::to_string).collect();
        Some(format!("This line beats it: {}.", line.join("; ")))
    }
}
