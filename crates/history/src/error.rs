//! What can go wrong with the history. Each text is one line that says what happened, where, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use numberline_table::clean;
use rusqlite::ErrorCode;

use crate::HomeError;

/// Why the history could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The match has no ending, and only finished matches are kept.
    #[error("the game is not finished, so it is not kept in the history; save it to a file instead")]
    Unfinished,
    /// No game has this number.
    #[error("there is no game {0} in the history")]
    NoGame(i64),
    /// The time is not written as RFC 3339 says.
    #[error("'{0}' is not a time; write it as 2026-11-15T20:00:00Z")]
    NotATime(String),
    /// The folder cannot be made, or no file in it.
    #[error(
        "cannot keep a history in {}: {reason}; set NUMBERLINE_HOME to a folder you may write to",
        shown(.folder)
    )]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is there, but cannot be opened.
    #[error(
        "cannot open the history {}: {reason}; check that it and its folder are yours, or set NUMBERLINE_HOME to another folder",
        shown(.path)
    )]
    CannotOpen {
        /// The database.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file was deleted or moved away while it was open.
    #[error(
        "the history {} was moved or deleted while it was in use, so this game is not in it; put it back, or move what is left beside it away too",
        shown(.0)
    )]
    Missing(PathBuf),
    /// The file is gone, but one that belongs to it is still there.
    #[error(
        "the history {} is missing, but {} is still there and may hold games; put the history back, or move that file away too",
        shown(.path), shown(.left)
    )]
    LeftBehind {
        /// The database.
        path: PathBuf,
        /// What is left of it.
        left: PathBuf,
    },
    /// Another program holds it.
    #[error("the history {} is locked by another program; close that program or try again later", shown(.0))]
    Locked(PathBuf),
    /// It can be read, but not written.
    #[error(
        "the history {} is read-only; make it and its folder writable, or set NUMBERLINE_HOME to another folder",
        shown(.0)
    )]
    ReadOnly(PathBuf),
    /// It is not a database, a broken one, or holds what no match could have left.
    #[error(
        "the history {} is damaged ({reason}); move it away, with any files beside it named like it, to begin a new one",
        shown(.path)
    )]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A newer numberline has written it.
    #[error(
        "the history {} was written by a newer numberline (version {version} of the file, this one knows {known}); update numberline, or set NUMBERLINE_HOME to another folder",
        shown(.path)
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// The version of the file.
        version: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// It is a database, but not numberline's.
    #[error(
        "{} is a database of another program; move it away, or set NUMBERLINE_HOME to another folder",
        shown(.0)
    )]
    Foreign(PathBuf),
    /// The disk is full.
    #[error("there is no room left on the disk for the history {}; free some, then try again", shown(.0))]
    DiskFull(PathBuf),
    /// This program was built with an SQLite that can damage databases.
    #[error("this numberline was built with SQLite {0}, which can lose games; build it with 3.51.3 or later")]
    OldSqlite(String),
    /// Anything else, such as a failing disk.
    #[error("the history {} cannot be used: {reason}; check the disk, or set NUMBERLINE_HOME to another folder", shown(.path))]
    Other {
        /// The database.
        path: PathBuf,
        /// What SQLite says.
        reason: String,
    },
}

/// Why a finished match is not in the history. No such problem stops a game.
#[derive(Debug, thiserror::Error)]
pub enum NotKeptError {
    /// There is no place for a history.
    #[error("this game is not kept in the history: {0}")]
    Home(#[from] HomeError),
    /// The history could not take it.
    #[error("this game is not kept in the history: {0}")]
    History(#[from] HistoryError),
}

impl HistoryError {
    pub(crate) fn damaged(path: &Path, reason: &str) -> Self {
        Self::Damaged { path: path.to_owned(), reason: clean(reason).into_owned() }
    }

    /// Translates SQLite's error.
    pub(crate) fn of_sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        // SQLite quotes parts of the file in its messages, and anyone may have written the file.
        let reason = clean(&error.to_string()).into_owned();
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed,
            ) => Self::Locked(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly(path),
            Some(ErrorCode::DiskFull) => Self::DiskFull(path),
            Some(ErrorCode::CannotOpen) => Self::CannotOpen { path, reason },
            // The statements are fixed, so one that SQLite does not understand has met a file of another make (`Unknown`),
            // and so has a value of another kind than the one its column should have (no code).
            Some(
                ErrorCode::NotADatabase
                | ErrorCode::DatabaseCorrupt
                | ErrorCode::ConstraintViolation
                | ErrorCode::TypeMismatch
                | ErrorCode::Unknown,
            )
            | None => Self::Damaged { path, reason },
            Some(_) => Self::Other { path, reason },
        }
    }

    /// Translates the system's error when making a file.
    pub(crate) fn of_making(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull(path.to_owned()),
            _ => {
                let folder = path.parent().unwrap_or(path).to_owned();
                Self::Folder { folder, reason: error.to_string() }
            }
        }
    }
}

/// Says at which file an error of SQLite's happened.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, HistoryError>;
}

impl<T> At<T> for rusqlite::Result<T> {
    fn at(self, path: &Path) -> Result<T, HistoryError> {
        self.map_err(|error| HistoryError::of_sqlite(path, &error))
    }
}

/// A path as it may be shown: it comes from the environment, so it may hold anything.
fn shown(path: &Path) -> String {
    clean(&path.display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    #[test]
    fn a_full_disk_is_named_as_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.sqlite3");
        let connection = Connection::open(&path).unwrap();
        // SQLite answers a file that may not grow as it answers a disk that has no room.
        connection.execute_batch("CREATE TABLE t (x); PRAGMA max_page_count = 2;").unwrap();
        let refused = connection.execute("INSERT INTO t VALUES (zeroblob(100000))", []).at(&path);
        let error = refused.unwrap_err();
        assert!(matches!(&error, HistoryError::DiskFull(full) if *full == path), "{error}");
        let making = HistoryError::of_making(&path, &io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(making.to_string(), error.to_string());
    }

    #[test]
    fn a_path_is_shown_clean() {
        let text = HistoryError::Locked(PathBuf::from("/tmp/\u{1b}[31mred\n")).to_string();
        assert!(numberline_table::is_clean(&text), "{text:?}");
        assert!(text.contains("/tmp/\u{FFFD}[31mred\u{FFFD}"), "{text:?}");
    }

    #[test]
    fn what_sqlite_quotes_from_the_file_is_shown_clean() {
        let connection = Connection::open_in_memory().unwrap();
        let refused = connection.prepare("SELECT * FROM \"\u{1b}[2J\"").map(drop).at(Path::new("x"));
        let error = refused.unwrap_err();
        assert!(matches!(error, HistoryError::Damaged { .. }), "{error}");
        assert!(numberline_table::is_clean(&error.to_string()), "{error:?}");
    }
}
