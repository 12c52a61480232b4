//! Keeps the record file up to date while a session is played.

use std::path::{Path, PathBuf};

use numberline_table::{AnyGame, Record, RoundTag, SaveError, Table, Tags, save};

/// Where and how the matches of a session are written down.
pub struct Recorder {
    game: &'static dyn AnyGame,
    path: Option<PathBuf>,
    tags: Tags,
    finished: Vec<Record>,
}

impl Recorder {
    /// A recorder that writes to `path`, or, without one, only when asked to.
    #[must_use]
    pub fn new(game: &'static dyn AnyGame, path: Option<PathBuf>, tags: Tags) -> Self {
        Self { game, path, tags, finished: Vec::new() }
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// Another round begins.
    pub fn begin_round(&mut self, tag: Option<RoundTag>) {
        self.tags.round = tag;
    }

    /// The match as it stands.
    #[must_use]
    pub fn record(&self, table: &Table) -> Record {
        Record::of(self.game, table, self.tags.clone())
    }

    /// Brings the file up to date, if there is one.
    pub fn update(&self, table: &Table) -> Result<(), SaveError> {
        match &self.path {
            Some(path) => self.save_as(path, table),
            None => Ok(()),
        }
    }

    /// Writes the rounds so far and the match as it stands to a file of any name.
    pub fn save_as(&self, path: &Path, table: &Table) -> Result<(), SaveError> {
        let mut records = self.finished.clone();
        records.push(self.record(table));
        save(path, &records)
    }

    /// The match has ended: its record is kept for the file, and handed out.
    pub fn finish_round(&mut self, table: &Table) -> Record {
        let record = self.record(table);
        self.finished.push(record.clone());
        record
    }

    /// Where the record goes, if anywhere.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}
