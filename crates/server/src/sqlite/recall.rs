//! What the writer remembers of the rooms that it has written to, so that a move costs no page of its own in an index.
//!
//! The file itself tells the same, only more slowly: an entry of the log says which one came before it in its room, and `heads`
//! has the last. Whatever is remembered is dropped as soon as somebody else has written to the file.

use std::collections::{HashMap, VecDeque};

use numberline_rules::Seat;
use rusqlite::{Connection, OptionalExtension, params};

use super::failed;
use crate::entry::Entry;
use crate::id::{ClientId, RoomId};
use crate::store::StoreError;

/// How many names of commands are remembered. The rooms that were written to least lately are forgotten first.
const MOST_NAMES: usize = 500_000;

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

struct Remembered {
    head: Head,
    /// What the seats have called their commands, and the versions these made.
    names: HashMap<(u8, String), u64>,
}

/// The rooms that were written to lately.
#[derive(Default)]
pub(super) struct Recall {
    rooms: HashMap<RoomId, Remembered>,
    /// In the order in which they were first written to.
    order: VecDeque<RoomId>,
    names: usize,
    /// Changes whenever another connection has written to the file.
    seen: Option<i64>,
}

impl Recall {
    /// Forgets everything if somebody else has written to the file. For the beginning of a transaction.
    pub(super) fn refresh(&mut self, at: &Connection) -> Result<(), StoreError> {
        let now = at
            .prepare_cached("PRAGMA data_version")
            .and_then(|mut select| select.query_row([], |row| row.get(0)))
            .map_err(failed)?;
        if self.seen != Some(now) {
            self.forget();
            self.seen = Some(now);
        }
        Ok(())
    }

    /// Forgets everything. For a transaction that came to nothing.
    pub(super) fn forget(&mut self) {
        *self = Self { seen: self.seen, ..Self::default() };
    }

    /// Where a room stands if the entry is its next one. Compare and swap: the version before must be the last.
    pub(super) fn place(&mut self, at: &Connection, room: RoomId, entry: &Entry) -> Result<Head, StoreError> {
        let Remembered { head, names } = self.remember(at, room)?.ok_or(StoreError::Stale)?;
        if let Some(version) = name(entry).and_then(|name| names.get(&name)) {
            return Err(StoreError::Repeated(*version));
        }
        if head.version.checked_add(1) == Some(entry.version) { Ok(*head) } else { Err(StoreError::Stale) }
    }

    /// Takes over an entry that was written.
    pub(super) fn note(&mut self, room: RoomId, head: Head, entry: &Entry) {
        if let Some(remembered) = self.rooms.get_mut(&room) {
            remembered.head = head;
            if let Some(name) = name(entry) {
                remembered.names.insert(name, entry.version);
                self.names += 1;
            }
        }
    }

    fn remember(&mut self, at: &Connection, room: RoomId) -> Result<Option<&Remembered>, StoreError> {
        if !self.rooms.contains_key(&room) {
            let Some(remembered) = read(at, room)? else { return Ok(None) };
            self.names += remembered.names.len();
            self.rooms.insert(room, remembered);
            self.order.push_back(room);
            while self.names > MOST_NAMES && self.order.len() > 1 {
                let oldest = self.order.pop_front().and_then(|oldest| self.rooms.remove(&oldest));
                self.names -= oldest.map_or(0, |oldest| oldest.names.len());
            }
        }
        Ok(self.rooms.get(&room))
    }
}

fn name(entry: &Entry) -> Option<(u8, String)> {
    let client = entry.client.as_ref().map(ClientId::as_str)?;
    Some((entry.seat.map(Seat::number)?, client.to_owned()))
}

fn read(at: &Connection, room: RoomId) -> Result<Option<Remembered>, StoreError> {
    let head = at
        .prepare_cached("SELECT number, version, last FROM heads JOIN rooms USING (number) WHERE room = ?1")
        .and_then(|mut select| {
            let head = |row: &rusqlite::Row<'_>| {
                Ok(Head { number: row.get(0)?, version: row.get(1)?, last: row.get(2)? })
            };
            select.query_row(params![room.to_string()], head).optional()
        })
        .map_err(failed)?;
    let Some(head) = head else { return Ok(None) };
    let mut select = at
        .prepare_cached(
            "WITH RECURSIVE chain (id) AS (
                SELECT ?1 UNION ALL SELECT log.before FROM log JOIN chain USING (id) WHERE log.before IS NOT NULL)
            SELECT seat, client, version FROM chain JOIN log USING (id) WHERE client IS NOT NULL AND seat IS NOT NULL",
        )
        .map_err(failed)?;
    let rows = select
        .query_map(params![head.last], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))
        .map_err(failed)?;
    let names = rows.collect::<Result<_, _>>().map_err(failed)?;
    Ok(Some(Remembered { head, names }))
}
