//! A review with what a page needs besides: the positions, the moves as typed, and the value chart.

use std::collections::HashSet;

use numberline_learn::{Belief, Exercise, Misconception, Trainer, Tried};
use numberline_table::{AnyMatch, Fraction, Name, Point, Record, Review, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{ReviewJson, TurnJson};

/// The object of `numberline review --json`, with what a page needs besides.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedJson {
    /// The same as `numberline review --json`.
    #[serde(flatten)]
    pub review: ReviewJson,
    /// The title of the game.
    pub title: &'static str,
    /// The variant as text: `length=10 misere=no`.
    pub settings: String,
    /// The starting position.
    pub start: String,
    /// The final position.
    pub end: String,
    /// Who would act at the end.
    pub turn: TurnJson,
    /// The finished turns, in the game's notation.
    pub played: Vec<String>,
    /// The value of each position, from the start to the end.
    pub chart: Vec<PointJson>,
    /// The mistakes to retry.
    pub exercises: Vec<ExerciseJson>,
    /// The misconceptions that mistakes show.
    pub misconceptions: Vec<MisconceptionJson>,
}

/// A misconception that a mistake shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MisconceptionJson {
    /// The number of plies before the mistake.
    pub ply: usize,
    /// The seat that made it.
    pub seat: u8,
    /// The computer player that holds the belief.
    pub name: &'static str,
    /// What to say: the belief and, the first time, the line that beats it.
    pub said: Vec<String>,
}

/// The value of a position for Player 1.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointJson {
    /// `win`, `draw` or `lose` for Player 1; none where both act at once, or the value is unknown.
    pub value: Option<&'static str>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// Both in short: `W in 5`.
    pub short: Option<String>,
    /// Player 1's exact chance of winning, where both act at once.
    pub p1_win_probability: Option<String>,
    /// The same as a number, for drawing.
    pub about: Option<f64>,
    /// The same in words: `Ada wins in 5 turns`.
    pub text: String,
    /// Whether the ply that led here was a mistake.
    pub mistake: bool,
}

/// A mistake to retry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ExerciseJson {
    /// The number of plies before it.
    pub ply: usize,
    /// The seat that made the mistake.
    pub seat: u8,
    /// What happened.
    pub what: String,
    /// What to look for.
    pub task: &'static str,
    /// The right moves.
    pub answer: String,
}

/// The result of retrying a mistake.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TriedJson {
    /// Whether the move keeps the value.
    pub right: bool,
    /// The comment on it.
    pub said: String,
}

impl From<Tried> for TriedJson {
    fn from(Tried { right, said }: Tried) -> Self {
        Self { right, said }
    }
}

impl ReviewedJson {
    /// A record with its review; `end` is the match at its end.
    #[must_use]
    pub fn new(record: &Record, review: &Review, end: &dyn AnyMatch) -> Self {
        let names = &record.tags.names;
        let mistakes: HashSet<usize> = review.mistakes().map(|(place, ..)| place + 1).collect();
        let chart = review.chart(end.turn()).into_iter().enumerate();
        let trainer = Trainer::new(record, review);
        Self {
            review: ReviewJson::new(record, review),
            title: record.game().info().title,
            settings: record.settings().to_string(),
            start: end.start(),
            end: end.position(),
            turn: TurnJson(end.turn()),
            played: record.plies().iter().map(ToString::to_string).collect(),
            chart: chart
                .map(|(place, point)| PointJson::new(&point, names, mistakes.contains(&place)))
                .collect(),
            exercises: trainer.exercises().iter().map(ExerciseJson::new).collect(),
            misconceptions: Belief::in_review(record, review)
                .into_iter()
                .map(MisconceptionJson::new)
                .collect(),
        }
    }
}

impl PointJson {
    /// A point of a chart, with these names of the players.
    #[must_use]
    pub fn new(point: &Point, names: &[Name; 2], mistake: bool) -> Self {
        let (verdict, chance) = match point {
            Point::Outcome(verdict) => (Some(verdict), None),
            Point::Chance(chance) => (None, Some(chance)),
            Point::Unknown => (None, None),
        };
        Self {
            value: verdict.map(|verdict| verdict.outcome.word()),
            remoteness: verdict.and_then(|verdict| verdict.remoteness),
            short: verdict.map(Verdict::short),
            p1_win_probability: chance.map(ToString::to_string),
            about: chance.map(Fraction::approximate),
            text: point.sentence(names),
            mistake,
        }
    }
}

impl MisconceptionJson {
    fn new(misconception: Misconception) -> Self {
        let Misconception { ply, seat, named, said } = misconception;
        Self { ply, seat: seat.number(), name: named.name, said }
    }
}

impl ExerciseJson {
    fn new(exercise: &Exercise) -> Self {
        let Exercise { ply, seat, what, task, answer } = exercise.clone();
        Self { ply, seat: seat.number(), what, task, answer }
    }
}
