//! Checksums that chain the entries of a room: each covers its predecessor's, so damage anywhere shows, and where.
//!
//! They find accidents, not forgeries: a program that can write the file can also write its checksums.

use std::borrow::Cow;

use numberline_rules::Seat;
use sha2::{Digest, Sha256};

use crate::entry::{LogEntry, RoomEvent};
use crate::id::{ClientId, RoomId};

/// The start of a room's chain: its name and its settings as they are stored.
pub(crate) fn of_room(room: RoomId, wish: &str) -> i64 {
    let mut sum = Sum::new("room");
    sum.text(Some(&room.to_string()));
    sum.text(Some(wish));
    sum.end()
}

/// The checksum of an entry, given its predecessor's.
pub(crate) fn of_entry(before: i64, entry: &LogEntry) -> i64 {
    let mut sum = Sum::new("entry");
    sum.number(before);
    sum.bytes(Some(&entry.version.to_le_bytes()));
    sum.text(Some(entry.event.kind()));
    sum.bytes(entry.seat.map(|seat| [seat.number()]).as_ref().map(<[u8; 1]>::as_slice));
    sum.text(entry.client.as_ref().map(ClientId::as_str));
    sum.text(body(&entry.event).as_deref());
    for seat in Seat::BOTH {
        sum.bytes(left(entry, seat).map(i64::to_le_bytes).as_ref().map(<[u8; 8]>::as_slice));
    }
    if let RoomEvent::Joined { key, .. } = &entry.event {
        sum.bytes(Some(&key.0));
    }
    sum.end()
}

/// The checksum of the choice that belongs to an entry. It is stored with the choice, because the entry's own must not
/// depend on a secret.
pub(crate) fn of_choice(entry: i64, chosen: &str) -> i64 {
    let mut sum = Sum::new("choice");
    sum.number(entry);
    sum.text(Some(chosen));
    sum.end()
}

/// The text that an event stores.
pub(crate) fn body(event: &RoomEvent) -> Option<Cow<'_, str>> {
    match event {
        RoomEvent::Joined { name, .. } => name.as_ref().map(|name| name.as_str().into()),
        RoomEvent::Moved { text } => Some(text.into()),
        RoomEvent::Rematched { room } => Some(room.to_string().into()),
        RoomEvent::Emoted { emote } => Some(<&str>::from(emote).into()),
        _ => None,
    }
}

/// The milliseconds that a seat's clock has left after an entry.
pub(crate) fn left(entry: &LogEntry, seat: Seat) -> Option<i64> {
    entry.left.as_ref().map(|left| i64::try_from(seat.of(left).as_millis()).unwrap_or(i64::MAX))
}

struct Sum(Sha256);

impl Sum {
    fn new(kind: &str) -> Self {
        Self(Sha256::new_with_prefix(kind))
    }

    fn number(&mut self, number: i64) {
        self.0.update(number.to_le_bytes());
    }

    fn text(&mut self, text: Option<&str>) {
        self.bytes(text.map(str::as_bytes));
    }

    /// With its length, so that no two lists of fields look the same.
    fn bytes(&mut self, bytes: Option<&[u8]>) {
        let length = bytes.map_or(u64::MAX, |bytes| bytes.len() as u64);
        self.0.update(length.to_le_bytes());
        self.0.update(bytes.unwrap_or_default());
    }

    /// The first 64 bits, which is enough to notice accidents.
    fn end(self) -> i64 {
        let digest = self.0.finalize();
        digest.iter().take(8).fold(0, |number, byte| (number << 8) | i64::from(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_depends_on_the_one_before_in_all_its_bits() {
        let event = RoomEvent::Resigned;
        let entry = LogEntry { version: 1, event, seat: Some(Seat::One), client: None, left: None };
        let checksums: [fn(i64, &LogEntry) -> i64; 2] = [of_entry, |before, _| of_choice(before, "5")];
        for checksum in checksums {
            let sums = || (0..64).map(|before| checksum(before, &entry));
            assert_eq!(sums().fold(-1, |all, sum| all & sum), 0, "a bit that is always set");
            assert_eq!(sums().fold(0, |any, sum| any | sum), -1, "a bit that is never set");
        }
    }
}
