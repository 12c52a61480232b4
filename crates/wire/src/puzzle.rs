//! A puzzle: an element of `numberline puzzle --json`.

use std::sync::Arc;

use numberline_learn::{Daily, Puzzle};
use numberline_table::{OracleCache, SolveError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{AskedJson, StandJson, VariantJson};

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleJson {
    /// The same name always means the same puzzle.
    pub id: String,
    /// The slug of the game.
    pub game: &'static str,
    /// The variant.
    pub variant: VariantJson,
    /// The position as text.
    pub position: String,
    /// The seat whose move or card is asked for.
    pub turn: u8,
    /// `move` or `card`.
    pub ask: &'static str,
    /// What decides it.
    pub theme: &'static str,
    /// The rating of a player who solves it half of the time.
    pub grade: u16,
    /// The one right answer, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<String>>,
    /// Why it is right, as one true sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl PuzzleJson {
    /// A puzzle without its answer.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            id: puzzle.id.clone(),
            game: puzzle.game.info().slug,
            variant: VariantJson(puzzle.settings.clone()),
            position: puzzle.position.clone(),
            turn: puzzle.seat.number(),
            ask: puzzle.ask(),
            theme: puzzle.theme.name(),
            grade: puzzle.grade,
            answers: None,
            why: None,
        }
    }

    /// A puzzle with its answer.
    pub fn with_answers(puzzle: &Puzzle, cache: &Arc<OracleCache>) -> Result<Self, SolveError> {
        let question = puzzle.question(cache).ok_or(SolveError::Unknown)?;
        let (answers, why) = (Some(question.answers(&())?), Some(question.why(&())?));
        Ok(Self { answers, why, ..Self::new(puzzle) })
    }
}

/// A puzzle that is asked, with its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct AskedPuzzleJson {
    /// The same as `numberline puzzle --json`.
    #[serde(flatten)]
    pub puzzle: PuzzleJson,
    /// The board.
    pub board: StandJson,
    /// The question.
    pub asked: AskedJson,
}

impl AskedPuzzleJson {
    /// A puzzle without its answer; none if its board cannot be set up.
    #[must_use]
    pub fn new(puzzle: &Puzzle, cache: &Arc<OracleCache>) -> Option<Self> {
        let question = puzzle.question(cache)?;
        let board = StandJson::new(question.at());
        let asked = AskedJson::new(&question, question.text());
        Some(Self { puzzle: PuzzleJson::new(puzzle), board, asked })
    }
}

/// The puzzle of a day, with its board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct DailyJson {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: AskedPuzzleJson,
    /// `The puzzle of 2026-11-18`
    pub title: String,
    /// What the learner should know about what an answer counts as.
    pub note: Option<String>,
}

impl DailyJson {
    /// The puzzle of today for a learner who has answered it already, or not; none if its board cannot be set up.
    #[must_use]
    pub fn new(daily: &Daily, answered: bool, cache: &Arc<OracleCache>) -> Option<Self> {
        let puzzle = AskedPuzzleJson::new(&daily.puzzle, cache)?;
        let note = daily.standing(answered, Some(daily.date)).note;
        Some(Self { puzzle, title: daily.title(), note })
    }
}
