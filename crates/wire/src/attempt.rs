//! An answered question, as it is kept outside the program and sent back.

use numberline_learn::{Attempt, AttemptKind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An answered question. A learner's progress follows from the list of these.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AttemptJson {
    /// The day, counted from 1 January 1970.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub day: i64,
    /// `lesson`, `puzzle`, `daily`, `drill`, `prediction`, `game` or `offer`.
    pub kind: String,
    /// The slug of the game.
    pub game: String,
    /// The idea or theme that decides it.
    pub idea: String,
    /// The lesson or puzzle.
    #[serde(default)]
    pub subject: String,
    /// From 0, wrong, to 1, right at once.
    #[schema(minimum = 0, maximum = 1)]
    pub score: f64,
    /// The grade of a puzzle; 0 for other questions.
    #[serde(default)]
    pub grade: u16,
}

/// Why an answer is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AttemptError {
    /// There is no such kind.
    #[error("'{0}' is no kind of answer; there are lesson, puzzle, daily, drill, prediction, game and offer")]
    Kind(String),
    /// The score is out of range.
    #[error("a score is from 0 to 1")]
    Score,
    /// The day is out of range.
    #[error("a day is from 0 to 1000000, counted from 1 January 1970")]
    Day,
    /// A word is too long.
    #[error("an idea or subject has at most {} bytes", AttemptJson::LONGEST)]
    Long,
}

impl AttemptJson {
    /// The longest text in it, in bytes.
    pub const LONGEST: usize = 500;

    /// The answer, if it can be one.
    pub fn read(self) -> Result<Attempt, AttemptError> {
        let Self { day, kind, game, idea, subject, score, grade } = self;
        if [&kind, &game, &idea, &subject].into_iter().any(|text| text.len() > Self::LONGEST) {
            return Err(AttemptError::Long);
        }
        let kind = AttemptKind::find(&kind).ok_or(AttemptError::Kind(kind))?;
        if !(0.0..=1.0).contains(&score) {
            return Err(AttemptError::Score);
        }
        if !(0..=1_000_000).contains(&day) {
            return Err(AttemptError::Day);
        }
        Ok(Attempt { day, kind, game, idea, subject, score, grade })
    }
}

impl From<Attempt> for AttemptJson {
    fn from(Attempt { day, kind, game, idea, subject, score, grade }: Attempt) -> Self {
        Self { day, kind: kind.name().to_owned(), game, idea, subject, score, grade }
    }
}
