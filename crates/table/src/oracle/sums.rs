//! Duel and blockade: the runs, their nimbers, and the one reply that punishes, in words.

use numberline_rules::{Choices, Seat, Turn};
use numberline_solver::{Grundy, Octal, Oracle, Progress, Refusal, Sums, Value};

use super::{Knows, Method, Worth, chance, over, worth};
use crate::{Analysis, Judged, Known, Outcome, Verdict};

/// Sums of runs: nimbers at any length, distances and misère play by search as far as that goes.
pub struct BySums;

impl<G: Octal> Method<G> for BySums {
    fn solve(position: &G, progress: &dyn Progress) -> Result<Box<dyn Knows<G>>, Refusal> {
        let searched = Sums::solve(position, progress);
        match searched {
            Ok(sums) if position.is_misere() => Ok(Box::new(Misere { sums })),
            Err(Refusal::Stopped) => Err(Refusal::Stopped),
            Err(refusal) if position.is_misere() => Err(refusal),
            // Without the search there are no distances, but the nimbers are as good as ever.
            searched => Ok(Box::new(Normal { grundy: Grundy::new()?, sums: searched.ok() })),
        }
    }
}

/// The last move wins.
struct Normal<G: Octal> {
    grundy: Grundy<G>,
    sums: Option<Sums<G>>,
}

impl<G: Octal> Normal<G> {
    /// `the run of 9 with nimber 4`, or `the runs 4 and 3 with nimbers 1 and 3, nim-sum 2`.
    fn runs(&self, position: &G) -> String {
        const MANY: usize = 12;
        let runs: Vec<u64> = position.runs().collect();
        let nimbers: Vec<u64> = runs.iter().map(|run| self.grundy.sequence().nimber(*run)).collect();
        let sum = self.grundy.nimber(position);
        match (runs.as_slice(), nimbers.as_slice()) {
            ([run], [nimber]) => format!("the run of {run} with nimber {nimber}"),
            (many, _) if many.len() > MANY => format!("{} runs with nim-sum {sum}", many.len()),
            _ => format!("the runs {} with nimbers {}, nim-sum {sum}", list(&runs), list(&nimbers)),
        }
    }

    fn outcome(&self, position: &G) -> Outcome {
        if self.grundy.nimber(position) == 0 { Outcome::Lose } else { Outcome::Win }
    }

    fn judge(&self, position: &G, mover: Seat, chosen: G::Move) -> Judged {
        let next = position.after(&Choices::Of(mover, chosen));
        let nimber = self.grundy.nimber(&next);
        let outcome = if nimber == 0 { Outcome::Win } else { Outcome::Lose };
        let value = self.sums.as_ref().and_then(|sums| sums.move_value(position, chosen));
        let why = match (next.turn().winner(), self.grundy.winning_moves(&next).next()) {
            (Some(_), _) => "It is the last move, which wins.".to_owned(),
            (None, None) => format!("It leaves {}: every reply can be answered.", self.runs(&next)),
            (None, Some(reply)) => format!("It leaves {}; the reply {reply} makes it 0.", self.runs(&next)),
        };
        let remoteness = value.and_then(Value::remoteness);
        Judged {
            text: chosen.to_string(),
            verdict: Verdict { outcome, remoteness },
            nimber: Some(nimber),
            why,
        }
    }
}

impl<G: Octal> Knows<G> for Normal<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, Refusal> {
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
        let runs = self.runs(position);
        let why = match outcome {
            Outcome::Win => format!("You face {runs}: not 0, so there is a move that makes it 0 and wins."),
            Outcome::Lose | Outcome::Draw => {
                format!("You face {runs}: 0, so whatever you do, the opponent can make it 0 again.")
            }
        };
        let nimber = Some(self.grundy.nimber(position));
        Ok(Analysis { turn, verdict: Some(verdict), nimber, chance: chance(mover, verdict), why, moves })
    }

    fn worth(&self, position: &G) -> Result<Worth, Refusal> {
        let value = self.sums.as_ref().and_then(|sums| sums.value(position));
        let by_nimber = || Verdict { outcome: self.outcome(position), remoteness: None };
        Ok(Worth::One(value.map_or_else(by_nimber, Verdict::from)))
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
        let runs = list(&next.runs().collect::<Vec<_>>());
        let reply = || self.sums.ranked(&next).first().map(|rated| rated.chosen.to_string());
        let why = match (next.turn().winner(), value) {
            (Some(_), _) => "It is the last move, which loses here.".to_owned(),
            (None, Value::Win(_)) => format!("It leaves the runs {runs}: every reply loses."),
            (None, _) => {
                format!("It leaves the runs {runs}; the reply {} wins.", reply().unwrap_or_default())
            }
        };
        Some(Judged { text: chosen.to_string(), verdict: value.into(), nimber: None, why })
    }
}

impl<G: Octal> Knows<G> for Misere<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, Refusal> {
        let turn = position.turn();
        let Turn::Of(mover) = turn else { return Ok(over(turn)) };
        let verdict = Verdict::from(self.sums.value(position).ok_or(Refusal::Unknown)?);
        let judged: Vec<Judged> =
            position.moves(mover).filter_map(|chosen| self.judge(position, mover, chosen)).collect();
        let winning = judged.iter().filter(|judged| judged.verdict.outcome == Outcome::Win).count();
        let runs = list(&position.runs().collect::<Vec<_>>());
        let all = judged.len();
        let why = format!(
            "Of the {all} moves that the runs {runs} offer, {winning} leave the last move to the opponent."
        );
        let moves = Known::All(best_first(judged));
        Ok(Analysis {
            turn,
            verdict: Some(verdict),
            nimber: None,
            chance: chance(mover, verdict),
            why,
            moves,
        })
    }

    fn worth(&self, position: &G) -> Result<Worth, Refusal> {
        worth(&self.sums, position)
    }
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

/// `4`, `4 and 3`, `4, 3 and 1`.
fn list(numbers: &[u64]) -> String {
    let Some((last, before)) = numbers.split_last() else { return "none".to_owned() };
    let before: Vec<String> = before.iter().map(u64::to_string).collect();
    if before.is_empty() { last.to_string() } else { format!("{} and {last}", before.join(", ")) }
}
