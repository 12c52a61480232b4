//! A server's claim to a database: a companion file that is locked while the server lives, and that remembers the newest
//! entry. So a second server is refused, and a database that has lost entries is noticed at the next start.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Read;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

use super::files::{beside, real};
use crate::store::StoreError;

/// What the companion's name has behind the database's.
const COMPANION: &str = "-mark";

/// A claim to a database. The system releases it when the process ends, however it ends.
pub(super) struct Claim {
    file: File,
    /// Whether something was written that is not synced yet.
    unsynced: bool,
}

/// The newest entry of the log that was committed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    /// Its number in the log of all rooms.
    pub(super) id: i64,
    /// Its checksum.
    pub(super) sum: i64,
}

impl Claim {
    /// Claims a database, unless another server has it, by whatever link.
    pub(super) fn take(database: &Path) -> Result<Self, StoreError> {
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o600);
        let file = options.open(beside(&real(database), COMPANION)).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file, unsynced: false }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// The mark that the last server left; none if there was none, or if it cannot be read.
    pub(super) fn mark(&self) -> Option<Mark> {
        let mut text = String::new();
        (&self.file).take(100).read_to_string(&mut text).ok()?;
        let (id, sum) = text.strip_suffix('\n')?.split_once(' ')?;
        let sum = u64::from_str_radix(sum, 16).ok()?;
        Some(Mark { id: id.parse().ok()?, sum: sum.cast_signed() })
    }

    /// Moves the mark after a commit. It is not synced each time: after a power cut it may be older than the log, never
    /// newer.
    pub(super) fn set(&mut self, Mark { id, sum }: Mark) {
        let text = format!("{id:020} {:016x}\n", sum.cast_unsigned());
        match self.file.write_all_at(text.as_bytes(), 0) {
            Ok(()) => self.unsynced = true,
            // The mark only helps to notice another failure, so it stops nothing.
            Err(error) => tracing::warn!(%error, "the mark beside the database cannot be written"),
        }
    }

    /// Brings the mark to the disk.
    pub(super) fn sync(&mut self) {
        if std::mem::take(&mut self.unsynced)
            && let Err(error) = self.file.sync_data()
        {
            tracing::warn!(%error, "the mark beside the database cannot be synced");
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_what_was_set_last() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("rooms.db");
        let mut claim = Claim::take(&database).unwrap();
        assert_eq!(claim.mark(), None);
        assert_eq!(Claim::take(&database).err(), Some(StoreError::InUse));
        for mark in [Mark { id: i64::MAX, sum: -1 }, Mark { id: 7, sum: 0x1234 }] {
            claim.set(mark);
            drop(claim);
            claim = Claim::take(&database).unwrap();
            assert_eq!(claim.mark(), Some(mark));
        }
        drop(claim);
        for text in ["", "7", "7 12", "seven 12\n", "7 twelve\n"] {
            std::fs::write(folder.path().join("rooms.db-mark"), text).unwrap();
            assert_eq!(Claim::take(&database).unwrap().mark(), None, "{text}");
        }
    }

    #[test]
    fn a_mark_is_brought_to_the_disk_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut claim = Claim::take(&folder.path().join("rooms.db")).unwrap();
        assert!(!claim.unsynced);
        claim.set(Mark { id: 1, sum: 1 });
        assert!(claim.unsynced);
        claim.sync();
        assert!(!claim.unsynced);
    }
}
