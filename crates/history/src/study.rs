//! What a learner has answered, kept beside the finished games. What follows from it is not stored.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use numberline_learn::{Attempt, AttemptKind};
use numberline_table::{OracleCache, Progress, Record, read_records};
use rusqlite::{Row, params};

use crate::column::{Flaw, slug, text, value};
use crate::error::At;
use crate::time::{is_time, now};
use crate::{Entry, Filter, History, HistoryError, Home};

impl History {
    /// Older answers than so many are not read.
    const MOST_ATTEMPTS: u32 = 20_000;

    /// Keeps an answer. It is on the disk when this returns. The day is that of `at`.
    pub fn keep_attempt(&mut self, attempt: &Attempt, at: &str) -> Result<(), HistoryError> {
        if !is_time(at) {
            return Err(HistoryError::NotATime(numberline_table::clean(at).chars().take(40).collect()));
        }
        let Attempt { kind, game, idea, subject, score, grade, .. } = attempt;
        let row = params![at, kind.name(), game, idea, subject, score, grade];
        let question = "INSERT INTO studied (at, kind, game, idea, subject, score, grade) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.connection.execute(question, row).at(&self.path)?;
        Ok(())
    }

    /// The answers, the oldest first. Kinds that only a newer numberline knows are left out.
    pub fn attempts(&self) -> Result<Vec<Attempt>, HistoryError> {
        // A file of an older version that may not be written has no such table.
        let there = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'studied'";
        let tables: i64 = self.connection.query_row(there, [], |row| row.get(0)).at(&self.path)?;
        if tables == 0 {
            return Ok(Vec::new());
        }
        let question = "SELECT number, unixepoch(at) / 86400 AS day, kind, game, idea, subject, score, grade FROM studied
            ORDER BY number DESC LIMIT ?1";
        let mut statement = self.connection.prepare(question).at(&self.path)?;
        let mut rows = statement.query(params![Self::MOST_ATTEMPTS]).at(&self.path)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next().at(&self.path)? {
            let number: i64 = row.get("number").at(&self.path)?;
            all.extend(read(row).map_err(|flaw| self.damaged(&format!("answer {number}: {flaw}")))?);
        }
        all.reverse();
        Ok(all)
    }

    /// Erases every answer, and says how many there were. The finished games stay, but their mistakes do not come back.
    pub fn erase_attempts(&mut self) -> Result<usize, HistoryError> {
        let last = self.last_game()?;
        let answers = "DELETE FROM studied WHERE kind NOT IN (?1, ?2)";
        let others = params![AttemptKind::Game.name(), AttemptKind::Offer.name()];
        let erased = self.connection.execute(answers, others).at(&self.path)?;
        self.connection.execute("DELETE FROM studied", []).at(&self.path)?;
        if let Some(Entry { number, game, .. }) = last {
            self.keep_attempt(&Attempt::looked_at(number, &game, 0), &now())?;
        }
        Ok(erased)
    }

    fn last_game(&self) -> Result<Option<Entry>, HistoryError> {
        Ok(self.list(&Filter { limit: 1, ..Filter::default() })?.into_iter().next())
    }

    /// Looks at the finished games that were not looked at yet, the latest few at a time, and files the mistakes in them.
    pub fn file_mistakes(&mut self, cache: &Arc<OracleCache>) -> Result<(), HistoryError> {
        /// More games than this are not looked at in one go.
        const MOST: u32 = 20;
        let last = Attempt::last_game(&self.attempts()?);
        let mut games = self.list(&Filter { limit: MOST, ..Filter::default() })?;
        games.retain(|game| game.number > last);
        games.reverse();
        for Entry { number, finished, game, .. } in games {
            // Nor is one whose record is damaged: that is reported where it is opened.
            let record = self.record(number).ok().flatten().and_then(|text| first_of(&text));
            let judged = record.and_then(|record| {
                Attempt::of_game(number, &record, cache, 0, &Patience(Cell::new(Patience::STEPS))).ok()
            });
            // A game that cannot be judged in a moment is not tried again.
            for attempt in judged.unwrap_or_else(|| vec![Attempt::looked_at(number, &game, 0)]) {
                self.keep_attempt(&attempt, &finished)?;
            }
        }
        Ok(())
    }
}

impl Home {
    /// What the learner at this machine has answered, with the mistakes in the games of the history.
    pub fn attempts(&self, cache: &Arc<OracleCache>) -> Result<Vec<Attempt>, HistoryError> {
        let Some(history) = History::open_to_read(self)? else { return Ok(Vec::new()) };
        let attempts = history.attempts()?;
        let is_new = |last: Entry| last.number > Attempt::last_game(&attempts);
        // A problem with the games, or a history that may not be written, does not hide the answers.
        if !history.last_game().ok().flatten().is_some_and(is_new) {
            return Ok(attempts);
        }
        drop(history);
        match History::open(self).and_then(|mut history| {
            history.file_mistakes(cache)?;
            history.attempts()
        }) {
            Ok(more) => Ok(more),
            Err(_) => Ok(attempts),
        }
    }

    /// Keeps answers.
    pub fn keep_attempts(&self, attempts: &[Attempt]) -> Result<(), HistoryError> {
        let mut history = History::open(self)?;
        attempts.iter().try_for_each(|attempt| history.keep_attempt(attempt, &now()))
    }
}

/// Stops a thought after this many steps.
struct Patience(Cell<u64>);

impl Patience {
    const STEPS: u64 = 50_000;
}

impl Progress for Patience {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        let left = self.0.get().saturating_sub(1);
        self.0.set(left);
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

fn first_of(text: &str) -> Option<Record> {
    read_records(text).ok()?.into_iter().next()
}

fn read(row: &Row<'_>) -> Result<Option<Attempt>, Flaw> {
    let score: f64 = value(row, "score")?;
    let grade: i64 = value(row, "grade")?;
    let Some(kind) = AttemptKind::find(&text(row, "kind")?) else { return Ok(None) };
    Ok(Some(Attempt {
        day: value(row, "day")?,
        kind,
        game: slug(row, "game")?,
        idea: text(row, "idea")?,
        subject: text(row, "subject")?,
        score: if (0.0..=1.0).contains(&score) {
            score
        } else {
            return Err(Flaw::new("score", "is not from 0 to 1"));
        },
        grade: u16::try_from(grade).map_err(|_| Flaw::new("grade", "is out of range"))?,
    }))
}
