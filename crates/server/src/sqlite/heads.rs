//! The heads of the rooms that were written to most recently, so that a move needs no lookup before its write.
//!
//! The file says the same. The cache is dropped as soon as another connection has written to the file.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row};

use super::claim::Mark;
use crate::id::RoomId;
use crate::store::StoreError;

/// The size of the cache. Beyond it all heads are dropped, and active rooms come back.
const MOST: usize = 100_000;

/// A room's head in the file.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// The row id of the room.
    pub(super) number: i64,
    /// The number of its entries.
    pub(super) version: u64,
    /// The last entry.
    pub(super) last: Option<i64>,
    /// Its checksum, or the room's own before the first entry.
    pub(super) sum: i64,
}

/// A cache of room heads.
#[derive(Default)]
pub(super) struct Heads {
    known: HashMap<RoomId, Head>,
    /// SQLite's data version: it changes whenever another connection has written to the file.
    seen: Option<i64>,
    /// The entry that was written last in this transaction.
    newest: Option<Mark>,
}

impl Heads {
    /// At the start of a transaction: drops the cache if another connection has written to the file.
    pub(super) fn refresh(&mut self, at: &Connection) -> Result<(), StoreError> {
        let now = at.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?;
        if self.seen != Some(now) || self.known.len() > MOST {
            self.forget();
            self.seen = Some(now);
        }
        self.newest = None;
        Ok(())
    }

    /// After a rolled-back transaction.
    pub(super) fn forget(&mut self) {
        self.known = HashMap::new();
    }

    /// A room's head; none if the room does not exist.
    pub(super) fn find(&self, at: &Connection, room: RoomId) -> Result<Option<Head>, StoreError> {
        if let Some(head) = self.known.get(&room) {
            return Ok(Some(*head));
        }
        let read = |row: &Row<'_>| {
            Ok(Head { number: row.get(0)?, version: row.get(1)?, last: row.get(2)?, sum: row.get(3)? })
        };
        let select = "SELECT heads.number, heads.version, last, coalesce(log.sum, rooms.sum)
            FROM rooms JOIN heads USING (number) LEFT JOIN log ON log.id = last WHERE room = ?1";
        Ok(at.prepare_cached(select)?.query_row([room.to_string()], read).optional()?)
    }

    /// Remembers a room's new head.
    pub(super) fn keep(&mut self, room: RoomId, head: Head) {
        self.newest = head.last.map(|id| Mark { id, sum: head.sum }).or(self.newest);
        self.known.insert(room, head);
    }

    /// The entry that was written last in this transaction.
    pub(super) fn newest(&self) -> Option<Mark> {
        self.newest
    }
}
