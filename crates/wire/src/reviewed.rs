//! A review with what a page needs besides: the positions, the moves as they were typed, and the chart of the value.

use numberline_rules::{Seat, Turn};
use numberline_table::{AnyMatch, Fraction, Outcome, Record, Review, ReviewedPly, Weighing, Worth};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{ReviewJson, TurnJson};

/// The object of `numberline review --json`, and what a page needs besides.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedJson {
    /// What `numberline review --json` says.
    #[serde(flatten)]
    pub review: ReviewJson,
    /// The title of the game.
    pub title: &'static str,
    /// The variant as text: `length=10 misere=no`.
    pub settings: String,
    /// Where the match began.
    pub start: String,
    /// Where it ended.
    pub end: String,
    /// Who would act at the end.
    pub turn: TurnJson,
    /// The finished turns as the game writes them.
    pub played: Vec<String>,
    /// The value of each position, from the start to the end.
    pub chart: Vec<PointJson>,
}

/// What a position is worth to Player 1.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointJson {
    /// `win`, `draw` or `lose` for Player 1; none where both act at once, or nobody knows.
    pub value: Option<&'static str>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// Player 1's exact chance of winning, where both act at once or the game is over.
    pub p1_win_probability: Option<String>,
    /// The same as a number for drawing.
    pub about: Option<f64>,
    /// Whether the ply that led here was a mistake.
    pub mistake: bool,
}

impl ReviewedJson {
    /// A record with its review; `end` is the match that has come to its end.
    #[must_use]
    pub fn new(record: &Record, review: &Review, end: &dyn AnyMatch) -> Self {
        let mut chart: Vec<PointJson> = review.plies.iter().map(before).collect();
        let both = review
            .plies
            .last()
            .is_some_and(|ply| ply.choices.get(Seat::One).is_some() && ply.choices.get(Seat::Two).is_some());
        chart.push(at_the_end(end.turn(), both, review.plies.last()));
        for (point, ply) in chart.iter_mut().skip(1).zip(&review.plies) {
            let weighed = ply.moves.as_deref().unwrap_or_default();
            point.mistake = weighed.iter().any(|(_, weighing)| weighing.mistake().is_some());
        }
        Self {
            review: ReviewJson::new(record, review),
            title: record.game().info().title,
            settings: record.settings().to_string(),
            start: end.start(),
            end: end.position(),
            turn: TurnJson(end.turn()),
            played: record.plies().iter().map(ToString::to_string).collect(),
            chart,
        }
    }
}

impl PointJson {
    const UNKNOWN: Self =
        Self { value: None, remoteness: None, p1_win_probability: None, about: None, mistake: false };

    fn outcome(outcome: Outcome, remoteness: Option<u32>) -> Self {
        Self { value: Some(outcome.word()), remoteness, ..Self::UNKNOWN }
    }

    fn chance(chance: &Fraction) -> Self {
        Self {
            p1_win_probability: Some(chance.to_string()),
            about: Some(chance.approximate()),
            ..Self::UNKNOWN
        }
    }

    /// What something is worth to Player 1 that is worth this to a seat.
    fn of(seat: Seat, worth: &Worth) -> Self {
        match (worth, seat) {
            (Worth::Outcome(verdict), Seat::One) => Self::outcome(verdict.outcome, verdict.remoteness),
            (Worth::Outcome(verdict), Seat::Two) => {
                Self::outcome(verdict.outcome.for_the_other(), verdict.remoteness)
            }
            (Worth::Chance(chance), Seat::One) => Self::chance(chance),
            (Worth::Chance(chance), Seat::Two) => Self::chance(&chance.complement()),
        }
    }
}

/// The position before a ply.
fn before(ply: &ReviewedPly) -> PointJson {
    let first = ply.moves.as_ref().ok().and_then(|moves| moves.first());
    first.map_or(PointJson::UNKNOWN, |(seat, weighing)| PointJson::of(*seat, &weighing.before))
}

/// The last position. Where both acted, what they left depends on both of them, and nobody has looked.
fn at_the_end(turn: Turn, both: bool, last: Option<&ReviewedPly>) -> PointJson {
    match (turn, last.map(|ply| ply.moves.as_deref())) {
        (Turn::Over { winner }, _) if both => {
            PointJson::chance(&if winner == Seat::One { Fraction::ONE } else { Fraction::ZERO })
        }
        (Turn::Over { winner: Seat::One }, _) => PointJson::outcome(Outcome::Win, Some(0)),
        (Turn::Over { winner: Seat::Two }, _) => PointJson::outcome(Outcome::Lose, Some(0)),
        (_, Some(Ok([(seat, Weighing { after: Worth::Outcome(verdict), .. })]))) => {
            let left = verdict.remoteness.map(|plies| plies.saturating_sub(1));
            PointJson { remoteness: left, ..PointJson::of(*seat, &Worth::Outcome(*verdict)) }
        }
        _ => PointJson::UNKNOWN,
    }
}
