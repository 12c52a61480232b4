//! Keeps the record file up to date while a session is played.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use numberline_history::Home;
use numberline_table::{OwnFiles, SaveError, Session};

/// Where the matches of a session are recorded.
pub struct Recorder {
    path: Option<PathBuf>,
    own: OwnFiles,
    saved_at: Cell<Option<Instant>>,
    /// Where the session is remembered if there is no file for it.
    home: Option<Home>,
    remembered: Cell<Option<u32>>,
}

impl Recorder {
    /// A recorder that writes to `path`, or only on request if there is none. A resumed session came from a file, which it
    /// may overwrite.
    #[must_use]
    pub fn new(path: Option<PathBuf>, resumed: Option<PathBuf>) -> Self {
        let (saved_at, remembered) = (Cell::new(None), Cell::new(None));
        Self { path, own: OwnFiles::new(resumed), saved_at, home: None, remembered }
    }

    /// The same, but a session without a file is remembered among the unfinished ones.
    #[must_use]
    pub fn remembering(mut self, home: Option<Home>) -> Self {
        self.home = home.filter(|_| self.path.is_none());
        self
    }

    /// The number under which the session can be resumed.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        self.remembered.get()
    }

    /// Brings the file up to date, if there is one.
    pub fn update(&self, session: &Session) -> Result<(), SaveError> {
        if let Some(home) = &self.home {
            // It is a convenience: where it does not work, the game goes on, and nothing is said of resuming it.
            self.remembered.set(match session.to_resume() {
                Some(records) => home.remember(&records).ok(),
                None => home.forget_session(&session.records()).map_or(None, |()| None),
            });
        }
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
