//! Keeps the record file up to date while a session is played.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use numberline_table::{AnyGame, Record, RoundTag, SaveError, Table, Tags, check_free, save};

/// Where and how the matches of a session are written down.
pub struct Recorder {
    game: &'static dyn AnyGame,
    path: Option<PathBuf>,
    tags: Tags,
    finished: Vec<Record>,
    /// What is gone on with, for what it says besides the moves.
    earlier: Option<Record>,
    /// The files that this session has written, which it may write again.
    own: RefCell<Vec<PathBuf>>,
    saved_at: Cell<Option<Instant>>,
}

impl Recorder {
    /// A recorder that writes to `path`, or, without one, only when asked to.
    #[must_use]
    pub fn new(game: &'static dyn AnyGame, path: Option<PathBuf>, tags: Tags) -> Self {
        let (own, saved_at) = (RefCell::default(), Cell::new(None));
        Self { game, path, tags, finished: Vec::new(), earlier: None, own, saved_at }
    }

    /// A recorder that goes on with the last of some records, which came from `file`.
    #[must_use]
    pub fn resumed(last: &Record, finished: &[Record], path: Option<PathBuf>, file: PathBuf) -> Self {
        let mut recorder = Self::new(last.game(), path, last.tags.clone());
        recorder.finished = finished.to_vec();
        recorder.earlier = Some(last.clone());
        recorder.own.get_mut().push(file);
        recorder
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
        let record = Record::of(self.game, table, self.tags.clone());
        match &self.earlier {
            Some(earlier) => record.continuing(earlier),
            None => record,
        }
    }

    /// Brings the file up to date, if there is one.
    pub fn update(&self, table: &Table) -> Result<(), SaveError> {
        match &self.path {
            Some(path) => self.save_as(path, table),
            None => Ok(()),
        }
    }

    /// Brings the file up to date if that was last done a while ago: a script may play faster than a disk writes.
    pub fn update_now_and_then(&self, table: &Table) -> Result<(), SaveError> {
        const WHILE: Duration = Duration::from_secs(1);
        if self.saved_at.get().is_some_and(|saved| saved.elapsed() < WHILE) {
            Ok(())
        } else {
            self.update(table)
        }
    }

    /// Writes the rounds so far and the match as it stands to a file of any name. Another session's unfinished game is
    /// not overwritten.
    pub fn save_as(&self, path: &Path, table: &Table) -> Result<(), SaveError> {
        if !self.own.borrow().iter().any(|own| own == path) {
            check_free(path)?;
            self.own.borrow_mut().push(path.to_owned());
        }
        self.saved_at.set(Some(Instant::now()));
        let mut records = self.finished.clone();
        records.push(self.record(table));
        save(path, &records)
    }

    /// The match has ended: its record is kept for the file, and handed out.
    pub fn finish_round(&mut self, table: &Table) -> Record {
        let record = self.record(table);
        self.earlier = None;
        self.finished.push(record.clone());
        record
    }

    /// Where the record goes, if anywhere.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}
