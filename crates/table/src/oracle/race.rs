//! Siege: the square to hit in the race.

use numberline_rules::{Game, Seat, Siege, Step, Turn};
use numberline_solver::{Effort, Progress, Race, Rated, SolveError};

use super::{Knows, Method, Prospect, Reasons, analyse, worth};
use crate::certificate::by_positions;
use crate::{Analysis, Certificate, CertificateError, RaceReason, Reason, WhereToLook};

/// Siege by its two formulas.
pub(crate) struct ByRace;

impl Method<Siege> for ByRace {
    fn solve(_: &Siege, _: &dyn Progress) -> Result<Box<dyn Knows<Siege>>, SolveError> {
        Ok(Box::new(Race))
    }

    fn estimate(_: &Siege, _: Effort) -> Option<u64> {
        Some(0)
    }
}

impl Knows<Siege> for Race {
    fn analyse(&self, position: &Siege) -> Result<Analysis, SolveError> {
        analyse(self, position)
    }

    fn positions(&self) -> Option<u64> {
        None
    }

    fn certificate(&self, start: &Siege, progress: &dyn Progress) -> Result<Certificate, CertificateError> {
        by_positions(self, start, progress)
    }

    fn worth(&self, position: &Siege) -> Result<Prospect, SolveError> {
        worth(self, position)
    }
}

/// How far the tokens are apart, as long as they have not passed.
fn distance(position: &Siege) -> Option<u16> {
    position.token(Seat::Two).checked_sub(position.token(Seat::One)).filter(|distance| *distance > 0)
}

/// How many moves of its own a seat needs to its base.
fn moves_left(position: &Siege, seat: Seat) -> u16 {
    position.token(seat).abs_diff(position.target(seat)).div_ceil(position.variant().step())
}

impl Reasons<Siege> for Race {
    fn position(&self, position: &Siege, mover: Seat, best: &Rated<Step>) -> Reason {
        let reach = position.variant().step();
        let stride = reach + 1;
        let reason = match distance(position) {
            Some(distance) if distance <= reach => RaceReason::InReach { distance },
            Some(distance) if distance.is_multiple_of(stride) => {
                RaceReason::Trapped { distance, stride, moves: position.moves(mover).count() }
            }
            Some(distance) => RaceReason::CanTrap { distance, step: best.chosen.0, stride },
            None => {
                let [own, opponents] = [mover, mover.other()].map(|seat| moves_left(position, seat));
                RaceReason::Passed { own, opponents }
            }
        };
        reason.into()
    }

    fn of_move(&self, position: &Siege, mover: Seat, _: &Rated<Step>, next: &Siege) -> Reason {
        let reach = position.variant().step();
        let stride = reach + 1;
        let reason = match (next.turn(), distance(next)) {
            (Turn::Over { .. } | Turn::Both, _) if next.token(Seat::One) == next.token(Seat::Two) => {
                RaceReason::Captures
            }
            (Turn::Over { .. } | Turn::Both, _) => RaceReason::Arrives,
            (Turn::Of(_), Some(reply)) if reply <= reach => {
                RaceReason::Exposed { landing: next.token(mover), reply }
            }
            (Turn::Of(opponent), Some(distance)) if distance.is_multiple_of(stride) => {
                RaceReason::Traps { distance, stride, replies: next.moves(opponent).count() }
            }
            (Turn::Of(_), Some(distance)) => {
                RaceReason::LetsTrap { distance, reply: distance % stride, stride }
            }
            (Turn::Of(_), None) => {
                let [own, opponents] = [mover, mover.other()].map(|seat| moves_left(next, seat));
                RaceReason::Runs { passes: distance(position).is_some(), own, opponents }
            }
        };
        reason.into()
    }

    fn look(&self, position: &Siege, _: Seat, ranked: &[Rated<Step>]) -> Option<WhereToLook> {
        let reach = position.variant().step();
        let stride = reach + 1;
        Some(match distance(position) {
            Some(distance) if distance <= reach => WhereToLook::Capture,
            Some(distance) if distance.is_multiple_of(stride) => WhereToLook::NoMultiple { stride },
            Some(distance) => WhereToLook::Distance(distance.saturating_sub(ranked.first()?.chosen.0)),
            None => WhereToLook::Base,
        })
    }
}
