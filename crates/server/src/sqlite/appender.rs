//! Appends entries to the log. Its statements are looked up once a commit, and not with every entry.

use numberline_rules::Seat;
use numberline_table::Name;
use rusqlite::{CachedStatement, Connection, params};

use super::execute;
use super::heads::Head;
use crate::entry::{LogEntry, RoomEvent};
use crate::id::ClientId;
use crate::store::StoreError;
use crate::sum;

/// Appends entries to the log, in one transaction.
pub(super) struct Appender<'a> {
    at: &'a Connection,
    entry: CachedStatement<'a>,
    head: CachedStatement<'a>,
}

impl<'a> Appender<'a> {
    pub(super) fn new(at: &'a Connection) -> Result<Self, StoreError> {
        let entry = at.prepare_cached(
            "INSERT INTO log (before, number, version, kind, seat, client, body, left1, left2, sum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?;
        let head = at.prepare_cached("UPDATE heads SET version = ?2, last = ?3 WHERE number = ?1")?;
        Ok(Self { at, entry, head })
    }

    /// Appends an entry and returns the room's new head.
    pub(super) fn append(&mut self, before: Head, entry: &LogEntry) -> Result<Head, StoreError> {
        let (at, number) = (self.at, before.number);
        let seat = entry.seat.map(Seat::number);
        let body = sum::body(&entry.event);
        let client = entry.client.as_ref().map(ClientId::as_str);
        let [left1, left2] = Seat::BOTH.map(|seat| sum::left(entry, seat));
        let (kind, sum) = (entry.event.kind(), sum::of_entry(before.sum, entry));
        self.entry.execute(params![
            before.last,
            number,
            entry.version,
            kind,
            seat,
            client,
            body,
            left1,
            left2,
            sum
        ])?;
        let head = Head { number, version: entry.version, last: Some(at.last_insert_rowid()), sum };
        self.head.execute(params![number, head.version, head.last])?;
        if let (RoomEvent::Joined { name: player, key }, Some(seat)) = (&entry.event, entry.seat) {
            let insert = "INSERT INTO keys (number, seat, hash) VALUES (?1, ?2, ?3)";
            execute(at, insert, params![number, seat.number(), key.0])?;
            let update = match seat {
                Seat::One => "UPDATE rooms SET name1 = ?2 WHERE number = ?1",
                Seat::Two => "UPDATE rooms SET name2 = ?2 WHERE number = ?1",
            };
            // A list calls a player without a name after the seat.
            let player = player.clone().unwrap_or_else(|| Name::of_seat(seat));
            execute(at, update, params![number, player.as_str()])?;
        }
        Ok(head)
    }
}
