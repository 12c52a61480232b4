//! The reply to an answer, in a lesson, to a puzzle or to a prediction.

use std::time::Duration;

use numberline_learn::{PuzzleRun, Reply};
use serde::Serialize;
use utoipa::ToSchema;

use crate::AttemptJson;

/// The reply to an answer.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReplyJson {
    /// Whether the answer is right.
    pub right: bool,
    /// Whether the question is done with.
    pub done: bool,
    /// What to say, in paragraphs.
    pub said: Vec<String>,
    /// How good the answer is, from 0 to 1.
    pub score: f64,
    /// The turns that show why a move is wrong: the move, and the reply that punishes it.
    pub punished: Vec<String>,
    /// The turns played on the board of the question, so far.
    pub turns: Vec<String>,
    /// What is kept of it; none while there is nothing to keep.
    pub attempt: Option<AttemptJson>,
    /// The result as a text to share, for the puzzle of a day.
    pub share: Option<String>,
    /// How the run of puzzles goes that it belongs to, if it is one of a run and done.
    pub run: Option<RunJson>,
}

/// How a run of puzzles goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RunJson {
    /// Puzzles that were answered or given up.
    pub tried: u32,
    /// Those solved on the first try without a hint.
    pub solved: u32,
    /// Whether it is over.
    pub over: bool,
    /// The same in words.
    pub said: String,
}

impl RunJson {
    /// A run after this time.
    #[must_use]
    pub fn new(run: &PuzzleRun, elapsed: Duration) -> Self {
        Self { tried: run.tried, solved: run.solved, over: run.is_over(elapsed), said: run.to_string() }
    }
}

impl ReplyJson {
    /// The reply of a teacher, with the turns that are on the board now.
    #[must_use]
    pub fn new(reply: Reply, turns: Vec<String>) -> Self {
        let Reply { right, said, done, punished, score, .. } = reply;
        Self { right, done, said, score, punished, turns, attempt: None, share: None, run: None }
    }
}
