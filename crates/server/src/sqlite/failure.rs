//! What SQLite's errors mean.

use rusqlite::ErrorCode;

use crate::store::StoreError;

/// Whether nothing of a commit that failed like this is in the file. Its last page did not fit or was not tried, and without
/// that the rest does not count.
pub(super) fn is_undone(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DiskFull | ErrorCode::DatabaseBusy))
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            // The shared-memory file cannot grow, either.
            Some(ErrorCode::SystemIoFailure) if is_no_space(&error) => Self::Full,
            Some(ErrorCode::DatabaseBusy) => Self::Busy,
            _ => Self::Failed(error.to_string()),
        }
    }
}

fn is_no_space(error: &rusqlite::Error) -> bool {
    let rusqlite::Error::SqliteFailure(error, _) = error else { return false };
    error.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE
}

#[cfg(test)]
mod tests {
    use rusqlite::{Error, ffi};

    use super::*;

    #[test]
    fn only_what_is_certain_is_told() {
        let failed = |code| Error::SqliteFailure(ffi::Error::new(code), Some("on purpose".to_owned()));
        let unknown = StoreError::Failed("on purpose".to_owned());
        for (code, told, undone) in [
            (ffi::SQLITE_FULL, &StoreError::Full, true),
            (ffi::SQLITE_BUSY, &StoreError::Busy, true),
            (ffi::SQLITE_BUSY_SNAPSHOT, &StoreError::Busy, true),
            (ffi::SQLITE_IOERR_SHMSIZE, &StoreError::Full, false),
            (ffi::SQLITE_IOERR_FSYNC, &unknown, false),
            (ffi::SQLITE_IOERR_WRITE, &unknown, false),
            (ffi::SQLITE_CORRUPT, &unknown, false),
            (ffi::SQLITE_LOCKED, &unknown, false),
        ] {
            assert_eq!(is_undone(&failed(code)), undone, "{code}");
            assert_eq!(StoreError::from(failed(code)), *told, "{code}");
        }
        let other = Error::QueryReturnedNoRows;
        assert!(!is_undone(&other));
        assert_eq!(StoreError::from(other), StoreError::Failed("Query returned no rows".to_owned()));
    }
}
