//! Where the rooms stand that were written to last, so that a move need not be looked up before it is written.
//!
//! The file says the same. What is remembered is dropped as soon as another connection has written to it.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row};

use crate::id::RoomId;
use crate::store::StoreError;

/// How many rooms are remembered. Beyond that all are forgotten, and those that are played in come back.
const MOST: usize = 100_000;

/// Where a room stands in the file.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// The number of the room.
    pub(super) number: i64,
    /// How many entries it has.
    pub(super) version: u64,
    /// The last of them.
    pub(super) last: Option<i64>,
}

/// Where the rooms stand that were written to last.
#[derive(Default)]
pub(super) struct Heads {
    known: HashMap<RoomId, Head>,
    /// Another one whenever another connection has written to the file.
    seen: Option<i64>,
}

impl Heads {
    /// For the beginning of a transaction: forgets everything if somebody else has written to the file.
    pub(super) fn refresh(&mut self, at: &Connection) -> Result<(), StoreError> {
        let now = at.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?;
        if self.seen != Some(now) || self.known.len() > MOST {
            self.forget();
            self.seen = Some(now);
        }
        Ok(())
    }

    /// For a transaction that came to nothing.
    pub(super) fn forget(&mut self) {
        self.known = HashMap::new();
    }

    /// Where a room stands; none if there is no such room.
    pub(super) fn find(&self, at: &Connection, room: RoomId) -> Result<Option<Head>, StoreError> {
        if let Some(head) = self.known.get(&room) {
            return Ok(Some(*head));
        }
        let read = |row: &Row<'_>| Ok(Head { number: row.get(0)?, version: row.get(1)?, last: row.get(2)? });
        let select = "SELECT number, version, last FROM heads JOIN rooms USING (number) WHERE room = ?1";
        Ok(at.prepare_cached(select)?.query_row([room.to_string()], read).optional()?)
    }

    /// Remembers where a room stands now.
    pub(super) fn keep(&mut self, room: RoomId, head: Head) {
        self.known.insert(room, head);
    }
}
