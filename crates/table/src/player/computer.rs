//! A player at work in a match: it looks at the position, and hands over a move's text like everybody else.

use std::sync::Arc;

use numberline_rules::{Seat, Turn};
use numberline_solver::{Fraction, Progress, Refusal};

use crate::{AnyGame, AnyMatch, AnyOracle, Dice, Known, Outcome, Player, Sight, Skill};

/// A computer player in one seat, through all the matches of a session.
pub struct Computer {
    player: Player,
    game: &'static dyn AnyGame,
    dice: Dice,
    solved: Option<Arc<dyn AnyOracle>>,
    /// Whether it has said already that it does not play as well as its name promises.
    has_said: bool,
}

/// A move that the computer makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move.
    pub text: String,
    /// Where the player falls short of its name, why and what it does instead. Said once.
    pub note: Option<String>,
}

impl Computer {
    /// Seats a player. The same seed and seat make the same choices.
    #[must_use]
    pub fn new(player: Player, game: &'static dyn AnyGame, seed: u64, seat: Seat) -> Self {
        let dice = Dice::new(seed, *seat.of(&[1, 2]));
        Self { player, game, dice, solved: None, has_said: false }
    }

    /// The same with a game that was solved before.
    #[must_use]
    pub fn knowing(mut self, solved: Arc<dyn AnyOracle>) -> Self {
        self.solved = Some(solved);
        self
    }

    /// What was solved last, for whoever plays the same game later.
    #[must_use]
    pub fn solved(&self) -> Option<Arc<dyn AnyOracle>> {
        self.solved.clone()
    }

    /// Who plays.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// Chooses a move; none if the seat does not act, or if it is told to stop while it thinks. What the other seat has
    /// chosen in secret it cannot know.
    pub fn choose(&mut self, game: &dyn AnyMatch, seat: Seat, progress: &dyn Progress) -> Option<Chosen> {
        let (text, note) = match self.player {
            Player::Computer(skill) => self.by_skill(skill, game, seat, progress)?,
            Player::Named(named) => {
                let played = named.rule(game.info().slug).and_then(|rule| rule.choose(game, seat));
                let far = format!("looks only at the first {} moves of so long a line", Known::MOST);
                (played.clone().map(|(text, _)| text), played.filter(|(_, more)| *more).map(|_| far))
            }
        };
        let text = text.or_else(|| self.any_move(game, seat))?;
        let note = note.filter(|_| !self.has_said);
        self.has_said |= note.is_some();
        Some(Chosen { text, note: note.map(|note| format!("{} {note}.", self.player.title())) })
    }

    /// Whether the player takes a draw: exactly if it does not stand better. What it cannot tell it declines.
    pub fn accepts_draw(&mut self, game: &dyn AnyMatch, seat: Seat, progress: &dyn Progress) -> bool {
        let Ok(known) = self.ask(game, progress, |oracle| oracle.analyse(game)) else { return false };
        match (game.turn(), known.verdict) {
            (Turn::Of(mover), Some(verdict)) => {
                let own = if mover == seat { verdict.outcome } else { verdict.outcome.for_the_other() };
                own != Outcome::Win
            }
            _ => {
                let half = Fraction::new(1, 2).unwrap_or_default();
                let own = known.chance.map(|one| if seat == Seat::One { one } else { one.complement() });
                own.is_some_and(|own| own <= half)
            }
        }
    }

    /// The move, if it has found one, and where it falls short of its name; none if it was told to stop.
    fn by_skill(
        &mut self,
        skill: Skill,
        game: &dyn AnyMatch,
        seat: Seat,
        progress: &dyn Progress,
    ) -> Option<(Option<String>, Option<String>)> {
        let sight = match self.ask(game, progress, |oracle| oracle.look(game)) {
            Ok(sight) => sight,
            Err(Refusal::Stopped) => return None,
            Err(refusal) => {
                let note = format!("cannot solve this ({refusal}), and plays any allowed move until it can");
                return Some((None, Some(note)));
            }
        };
        let place = match &sight {
            Sight::Over => None,
            Sight::One(seen) => skill.choose(seen, &mut self.dice),
            Sight::Both { weights, .. } => skill.choose_from_mix(seat.of::<Vec<_>>(weights), &mut self.dice),
            Sight::Best(best) if best.verdict.outcome == Outcome::Win => {
                return Some((skill.finds_far_win(&mut self.dice).then(|| best.text.clone()), None));
            }
            Sight::Best(_) => {
                let note = "has too many moves here to find the trickiest, and plays any where none wins";
                return Some((None, Some(note.to_owned())));
            }
        };
        let text = place.and_then(|place| game.moves(seat, Known::MOST).into_iter().nth(place));
        Some((text, None))
    }

    /// Asks the solved game; it is solved anew when the match has come to a position that was not part of it.
    fn ask<T>(
        &mut self,
        game: &dyn AnyMatch,
        progress: &dyn Progress,
        question: impl Fn(&dyn AnyOracle) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if let Some(Ok(answer)) = self.solved.as_deref().map(&question) {
            return Ok(answer);
        }
        question(&**self.solved.insert(self.game.solve(game, progress)?.into()))
    }

    /// Any move, each as likely as the other.
    fn any_move(&mut self, game: &dyn AnyMatch, seat: Seat) -> Option<String> {
        game.pick(seat, &mut |count| self.dice.below(count))
    }
}
