//! What a learner has answered, kept beside the finished games. What follows from it is not stored.

use rusqlite::{Row, params};

use crate::column::{Flaw, slug, text, value};
use crate::error::At;
use crate::time::is_time;
use crate::{History, HistoryError};

/// One answered question.
#[derive(Clone, PartialEq, Debug)]
pub struct Studied {
    /// The day, counted from 1 January 1970.
    pub day: i64,
    /// What kind of question it was.
    pub kind: String,
    /// The slug of the game.
    pub game: String,
    /// The idea that decides it.
    pub idea: String,
    /// The lesson or puzzle.
    pub subject: String,
    /// From 0 to 1.
    pub score: f64,
    /// The grade of a puzzle, or 0.
    pub grade: u16,
}

impl History {
    /// Older answers than so many are not read.
    const MOST_STUDIED: u32 = 20_000;

    /// Keeps an answer. It is on the disk when this returns. The day is that of `at`.
    pub fn keep_studied(&mut self, studied: &Studied, at: &str) -> Result<(), HistoryError> {
        if !is_time(at) {
            return Err(HistoryError::NotATime(numberline_table::clean(at).chars().take(40).collect()));
        }
        let Studied { kind, game, idea, subject, score, grade, .. } = studied;
        let row = params![at, kind, game, idea, subject, score, grade];
        let question = "INSERT INTO studied (at, kind, game, idea, subject, score, grade) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.connection.execute(question, row).at(&self.path)?;
        Ok(())
    }

    /// The answers, the oldest first.
    pub fn studied(&self) -> Result<Vec<Studied>, HistoryError> {
        // A file of an older version that may not be written has no such table.
        let there = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'studied'";
        let tables: i64 = self.connection.query_row(there, [], |row| row.get(0)).at(&self.path)?;
        if tables == 0 {
            return Ok(Vec::new());
        }
        let question = "SELECT number, unixepoch(at) / 86400 AS day, kind, game, idea, subject, score, grade FROM studied
            ORDER BY number DESC LIMIT ?1";
        let mut statement = self.connection.prepare(question).at(&self.path)?;
        let mut rows = statement.query(params![Self::MOST_STUDIED]).at(&self.path)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next().at(&self.path)? {
            let number: i64 = row.get("number").at(&self.path)?;
            all.push(read(row).map_err(|flaw| self.damaged(&format!("answer {number}: {flaw}")))?);
        }
        all.reverse();
        Ok(all)
    }

    /// Erases every answer, and says how many there were. The finished games stay.
    pub fn erase_studied(&mut self) -> Result<usize, HistoryError> {
        self.connection.execute("DELETE FROM studied", []).at(&self.path)
    }
}

fn read(row: &Row<'_>) -> Result<Studied, Flaw> {
    let score: f64 = value(row, "score")?;
    let grade: i64 = value(row, "grade")?;
    Ok(Studied {
        day: value(row, "day")?,
        kind: text(row, "kind")?,
        game: slug(row, "game")?,
        idea: text(row, "idea")?,
        subject: text(row, "subject")?,
        score: if (0.0..=1.0).contains(&score) {
            score
        } else {
            return Err(Flaw::new("score", "is not from 0 to 1"));
        },
        grade: u16::try_from(grade).map_err(|_| Flaw::new("grade", "is out of range"))?,
    })
}
