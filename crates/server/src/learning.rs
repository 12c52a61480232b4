//! What lessons, puzzles and predictions share over HTTP: hints, solutions, and answers that cannot be judged.

use axum::http::StatusCode;
use numberline_learn::{AnswerError, Teacher};
use numberline_wire::{AttemptJson, RunJson};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Unanswered;
use crate::error::Problem;
use crate::pool::{Watch, WorkError};

/// A hint.
#[derive(Serialize, ToSchema)]
pub(crate) struct Clue {
    /// The hint, as a sentence.
    pub(crate) text: String,
}

/// The answers to a question.
#[derive(Serialize, ToSchema)]
pub(crate) struct Solution {
    /// Every right answer, and why it is right.
    pub(crate) text: String,
    /// What is kept of a question that was given up; none in a lesson.
    pub(crate) attempt: Option<AttemptJson>,
    /// How the run of puzzles goes that it belongs to, if it is one of a run.
    pub(crate) run: Option<RunJson>,
}

impl Solution {
    /// What a teacher says and keeps when the learner gives up.
    pub(crate) fn of(teacher: &mut dyn Teacher, watch: &Watch) -> Result<Self, Unanswered> {
        let text = teacher.show(watch).map_err(|error| unanswered(error.into()))?;
        Ok(Self { text, attempt: teacher.learned(today()).pop().map(AttemptJson::from), run: None })
    }
}

/// Why an answer was not judged.
pub(crate) fn unanswered(error: AnswerError) -> Unanswered {
    match error {
        AnswerError::Unreadable(said) => {
            Unanswered::Problem(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "answer", said))
        }
        AnswerError::Unsolved(error) => Unanswered::Work(WorkError::Refused(error)),
    }
}

/// This day, as answers count it.
pub(crate) fn today() -> i64 {
    jiff::Timestamp::now().as_second().div_euclid(86_400)
}
