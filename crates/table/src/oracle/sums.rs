//! Duel and blockade where the last move wins: the runs, their nimbers, and the one reply that punishes.

use numberline_rules::{Choices, Picture, Seat, Turn};
use numberline_solver::{Effort, Grundy, Octal, Oracle, Progress, SolveError, Sums, Value};

use super::misere::Misere;
use super::{Knows, Method, Prospect, by_table, chance, for_mover, over};
use crate::arena::{ByNimbers, Kind, Venue, fits_table};
use crate::certificate::{by_nimbers, by_runs};
use crate::{
    Analysis, AnyRule, Certificate, CertificateError, Heaps, Judged, Known, Outcome, SumReason, Verdict,
    WhereToLook,
};

/// Sums of runs: nimbers at any length, distances and misère play by search as far as that goes.
pub(crate) struct BySums;

impl<G: Octal + Picture> Method<G> for BySums {
    fn solve(position: &G, progress: &dyn Progress) -> Result<Box<dyn Knows<G>>, SolveError> {
        let searched = Sums::solve(position, progress);
        match searched {
            Ok(sums) if position.is_misere() => Ok(Box::new(Misere::new(sums))),
            Err(SolveError::Stopped) => Err(SolveError::Stopped),
            Err(refusal) if position.is_misere() => Err(refusal),
            // Without the search there are no distances, but the nimbers are still exact.
            searched => Ok(Box::new(Normal { grundy: Grundy::new()?, sums: searched.ok() })),
        }
    }

    fn venue(
        position: &G,
        rules: &[&'static dyn AnyRule],
        progress: &dyn Progress,
    ) -> Result<Venue, SolveError> {
        if fits_table(position) {
            return by_table(position, &*Self::solve(position, progress)?, rules, progress);
        }
        Ok(Venue(Kind::Theory(Box::new(ByNimbers::new(position, rules, progress)?))))
    }

    fn estimate(position: &G, effort: Effort) -> Option<u64> {
        Some(Sums::<G>::estimate(position, effort))
    }

    const LARGEST: [u64; 2] = [20_000_000, 110];
}

/// The last move wins.
struct Normal<G: Octal> {
    grundy: Grundy<G>,
    sums: Option<Sums<G>>,
}

impl<G: Octal> Normal<G> {
    fn heaps(&self, position: &G) -> Heaps {
        Heaps::of(position.runs(), |run| self.grundy.sequence().nimber(run))
    }

    /// A reply that makes the sum 0; the one that wins soonest, where distances are known.
    fn reply(&self, next: &G) -> Option<String> {
        let soonest = |sums: &Sums<G>| {
            sums.ranked(next).first().filter(|best| best.value.is_win()).map(|best| best.chosen)
        };
        let reply = match &self.sums {
            Some(sums) => soonest(sums),
            None => self.grundy.winning_moves(next).next(),
        };
        reply.map(|reply| reply.to_string())
    }

    fn outcome(&self, position: &G) -> Outcome {
        if self.grundy.nimber(position) == 0 { Outcome::Lose } else { Outcome::Win }
    }

    fn judge(&self, position: &G, mover: Seat, chosen: G::Move) -> Judged {
        let next = position.after(&Choices::Of(mover, chosen));
        let sum = self.grundy.nimber(&next);
        let outcome = if sum == 0 { Outcome::Win } else { Outcome::Lose };
        let value = self.sums.as_ref().and_then(|sums| sums.move_value(position, chosen));
        let why = if next.turn().winner().is_some() {
            SumReason::Last
        } else {
            SumReason::Leaves { heaps: self.heaps(&next), reply: self.reply(&next) }
        };
        Judged {
            text: chosen.to_string(),
            verdict: Verdict { outcome, remoteness: value.and_then(Value::remoteness) },
            nimber: Some(sum),
            why: why.into(),
        }
    }
}

impl<G: Octal> Knows<G> for Normal<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, SolveError> {
        let turn = position.turn();
        let Turn::Of(mover) = turn else { return Ok(Analysis { nimber: Some(0), ..over(turn) }) };
        let outcome = self.outcome(position);
        let value = self.sums.as_ref().and_then(|sums| sums.value(position));
        let verdict = Verdict { outcome, remoteness: value.and_then(Value::remoteness) };
        let some: Vec<G::Move> = position.moves(mover).take(Known::MOST + 1).collect();
        let moves = if some.len() > Known::MOST {
            let best = self.grundy.winning_moves(position).next().or(some.first().copied());
            best.map_or(Known::None, |best| Known::Best(Box::new(self.judge(position, mover, best))))
        } else {
            let judged = some.into_iter().map(|chosen| self.judge(position, mover, chosen));
            Known::All(best_first(judged.collect()))
        };
        Ok(Analysis {
            turn,
            verdict: Some(verdict),
            nimber: Some(self.grundy.nimber(position)),
            chance: chance(mover, verdict),
            why: SumReason::Faces { heaps: self.heaps(position) }.into(),
            looks: for_mover(mover, look(position, mover, &moves)),
            moves,
        })
    }

    fn positions(&self) -> Option<u64> {
        self.sums.as_ref().map(|sums| sums.len() as u64)
    }

    fn certificate(&self, start: &G, progress: &dyn Progress) -> Result<Certificate, CertificateError> {
        // Positions prove distances as well; where they are too many, nimbers prove who wins.
        match self.sums.as_ref().map(|sums| by_runs(sums, start, progress)) {
            None
            | Some(Err(
                CertificateError::TooManyPositions
                | CertificateError::TooManyPlies
                | CertificateError::TooLarge,
            )) => by_nimbers(&self.grundy, start),
            Some(certificate) => certificate,
        }
    }

    fn worth(&self, position: &G) -> Result<Prospect, SolveError> {
        let value = self.sums.as_ref().and_then(|sums| sums.value(position));
        let by_nimber = || Verdict { outcome: self.outcome(position), remoteness: None };
        Ok(Prospect::One(value.map_or_else(by_nimber, Verdict::from)))
    }
}

/// The run that the best move lies in. A lost position without distances has no best move.
pub(super) fn look<G: Octal>(position: &G, mover: Seat, moves: &Known) -> Option<WhereToLook> {
    let best = moves.best()?;
    if best.verdict.outcome == Outcome::Lose && best.verdict.remoteness.is_none() {
        return None;
    }
    let choices = Choices::Of(mover, best.text.parse().ok()?);
    let after = position.after(&choices);
    // What is left of a move does not change, so the first run that differs is the one it is made in.
    let mut kept = after.free_runs();
    let run = position.free_runs().find(|run| kept.next() != Some(*run))?;
    let parts = (after.runs().count() + 1).saturating_sub(position.runs().count());
    Some(WhereToLook::Run { run, parts })
}

/// Wins before losses, early wins and late losses first; equal moves keep their order.
pub(super) fn best_first(mut judged: Vec<Judged>) -> Vec<Judged> {
    judged.sort_by_key(|judged| {
        let distance = i64::from(judged.verdict.remoteness.unwrap_or(0));
        let distance = if judged.verdict.outcome == Outcome::Win { -distance } else { distance };
        std::cmp::Reverse((judged.verdict.outcome, distance))
    });
    judged
}
