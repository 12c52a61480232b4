//! Keeps the record file up to date while a session is played.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use numberline_table::{OwnFiles, SaveError, Session};

/// Where the matches of a session are recorded.
pub struct Recorder {
    path: Option<PathBuf>,
    own: OwnFiles,
    saved_at: Cell<Option<Instant>>,
}

impl Recorder {
    /// A recorder that writes to `path`, or only on request if there is none. A resumed session came from a file, which it
    /// may overwrite.
    #[must_use]
    pub fn new(path: Option<PathBuf>, resumed: Option<PathBuf>) -> Self {
        Self { path, own: OwnFiles::new(resumed), saved_at: Cell::new(None) }
    }

    /// Brings the file up to date, if there is one.
    pub fn update(&self, session: &Session) -> Result<(), SaveError> {
        self.path.as_ref().map_or(Ok(()), |path| self.save_as(path, session))
    }

    /// Brings the file up to date if the last write was a while ago: a script may play faster than a disk writes.
    pub fn update_now_and_then(&self, session: &Session) -> Result<(), SaveError> {
        const WHILE: Duration = Duration::from_secs(1);
        let recent = self.saved_at.get().is_some_and(|saved| saved.elapsed() < WHILE);
        if recent { Ok(()) } else { self.update(session) }
    }

    /// Writes the session to any file. Another session's unfinished game is not overwritten.
    pub fn save_as(&self, path: &Path, session: &Session) -> Result<(), SaveError> {
        self.saved_at.set(Some(Instant::now()));
        self.own.save(path, &session.records())
    }

    /// The file that the session is written to, if any.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}
