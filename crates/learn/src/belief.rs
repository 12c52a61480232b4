//! Misconceptions in what was played: which of the players that follow a belief would have made the same mistake, and how
//! that belief is beaten.

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Named, Player, Record, Review, Weighing};

/// A belief that explains a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Belief {
    /// The player that holds it.
    pub named: &'static Named,
}

/// A misconception that a mistake of a match shows.
#[derive(Clone, Debug)]
pub struct Misconception {
    /// After how many plies of the match the mistake was made.
    pub ply: usize,
    /// By whom.
    pub seat: Seat,
    /// The player that holds the belief.
    pub named: &'static Named,
    /// What to say about it: the belief, and the first time the line that beats it.
    pub said: Vec<String>,
}

impl Belief {
    const LONGEST_LINE: u64 = 100;
    const MOST_PLIES: usize = 200;

    /// The beliefs by which this mistake would have been made. A move that gives nothing away shows none.
    #[must_use]
    pub fn behind(at: &dyn AnyMatch, seat: Seat, weighing: &Weighing) -> Vec<Self> {
        if weighing.mistake().is_none() { Vec::new() } else { Self::of(at, seat, &weighing.text) }
    }

    /// The misconceptions that the mistakes of a match show. If several explain a mistake, the one that explains most of what
    /// the seat has played. How a belief is beaten is said once.
    #[must_use]
    pub fn in_review(record: &Record, review: &Review) -> Vec<Misconception> {
        // What people believe, they believe about lines that they can see. A search on others would take far too long.
        let is_short = |at: Box<dyn AnyMatch>| at.extent().len() <= Self::LONGEST_LINE;
        if review.plies.len() > Self::MOST_PLIES || !record.begin().is_ok_and(is_short) {
            return Vec::new();
        }
        let mut played: Vec<(Seat, &'static str)> = Vec::new();
        let mut explained: Vec<(usize, Seat, Vec<Self>)> = Vec::new();
        for (ply, reviewed) in review.plies.iter().enumerate() {
            let (Ok(moves), Ok(at)) = (&reviewed.moves, record.resumed_at(ply)) else { continue };
            for (seat, weighing) in moves {
                let beliefs = Self::of(&*at, *seat, &weighing.text);
                played.extend(beliefs.iter().map(|belief| (*seat, belief.named.name)));
                if weighing.mistake().is_some() && !beliefs.is_empty() {
                    explained.push((ply, *seat, beliefs));
                }
            }
        }
        let mut beaten: Vec<(Seat, &'static str)> = Vec::new();
        let misconception = |(ply, seat, beliefs): (usize, Seat, Vec<Self>)| {
            let count =
                |name: &str| played.iter().filter(|(whose, other)| *whose == seat && *other == name).count();
            // The first of several that explain as much.
            let belief = beliefs.into_iter().rev().max_by_key(|belief| count(belief.named.name))?;
            let mut said = vec![belief.sentence()];
            let key = (seat, belief.named.name);
            if !beaten.contains(&key) {
                beaten.push(key);
                let at = record.resumed_at(ply).ok()?;
                said.extend(belief.refutation(record.game(), &*at, seat));
            }
            Some(Misconception { ply, seat, named: belief.named, said })
        };
        explained.into_iter().filter_map(misconception).collect()
    }

    /// The beliefs that demand a move, whatever it is worth.
    #[must_use]
    pub fn of(at: &dyn AnyMatch, seat: Seat, text: &str) -> Vec<Self> {
        let slug = at.info().slug;
        // A player whose belief has no opinion plays anything, which shows no belief.
        let demands = |named: &Named| named.rule(slug)?.demand(at, seat);
        let all = Player::all_of(slug).into_iter();
        all.filter_map(|player| match player {
            Player::Named(named) if demands(named).as_deref() == Some(text) => Some(Self { named }),
            Player::Named(_) | Player::Computer(_) => None,
        })
        .collect()
    }

    /// What the coach says before a move, in sentences: its warning, the misconception behind the mistake, and the line that
    /// beats it. Nothing if the move is no mistake.
    #[must_use]
    pub fn warning(game: &dyn AnyGame, at: &dyn AnyMatch, seat: Seat, weighing: &Weighing) -> Vec<String> {
        let Some(mistake) = weighing.mistake() else { return Vec::new() };
        let mut said = vec![mistake.warning()];
        if let Some(belief) = Self::of(at, seat, &weighing.text).first() {
            said.push(belief.sentence());
            said.extend(belief.refutation(game, at, seat));
        }
        said
    }

    /// `This is what Mirror believes: "…"`
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("This is what {} believes: \"{}\"", self.named.title, self.named.belief)
    }

    /// The shortest line of play that beats the belief in this seat from here, as a sentence; `None` if none was found, or if
    /// the line is long.
    #[must_use]
    pub fn refutation(&self, game: &dyn AnyGame, at: &dyn AnyMatch, seat: Seat) -> Option<String> {
        /// On longer lines the search would keep the player waiting, and its line would be too long to learn from.
        const LONGEST_LINE: u64 = 21;
        if at.extent().len() > LONGEST_LINE {
            return None;
        }
        let plies = self.named.rule(game.info().slug)?.refute(at, seat)?;
        let line: Vec<String> = plies.iter().map(ToString::to_string).collect();
        Some(format!("This line beats it: {}.", line.join("; ")))
    }
}
