//! The reply to an answer, in a lesson, to a puzzle or to a prediction.

use numberline_learn::Reply;
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
}

impl ReplyJson {
    /// The reply of a teacher, with the turns that are on the board now.
    #[must_use]
    pub fn new(reply: Reply, turns: Vec<String>) -> Self {
        let Reply { right, said, done, punished, score, .. } = reply;
        Self { right, done, said, score, punished, turns, attempt: None, share: None }
    }
}
