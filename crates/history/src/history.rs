//! The finished games: kept, listed, read back and counted.

use std::path::PathBuf;

use numberline_rules::Seat;
use numberline_table::{Ending, LARGEST_FILE, Record, clean, read_records};
use rusqlite::{Connection, OptionalExtension, params};

use crate::error::At;
use crate::stats::NoStats;
use crate::time::{is_time, now};
use crate::{Entry, Filter, HistoryError, Home, NotKeptError, Stats, database};

/// The finished games, open to be written or only to be read.
#[derive(Debug)]
pub struct History {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
}

impl History {
    /// Opens the history to keep games in it, and makes one if there is none.
    pub fn open(home: &Home) -> Result<Self, HistoryError> {
        Ok(Self { connection: database::open(home)?, path: home.database() })
    }

    /// Opens the history to read it, also where it cannot be written; `None` if no game was ever kept.
    pub fn open_to_read(home: &Home) -> Result<Option<Self>, HistoryError> {
        let connection = database::open_to_read(home)?;
        Ok(connection.map(|connection| Self { connection, path: home.database() }))
    }

    /// Keeps a finished match, and says under which number. It is on the disk when this returns.
    ///
    /// `finished_at` is the time in the form of RFC 3339, such as `2026-11-15T20:00:00Z`.
    pub fn keep(&mut self, record: &Record, finished_at: &str) -> Result<i64, HistoryError> {
        let ending = record.ending().ok_or(HistoryError::Unfinished)?;
        if !is_time(finished_at) {
            return Err(HistoryError::NotATime(clean(finished_at).chars().take(40).collect()));
        }
        let [one, two] = &record.tags.names;
        let row = params![
            finished_at,
            record.game().info().slug,
            record.settings().to_string(),
            one.as_str(),
            two.as_str(),
            ending.winner().map(Seat::number),
            Ending::kind(Some(ending)),
            u32::try_from(record.plies().len()).unwrap_or(u32::MAX),
            record.to_string(),
        ];
        // One statement is one transaction, and `synchronous=FULL` makes it wait for the disk.
        self.connection
            .execute(
                "INSERT INTO matches (finished, game, variant, player1, player2, winner, ending, turns, record)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                row,
            )
            .at(&self.path)?;
        // A file that was deleted while it was open still accepts everything, and then takes it along.
        if !self.path.exists() {
            return Err(HistoryError::Missing(self.path.clone()));
        }
        Ok(self.connection.last_insert_rowid())
    }

    /// The finished games, the newest first.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Entry>, HistoryError> {
        let mut statement = self
            .connection
            .prepare(
                "SELECT number, finished, game, variant, player1, player2, winner, ending, turns FROM matches
                WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR ?2 IN (player1, player2))
                ORDER BY number DESC LIMIT ?3",
            )
            .at(&self.path)?;
        let mut rows = statement.query(params![filter.game, filter.player(), filter.limit]).at(&self.path)?;
        let mut entries = Vec::new();
        while let Some(row) = rows.next().at(&self.path)? {
            let number: i64 = row.get("number").at(&self.path)?;
            entries.push(Entry::read(row).map_err(|flaw| self.damaged(&format!("game {number}: {flaw}")))?);
        }
        Ok(entries)
    }

    /// The record of a game as text, checked by the rules and safe to show; `None` if there is no such number.
    pub fn record(&self, number: i64) -> Result<Option<String>, HistoryError> {
        let question =
            "SELECT CASE WHEN octet_length(record) <= ?2 THEN record END FROM matches WHERE number = ?1";
        let largest = i64::try_from(LARGEST_FILE).unwrap_or(i64::MAX);
        let found = self
            .connection
            .query_row(question, params![number, largest], |row| row.get::<_, Option<String>>(0))
            .optional()
            .at(&self.path)?;
        let Some(text) = found else { return Ok(None) };
        let text = text.ok_or_else(|| self.damaged(&format!("game {number}: its record is too large")))?;
        let safe: String = text.split_inclusive('\n').map(clean_line).collect();
        read_records(&safe).map_err(|error| self.damaged(&format!("game {number}: its record, {error}")))?;
        Ok(Some(safe))
    }

    /// Removes a game, and says whether there was one with this number. No other game gets its number.
    pub fn delete(&mut self, number: i64) -> Result<bool, HistoryError> {
        let gone =
            self.connection.execute("DELETE FROM matches WHERE number = ?1", [number]).at(&self.path)?;
        Ok(gone > 0)
    }

    /// Statistics of the history. The filter's limit does not apply here.
    pub fn stats(&self, filter: &Filter) -> Result<Stats, HistoryError> {
        Stats::count(&self.connection, filter).map_err(|error| match error {
            NoStats::Sqlite(error) => HistoryError::of_sqlite(&self.path, &error),
            NoStats::Flaw(flaw) => self.damaged(&flaw.to_string()),
        })
    }

    pub(crate) fn damaged(&self, reason: &str) -> HistoryError {
        HistoryError::damaged(&self.path, reason)
    }
}

impl Home {
    /// Keeps a finished match that has just ended.
    pub fn keep(&self, record: &Record) -> Result<(), NotKeptError> {
        History::open(self)?.keep(record, &now())?;
        Ok(())
    }

    /// The record of a game as [`History::record`] reads it.
    pub fn record(&self, number: i64) -> Result<String, HistoryError> {
        let history = History::open_to_read(self)?;
        let found = history.map_or(Ok(None), |history| history.record(number))?;
        found.ok_or(HistoryError::NoGame(number))
    }
}

/// The line without what must not reach a screen, but with its end.
fn clean_line(line: &str) -> String {
    match line.strip_suffix('\n') {
        Some(line) => clean(line).into_owned() + "\n",
        None => clean(line).into_owned(),
    }
}
