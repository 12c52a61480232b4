//! What a server does for its database besides writing: it claims it, checkpoints it, deletes what is too old, and
//! notices when something is missing.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::wal::CheckpointMode;
use rusqlite::{Connection, DEFAULT_NAME, ErrorCode, OptionalExtension};

use super::claim::{Claim, Mark};
use super::{Sqlite, removal};
use crate::store::{StopReason, StoreError, StoreLimits};

/// From this size on, and after [`CHANGES_PER_CHECKPOINT`], the write-ahead log is copied into the file even while there is
/// much to write. Moves wait meanwhile, so little is copied at a time.
pub(super) const LONGEST_LOG_BYTES: u64 = 1 << 21;

/// How many changes there are at least between two such copies: each waits for the disk twice more.
const CHANGES_PER_CHECKPOINT: usize = 1_000;

/// How often finished rooms are looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// How many free pages are given back to the system at a time.
const PAGES_AT_ONCE: u64 = 256;

/// SQLite's number for files that can give pages back.
const INCREMENTAL: u64 = 2;

/// The database lacks entries that an earlier server has acknowledged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RolledBack {
    /// The log ends too early.
    #[error(
        "the database has lost {} since the server last ran. Either an older copy was put back, or its -wal file was lost. The \
         games go on from what is there",
        last_entries(*.0)
    )]
    Shorter(u64),
    /// The entry that was the newest is another one.
    #[error(
        "the database is not the one that the server last wrote: another copy was put in its place, and moves may be missing. The \
         games go on from what is there"
    )]
    Other,
}

impl Sqlite {
    /// Opens a file for a server, which has it alone.
    pub(crate) fn serve(path: &Path, limits: StoreLimits) -> Result<Self, StoreError> {
        let claim = Claim::take(path)?;
        let mut store = Self::open(path)?;
        store.limits = limits;
        if let Some(bytes) = limits.most_bytes {
            let pages = bytes / pragma(&store.connection, "page_size")?.max(1);
            store.set_most_pages(Some(u32::try_from(pages).unwrap_or(u32::MAX - 1)))?;
        }
        store.rolled_back = match claim.mark() {
            Some(mark) => store.compare(mark)?,
            None => None,
        };
        store.claim = Some(claim);
        // What a killed server has left in the write-ahead log counts, too; otherwise the log would grow with every kill.
        store.since_checkpoint = CHANGES_PER_CHECKPOINT;
        Ok(store)
    }

    /// What is missing since the last server ran, as far as that can be known.
    #[must_use]
    pub fn rolled_back(&self) -> Option<RolledBack> {
        self.rolled_back
    }

    /// Looks for the entry that was the newest.
    fn compare(&self, mark: Mark) -> Result<Option<RolledBack>, StoreError> {
        let newest: Option<i64> =
            self.connection.query_row("SELECT max(id) FROM log", [], |row| row.get(0))?;
        let newest = newest.unwrap_or_default();
        if newest < mark.id {
            return Ok(Some(RolledBack::Shorter(mark.id.abs_diff(newest))));
        }
        let select = "SELECT sum FROM log WHERE id = ?1";
        let sum: Option<i64> = self.connection.query_row(select, [mark.id], |row| row.get(0)).optional()?;
        // An entry that is not there any more belonged to a room that was deleted.
        Ok(sum.filter(|sum| *sum != mark.sum).map(|_| RolledBack::Other))
    }

    /// The work between writes.
    pub(super) fn keep_house(&mut self, idle: bool) {
        if !self.files.are_in_place() {
            self.stop(StopReason::Moved, &"the open file is not the one at its path");
            return;
        }
        if let Some(time) = self.limits.keep_finished
            && self.swept.is_none_or(|swept| swept.elapsed() >= SWEEP_EVERY)
        {
            self.sweep(time);
        }
        if idle {
            self.shrink();
            self.checkpoint();
            if let Some(claim) = &mut self.claim {
                claim.sync();
            }
        }
    }

    /// Deletes finished rooms that are too old. Where there are many, the rest follows a second later.
    fn sweep(&mut self, time: Duration) {
        let deleted = self.transact(|at, heads| {
            let rooms = removal::finished_before(at, time.as_secs())?;
            for room in &rooms {
                removal::delete(at, *room)?;
            }
            heads.forget();
            Ok((rooms.len(), !rooms.is_empty()))
        });
        match deleted {
            Ok(0) => self.swept = Some(Instant::now()),
            Ok(rooms) => {
                tracing::info!(rooms, "finished games were deleted");
                self.holds_deleted = true;
                self.grow(rooms);
            }
            Err(error) => {
                self.swept = Some(Instant::now());
                tracing::warn!(%error, "finished games could not be deleted");
            }
        }
    }

    /// Gives free pages back to the system. A file from an older version keeps them for new games.
    fn shrink(&mut self) {
        let free = pragma(&self.connection, "freelist_count").unwrap_or_default();
        if free < PAGES_AT_ONCE
            || !pragma(&self.connection, "auto_vacuum").is_ok_and(|mode| mode == INCREMENTAL)
        {
            return;
        }
        let vacuum = format!("PRAGMA incremental_vacuum({PAGES_AT_ONCE})");
        match self.transact(|at, _| Ok((at.execute_batch(&vacuum)?, true))) {
            Ok(()) => self.grow(1),
            Err(error) => tracing::warn!(%error, "the database could not be made smaller"),
        }
    }

    /// Counts what was written, and checkpoints now and then.
    pub(super) fn grow(&mut self, changes: usize) {
        self.since_checkpoint = self.since_checkpoint.saturating_add(changes);
        if self.since_checkpoint >= CHANGES_PER_CHECKPOINT && self.files.log_bytes() > LONGEST_LOG_BYTES {
            self.checkpoint();
        }
    }

