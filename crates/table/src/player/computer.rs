//! A computer player in a match: it looks at the position, and submits a move's text like any other player.

use std::ops::ControlFlow;
use std::sync::Arc;

use numberline_rules::{Seat, Turn};
use numberline_solver::{Fraction, Progress, SolveError};

use crate::{AnyGame, AnyMatch, AnyOracle, Dice, Known, OracleCache, Outcome, Player, Scope, Sight, Skill};

/// A computer player before one decision.
pub struct Computer {
    player: Player,
    game: &'static dyn AnyGame,
    cache: Arc<OracleCache>,
    dice: Dice,
}

/// A move that the computer makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move.
    pub text: String,
    /// Where the player falls short of its name: why, and what it does instead.
    pub note: Option<String>,
}

impl Player {
    /// Where the player would fall short of its name from here on, in a sentence: the position is too large for it to think.
    /// To be asked before a match begins.
    #[must_use]
    pub fn shortfall(
        &self,
        game: &'static dyn AnyGame,
        at: &dyn AnyMatch,
        cache: &OracleCache,
        progress: &dyn Progress,
    ) -> Option<String> {
        let Self::Computer(_) = self else { return None };
        // Once positions are being solved, their number is known, and that is all that is asked here.
        match cache.oracle(game, at, Scope::Position, &UntilKnown(progress)) {
            Ok(_) | Err(SolveError::Stopped) => None,
            Err(refusal) => Some(format!("{} {}.", self.title(), beyond(&refusal))),
        }
    }

    /// What is said instead where finding that out took too long itself.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        let Self::Computer(_) = self else { return None };
        Some(format!("{} may be unable to solve this, {MEANWHILE}.", self.title()))
    }
}

/// Stops a computation as soon as it is known how large it is.
struct UntilKnown<'a>(&'a dyn Progress);

impl Progress for UntilKnown<'_> {
    fn step(&self, done: u64, total: u64) -> ControlFlow<()> {
        if done > 0 { ControlFlow::Break(()) } else { self.0.step(done, total) }
    }
}

/// What a player by skill does where nothing can be solved.
fn beyond(refusal: &SolveError) -> String {
    format!("cannot solve this ({refusal}), {MEANWHILE}")
}

const MEANWHILE: &str = "and plays random legal moves until it can";

impl Computer {
    /// A player of a game with the dice of its next decision. The same dice make the same choice.
    #[must_use]
    pub fn new(player: Player, game: &'static dyn AnyGame, cache: &Arc<OracleCache>, dice: Dice) -> Self {
        Self { player, game, cache: Arc::clone(cache), dice }
    }

    /// Chooses a move; `None` if the seat does not act, or if it is told to stop while it thinks. It cannot know what the
    /// other seat has chosen in secret.
    pub fn choose(&mut self, game: &dyn AnyMatch, seat: Seat, progress: &dyn Progress) -> Option<Chosen> {
        let (text, note) = match self.player {
            Player::Computer(skill) => self.by_skill(skill, game, seat, progress)?,
            Player::Named(named) => {
                let played = named.rule(game.info().slug).and_then(|rule| rule.choose(game, seat));
                let far = format!("looks only at the first {} moves of a line this long", Known::MOST);
                (played.clone().map(|(text, _)| text), played.filter(|(_, more)| *more).map(|_| far))
            }
        };
        let text = text.or_else(|| self.any_move(game, seat))?;
        Some(Chosen { text, note: note.map(|note| format!("{} {note}.", self.title())) })
    }

    /// Whether the player accepts a draw: exactly if its position is not better. If it cannot tell, it declines.
    pub fn accepts_draw(&self, game: &dyn AnyMatch, seat: Seat, progress: &dyn Progress) -> bool {
        let Ok(known) = self.ask(game, progress, |oracle| oracle.analyse(game)) else { return false };
        match (game.turn(), known.verdict) {
            (Turn::Of(mover), Some(verdict)) => {
                let own = if mover == seat { verdict.outcome } else { verdict.outcome.for_the_other() };
                own != Outcome::Win
            }
            _ => {
                let half = Fraction::new(1, 2).unwrap_or_default();
                known.chance_of(seat).is_some_and(|own| own <= half)
            }
        }
    }

    /// The move, if it has found one, and where it falls short of its name; `None` if it was told to stop.
    fn by_skill(
        &mut self,
        skill: Skill,
        game: &dyn AnyMatch,
        seat: Seat,
        progress: &dyn Progress,
    ) -> Option<(Option<String>, Option<String>)> {
        let sight = match self.ask(game, progress, |oracle| oracle.look(game)) {
            Ok(sight) => sight,
            Err(SolveError::Stopped) => return None,
            Err(refusal) => return Some((None, Some(beyond(&refusal)))),
        };
        let place = match &sight {
            Sight::Over => None,
            Sight::One(seen) => skill.choose(seen, &mut self.dice),
            Sight::Both { weights, .. } => skill.choose_from_mix(seat.of::<Vec<_>>(weights), &mut self.dice),
            Sight::Best(best) if best.verdict.outcome == Outcome::Win => {
                return Some((skill.finds_far_win(&mut self.dice).then(|| best.text.clone()), None));
            }
            Sight::Best(_) => {
                let note =
                    "has too many moves here to find the trickiest, and plays a random one if none wins";
                return Some((None, Some(note.to_owned())));
            }
        };
        let text = place.and_then(|place| game.moves(seat, Known::MOST).into_iter().nth(place));
        Some((text, None))
    }

    fn ask<T>(
        &self,
        game: &dyn AnyMatch,
        progress: &dyn Progress,
        question: impl Fn(&dyn AnyOracle) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        question(&*self.cache.oracle(self.game, game, Scope::Position, progress)?)
    }

    /// What the player is called.
    #[must_use]
    pub fn title(&self) -> String {
        self.player.title()
    }

    /// Any move, all equally likely.
    pub fn any_move(&mut self, game: &dyn AnyMatch, seat: Seat) -> Option<String> {
        game.pick(seat, &mut |count| self.dice.below(count))
    }
}
