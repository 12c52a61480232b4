//! Knows what positions and moves are worth.

use std::sync::Arc;

use numberline_rules::{Seat, Turn};
use numberline_solver::{Progress, SolveError};

use crate::{Analysis, AnyGame, AnyMatch, Known, OracleCache, Outcome, Scope, Verdict, Weighing, Worth};

/// Knows what positions and moves of one game are worth, and solves the game when first asked.
#[derive(Clone)]
pub struct Adviser {
    game: &'static dyn AnyGame,
    cache: Arc<OracleCache>,
    scope: Scope,
}

impl Adviser {
    /// An adviser for matches of a game, which solves a match as a whole.
    #[must_use]
    pub fn new(game: &'static dyn AnyGame, cache: &Arc<OracleCache>) -> Self {
        Self { game, cache: Arc::clone(cache), scope: Scope::Match }
    }

    /// The same, but solves only what can still come up.
    #[must_use]
    pub fn looking_ahead(self) -> Self {
        Self { scope: Scope::Position, ..self }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// Everything known about the current position of a match.
    pub fn analyse(&self, at: &dyn AnyMatch, progress: &dyn Progress) -> Result<Analysis, SolveError> {
        self.cache.analyse(self.game, at, self.scope, progress)
    }

    /// What a legal move would change for the seat that makes it.
    pub fn weigh(
        &self,
        at: &dyn AnyMatch,
        seat: Seat,
        text: &str,
        progress: &dyn Progress,
    ) -> Result<Weighing, SolveError> {
        let text = at.spell(text).map_err(|_| SolveError::Unknown)?;
        let analysis = self.analyse(at, progress)?;
        if let Known::Mix(mixes) = &analysis.moves {
            let mix = seat.of(mixes);
            let played = mix.iter().find(|mixed| mixed.text == text).ok_or(SolveError::Unknown)?;
            let keepers = mix.iter().filter(|mixed| mixed.regret.is_zero());
            return Ok(Weighing {
                before: Worth::Chance(&played.chance + &played.regret),
                after: Worth::Chance(played.chance.clone()),
                keepers: keepers.map(|mixed| mixed.text.clone()).collect(),
                why: None,
                text,
            });
        }
        let before = analysis.verdict.ok_or(SolveError::Unknown)?;
        let (after, why) = match &analysis.moves {
            Known::All(moves) => {
                let played = moves.iter().find(|judged| judged.text == text).ok_or(SolveError::Unknown)?;
                (played.verdict, Some(played.why.clone()))
            }
            Known::Best(best) if best.text == text => (best.verdict, Some(best.why.clone())),
            Known::Best(_) | Known::None | Known::Mix(_) => (self.after(at, seat, &text, progress)?, None),
        };
        let keepers = match &analysis.moves {
            Known::All(moves) => {
                let kept = moves.iter().filter(|judged| judged.verdict.outcome == before.outcome);
                kept.map(|judged| judged.text.clone()).collect()
            }
            _ => analysis.moves.best().map(|best| best.text.clone()).into_iter().collect(),
        };
        let [before, after] = [before, after].map(Worth::Outcome);
        Ok(Weighing { text, before, after, keepers, why })
    }

    /// The value of a move, found by making it on a copy.
    fn after(
        &self,
        at: &dyn AnyMatch,
        seat: Seat,
        text: &str,
        progress: &dyn Progress,
    ) -> Result<Verdict, SolveError> {
        let mut copy = at.copy();
        copy.play_turn(text).map_err(|_| SolveError::Unknown)?;
        let next = self.analyse(&*copy, progress)?;
        let won = |winner: Seat| if winner == seat { Outcome::Win } else { Outcome::Lose };
        let outcome = match (next.turn, next.verdict.map(|verdict| verdict.outcome)) {
            (Turn::Over { winner }, _) => won(winner),
            (Turn::Of(mover), Some(Outcome::Win)) => won(mover),
            (Turn::Of(mover), Some(Outcome::Lose)) => won(mover.other()),
            (_, Some(Outcome::Draw)) => Outcome::Draw,
            (Turn::Of(_) | Turn::Both, _) => return Err(SolveError::Unknown),
        };
        let remoteness = match next.turn {
            Turn::Over { .. } => Some(1),
            _ => next.verdict.and_then(|verdict| verdict.remoteness).map(|plies| plies.saturating_add(1)),
        };
        Ok(Verdict { outcome, remoteness })
    }
}