    /// Copies the write-ahead log into the file, as far as readers allow. To empty it, short reads are waited for.
    pub(super) fn checkpoint(&mut self) {
        if std::mem::take(&mut self.since_checkpoint) == 0 {
            return;
        }
        // What was deleted is still in the write-ahead log until that is emptied.
        let mode = if self.holds_deleted { CheckpointMode::TRUNCATE } else { CheckpointMode::PASSIVE };
        let Err(error) = self.connection.wal_checkpoint_v2(DEFAULT_NAME, mode) else {
            self.holds_deleted = false;
            return;
        };
        match error.sqlite_error_code() {
            // Everything is still in the write-ahead log, and the next time may go better.
            Some(ErrorCode::DiskFull | ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                self.since_checkpoint = 1;
            }
            // After a failed sync the system may have dropped what it should have written, and say nothing the next time.
            _ => drop(self.stop(StopReason::Disk, &error)),
        }
    }
}

fn last_entries(count: u64) -> String {
    if count == 1 { "its last entry".to_owned() } else { format!("its last {count} entries") }
}

/// How many bytes of the file are in use.
pub(super) fn used_bytes(at: &Connection) -> Result<u64, StoreError> {
    let pages = pragma(at, "page_count")?.saturating_sub(pragma(at, "freelist_count")?);
    Ok(pages.saturating_mul(pragma(at, "page_size")?))
}

fn pragma(at: &Connection, name: &str) -> Result<u64, StoreError> {
    Ok(at.pragma_query_value(None, name, |row| row.get(0))?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::fs;

    use numberline_rules::Seat;

    use super::*;
    use crate::charter::Wish;
    use crate::entry::{LogEntry, RoomEvent};
    use crate::id::{RoomId, SeatKey};
    use crate::store::{NewRoom, RoomStanding, Store, Write};

    /// Opens a room with one entry.
    fn open_room(store: &mut Sqlite, room: RoomId) {
        let event = RoomEvent::Joined { name: None, key: SeatKey::random().hash() };
        let joined = vec![LogEntry { version: 1, event, seat: Some(Seat::One), client: None, left: None }];
        let wish: Wish = serde_json::from_str(r#"{"game":"duel"}"#).unwrap();
        let opening = NewRoom { room, wish, joined, standing: RoomStanding::Open };
        assert_eq!(store.write(&[Write::Open(Box::new(opening))]), [Ok(())]);
    }

    /// The database is one that a server did not leave behind, or it is.
    #[test]
    fn what_is_missing_since_the_last_server_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let [file, older, other] = ["rooms.db", "older", "other"].map(|name| folder.path().join(name));
        let serve = |path: &Path| Sqlite::serve(path, StoreLimits::default()).unwrap();
        let rooms: Vec<RoomId> = (0..4).map(|_| RoomId::random()).collect();
        // A store that is dropped moves its log into the file.
        open_room(&mut serve(&file), rooms[0]);
        fs::copy(&file, &older).unwrap();
        let mut store = serve(&file);
        assert_eq!(store.rolled_back(), None);
        open_room(&mut store, rooms[1]);
        open_room(&mut store, rooms[2]);
        drop(store);
        assert_eq!(serve(&file).rolled_back(), None);
        fs::copy(&older, &file).unwrap();
        assert_eq!(serve(&file).rolled_back(), Some(RolledBack::Shorter(2)));
        // As many entries, of which the last is another one; and one entry more.
        for _ in 0..2 {
            let mut others = serve(&other);
            (0..3).for_each(|_| open_room(&mut others, RoomId::random()));
            drop(others);
            fs::copy(&other, &file).unwrap();
            assert_eq!(serve(&file).rolled_back(), Some(RolledBack::Other));
        }
        // A deleted room is not missed, even if it had the newest entry but one.
        let mut store = serve(&other);
        open_room(&mut store, rooms[3]);
        open_room(&mut store, RoomId::random());
        assert_eq!(store.delete(&[rooms[3]]), Ok(None));
        drop(store);
        assert_eq!(serve(&other).rolled_back(), None);
    }

    /// A limit on the size of the file is kept by SQLite itself.
    #[test]
    fn a_limited_file_does_not_grow_beyond_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.db");
        let limit = |bytes| {
            let limits = StoreLimits { most_bytes: bytes, ..StoreLimits::default() };
            let store = Sqlite::serve(&file, limits).unwrap();
            (
                pragma(&store.connection, "max_page_count").unwrap(),
                pragma(&store.connection, "page_size").unwrap(),
            )
        };
        let (most, size) = limit(Some(1 << 30));
        assert_eq!(most * size, 1 << 30);
        let (unlimited, _) = limit(None);
        assert!(unlimited > 1 << 31);
        assert_eq!(limit(Some(u64::MAX)).0, unlimited);
    }

    /// A server that is killed again and again never gets to copy its log into the file; the next one does.
    #[test]
    fn a_log_that_was_left_behind_is_copied_into_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let [killed, next] = ["killed", "next"].map(|name| folder.path().join(name));
        let mut store = Sqlite::serve(&killed, StoreLimits::default()).unwrap();
        assert_eq!(store.write(&[Write::Probe]), [Ok(())]);
        for end in ["", "-wal"] {
            let file = |path: &Path| format!("{}{end}", path.display());
            fs::copy(file(&killed), file(&next)).unwrap();
        }
        let size = || fs::metadata(&next).unwrap().len();
        let before = size();
        let mut store = Sqlite::serve(&next, StoreLimits::default()).unwrap();
        store.tend(true);
        assert!(size() > before, "{before} bytes before, and {} after", size());
    }
}
