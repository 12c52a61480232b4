//! Duel and blockade: the runs, their nimbers, and the one reply that punishes.

use numberline_rules::{Choices, Seat, Turn};
use numberline_solver::{Grundy, Octal, Oracle, Progress, SolveError, Sums, Value};

use super::{Knows, Method, Prospect, chance, for_mover, over, worth};
use crate::certificate::{by_nimbers, by_runs};
use crate::{
    Analysis, Certificate, CertificateError, Judged, Known, Look, Outcome, Runs, SumReason, Verdict,
};

/// Sums of runs: nimbers at any length, distances and misère play by search as far as that goes.
pub struct BySums;

impl<G: Octal> Method<G> for BySums {
    fn solve(position: &G, progress: &dyn Progress) -> Result<Box<dyn Knows<G>>, SolveError> {
        let searched = Sums::solve(position, progress);
        match searched {
            Ok(sums) if position.is_misere() => Ok(Box::new(Misere { sums })),
            Err(SolveError::Stopped) => Err(SolveError::Stopped),
            Err(refusal) if position.is_misere() => Err(refusal),
            // Without the search there are no distances, but the nimbers are as good as ever.
            searched => Ok(Box::new(Normal { grundy: Grundy::new()?, sums: searched.ok() })),
        }
    }

    fn estimate(position: &G) -> Option<u64> {
        Some(Sums::<G>::estimate(position))
    }
}

/// The last move wins.
struct Normal<G: Octal> {
    grundy: Grundy<G>,
    sums: Option<Sums<G>>,
}

impl<G: Octal> Normal<G> {
    /// The runs with their nimbers, as far as they are listed.
    fn heaps(&self, position: &G) -> (Runs, Vec<u64>) {
        let runs = Runs::of(position.runs());
        let nimbers = match &runs {
            Runs::Listed(runs) => runs.iter().map(|run| self.grundy.sequence().nimber(*run)).collect(),
            Runs::Counted(_) => Vec::new(),
        };
        (runs, nimbers)
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
            SumReason::Last { wins: true }
        } else {
            let (runs, nimbers) = self.heaps(&next);
            let reply = self.grundy.winning_moves(&next).next().map(|reply| reply.to_string());
            SumReason::Leaves { runs, nimbers, sum, reply }
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
        let (runs, nimbers) = self.heaps(position);
        let sum = self.grundy.nimber(position);
        Ok(Analysis {
            turn,
            verdict: Some(verdict),
            nimber: Some(sum),
            chance: chance(mover, verdict),
            why: SumReason::Faces { runs, nimbers, sum }.into(),
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

/// The last move loses.
struct Misere<G: Octal> {
    sums: Sums<G>,
}

impl<G: Octal> Misere<G> {
    fn judge(&self, position: &G, mover: Seat, chosen: G::Move) -> Option<Judged> {
        let next = position.after(&Choices::Of(mover, chosen));
        let value = self.sums.move_value(position, chosen)?;
        let why = if next.turn().winner().is_some() {
            SumReason::Last { wins: false }
        } else {
            let best = || self.sums.ranked(&next).first().map(|rated| rated.chosen.to_string());
            let reply = if value.is_win() { None } else { best() };
            SumReason::LeavesMisere { runs: Runs::of(next.runs()), reply }
        };
        Some(Judged { text: chosen.to_string(), verdict: value.into(), nimber: None, why: why.into() })
    }
}

impl<G: Octal> Knows<G> for Misere<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, SolveError> {
        let turn = position.turn();
        let Turn::Of(mover) = turn else { return Ok(over(turn)) };
        let verdict = Verdict::from(self.sums.value(position).ok_or(SolveError::Unknown)?);
        let judged: Vec<Judged> =
            position.moves(mover).filter_map(|chosen| self.judge(position, mover, chosen)).collect();
        let winning = judged.iter().filter(|judged| judged.verdict.outcome == Outcome::Win).count();
        let runs = Runs::of(position.runs());
        let why = SumReason::FacesMisere { runs, winning, moves: judged.len() };
        let moves = Known::All(best_first(judged));
        Ok(Analysis {
            turn,
            verdict: Some(verdict),
            nimber: None,
            chance: chance(mover, verdict),
            why: why.into(),
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

/// The run that the best move lies in. A lost position without distances has no best move.
fn look<G: Octal>(position: &G, mover: Seat, moves: &Known) -> Option<Look> {
    let best = moves.best()?;
    if best.verdict.outcome == Outcome::Lose && best.verdict.remoteness.is_none() {
        return None;
    }
    let choices = Choices::Of(mover, best.text.parse().ok()?);
    let after = position.after(&choices);
    // What lies to the left of a move stays as it is, so the first run that differs is the one it is made in.
    let mut kept = after.free_runs();
    let run = position.free_runs().find(|run| kept.next() != Some(*run))?;
    let parts = (after.runs().count() + 1).saturating_sub(position.runs().count());
    Some(Look::Run { run, parts })
}

/// Wins before losses, early wins and late losses first; what is equal keeps its order.
fn best_first(mut judged: Vec<Judged>) -> Vec<Judged> {
    judged.sort_by_key(|judged| {
        let distance = i64::from(judged.verdict.remoteness.unwrap_or(0));
        let distance = if judged.verdict.outcome == Outcome::Win { -distance } else { distance };
        std::cmp::Reverse((judged.verdict.outcome, distance))
    });
    judged
}
