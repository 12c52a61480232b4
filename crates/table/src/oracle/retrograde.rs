//! Any game in which one seat moves at a time, by retrograde analysis: slower than a special method, but always available.

use numberline_rules::{Seat, Sequential, Turn};
use numberline_solver::{MOST_POSITIONS, Oracle, Progress, Rated, Retrograde, SolveError, Value};

use super::{Knows, Method, Prospect, Reasons, analyse, worth};
use crate::certificate::by_positions;
use crate::{Analysis, Certificate, CertificateError, ForcedReason, Reason};

/// Any sequential game by retrograde analysis. A game in which both seats act at once has no such method:
///
/// ```compile_fail
/// use numberline_rules::Cards;
/// use numberline_table::{ByRetrograde, game};
/// game::<Cards, ByRetrograde>();
/// ```
pub struct ByRetrograde;

impl<G: Sequential> Method<G> for ByRetrograde {
    fn solve(position: &G, progress: &dyn Progress) -> Result<Box<dyn Knows<G>>, SolveError> {
        Ok(Box::new(Retrograde::solve(position, MOST_POSITIONS, progress)?))
    }
}

impl<G: Sequential> Knows<G> for Retrograde<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, SolveError> {
        analyse(self, position)
    }

    fn positions(&self) -> Option<u64> {
        Some(self.len() as u64)
    }

    fn certificate(&self, start: &G, progress: &dyn Progress) -> Result<Certificate, CertificateError> {
        by_positions(self, start, progress)
    }

    fn worth(&self, position: &G) -> Result<Prospect, SolveError> {
        worth(self, position)
    }
}

impl<G: Sequential> Reasons<G> for Retrograde<G> {
    fn position(&self, position: &G, mover: Seat, best: &Rated<G::Move>) -> Reason {
        let chosen = best.chosen.to_string();
        let reason = match best.value {
            Value::Win(plies) => ForcedReason::Won { best: chosen, plies },
            Value::Lose(plies) => ForcedReason::Lost { moves: position.moves(mover).count(), plies },
            Value::Draw => ForcedReason::Endless { best: chosen },
        };
        reason.into()
    }

    fn of_move(&self, _: &G, mover: Seat, rated: &Rated<G::Move>, next: &G) -> Reason {
        let best = || self.ranked(next).first().map(|best| best.chosen.to_string()).unwrap_or_default();
        let reason = match (next.turn(), rated.value) {
            (Turn::Over { winner }, _) => ForcedReason::Ends { wins: winner == mover },
            (Turn::Of(seat), _) if seat == mover => ForcedReason::Passes { best: best() },
            (_, Value::Win(_)) => ForcedReason::Wins { replies: next.moves(mover.other()).count() },
            (_, Value::Lose(_)) => ForcedReason::Loses { reply: best() },
            (_, Value::Draw) => ForcedReason::GoesOn { reply: best() },
        };
        reason.into()
    }
}
