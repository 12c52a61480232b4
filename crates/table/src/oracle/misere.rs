//! Duel and blockade where the last move loses: nimbers do not help, so everything is searched.

use numberline_rules::{Choices, Seat, Turn};
use numberline_solver::{LONGEST_SUM_LARGE, Octal, Oracle, Progress, Rated, SolveError, Sums};

use super::sums::{best_first, look};
use super::{Knows, Prospect, chance, for_mover, over, worth};
use crate::certificate::by_runs;
use crate::{
    Analysis, Certificate, CertificateError, Continuation, FreeRuns, Judged, Known, MisereReason, Then,
    Verdict,
};

/// The last move loses.
pub(super) struct Misere<G: Octal> {
    sums: Sums<G>,
    /// How many moves a run of each length takes, where that is the same whatever is played.
    fixed: Vec<Option<u64>>,
}

impl<G: Octal> Misere<G> {
    pub(super) fn new(sums: Sums<G>) -> Self {
        let mut fixed = vec![Some(0)];
        for run in 1..=LONGEST_SUM_LARGE {
            let parts = G::TAKES
                .iter()
                .flat_map(|take| (0..take.ways(run)).map(move |offset| take.leaves(run, offset)))
                .map(|(left, right)| Some(moves_of(&fixed, left)? + moves_of(&fixed, right)? + 1));
            let mut parts = parts.peekable();
            let first = parts.peek().copied().flatten();
            let moves = if parts.all(|moves| moves == first) { first } else { None };
            fixed.push(moves);
        }
        Self { sums, fixed }
    }

    /// How many moves are left, where that is the same whatever is played. Runs do not touch each other, so it is exactly
    /// where it is of each of them.
    fn fixed(&self, position: &G) -> Option<u64> {
        position.runs().map(|run| moves_of(&self.fixed, run)).sum()
    }

    fn best(&self, position: &G) -> Option<Rated<G::Move>> {
        self.sums.ranked(position).into_iter().next()
    }

    /// How it continues for a seat that has a move.
    fn course(&self, position: &G, mover: Seat) -> Option<Continuation> {
        if let Some(moves) = self.fixed(position) {
            return Some(Continuation::Fixed { moves });
        }
        let Rated { chosen: first, value, .. } = self.best(position)?;
        let next = position.after(&Choices::Of(mover, first));
        let (best, leaves) = (first.to_string(), runs(&next));
        if value.is_win() {
            if let Some(moves) = self.fixed(&next) {
                return Some(Continuation::Won { best, leaves, then: Then::Fixed { moves } });
            }
            let defence = self.best(&next)?.chosen;
            let last = next.after(&Choices::Of(mover.other(), defence));
            let answer = self.best(&last)?.chosen.to_string();
            return Some(Continuation::Won {
                best,
                leaves,
                then: Then::Holds { defence: defence.to_string(), answer },
            });
        }
        let answer = self.best(&next)?.chosen;
        let last = next.after(&Choices::Of(mover.other(), answer));
        Some(Continuation::Lost { defence: best, answer: answer.to_string(), leaves: runs(&last) })
    }

    fn judge(&self, position: &G, mover: Seat, chosen: G::Move) -> Option<Judged> {
        let next = position.after(&Choices::Of(mover, chosen));
        let value = self.sums.move_value(position, chosen)?;
        let why = if next.turn().winner().is_some() {
            MisereReason::Last
        } else {
            MisereReason::Leaves { runs: runs(&next), course: self.course(&next, mover.other())? }
        };
        Some(Judged { text: chosen.to_string(), verdict: value.into(), nimber: None, why: why.into() })
    }
}

impl<G: Octal> Knows<G> for Misere<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, SolveError> {
        let turn = position.turn();
        let Turn::Of(mover) = turn else { return Ok(over(turn)) };
        let verdict = Verdict::from(self.sums.value(position).ok_or(SolveError::Unknown)?);
        let judged = position.moves(mover).filter_map(|chosen| self.judge(position, mover, chosen));
        let moves = Known::All(best_first(judged.collect()));
        let course = self.course(position, mover).ok_or(SolveError::Unknown)?;
        Ok(Analysis {
            turn,
            verdict: Some(verdict),
            nimber: None,
            chance: chance(mover, verdict),
            why: MisereReason::Faces { runs: runs(position), course }.into(),
            looks: for_mover(mover, look(position, mover, &moves)),
            moves,
        })
    }

    fn positions(&self) -> Option<u64> {
        Some(self.sums.len() as u64)
    }

    fn certificate(&self, start: &G, progress: &dyn Progress) -> Result<Certificate, CertificateError> {
        by_runs(&self.sums, start, progress)
    }

    fn worth(&self, position: &G) -> Result<Prospect, SolveError> {
        worth(&self.sums, position)
    }
}

fn moves_of(fixed: &[Option<u64>], run: u64) -> Option<u64> {
    fixed.get(usize::try_from(run).ok()?).copied().flatten()
}

fn runs<G: Octal>(position: &G) -> FreeRuns {
    FreeRuns(position.runs().collect())
}
