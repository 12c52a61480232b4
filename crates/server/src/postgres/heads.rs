//! The heads of the rooms that this server wrote to or looked up most recently, so that a move needs no lookup before its
//! write. They may be out of date: the key of the log decides, and a head that is behind is looked up again.

use std::collections::HashMap;

use super::link::{Fault, Link, fault};
use crate::id::RoomId;

/// The size of the cache. Beyond it all heads are dropped, and active rooms come back.
const MOST: usize = 100_000;

/// The last entry of a room.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// The number of the room.
    pub(super) number: i64,
    /// The version of the entry.
    pub(super) version: u64,
    /// Its checksum, or the room's own before the first entry.
    pub(super) sum: i64,
}

/// A cache of heads.
#[derive(Default)]
pub(super) struct Heads(HashMap<RoomId, Head>);

impl Heads {
    /// Looks up the rooms whose heads are missing, or behind the entry that is to be written next.
    pub(super) async fn learn(
        &mut self,
        link: &Link,
        wanted: impl Iterator<Item = (RoomId, u64)>,
    ) -> Result<(), Fault> {
        if self.0.len() > MOST {
            self.forget();
        }
        let is_behind = |(room, next): &(RoomId, u64)| {
            self.0.get(room).is_none_or(|head| head.version.saturating_add(1) < *next)
        };
        let names: Vec<String> = wanted.filter(is_behind).map(|(room, _)| room.to_string()).collect();
        if names.is_empty() {
            return Ok(());
        }
        for row in link.client.query(&link.heads, &[&names]).await.map_err(fault)? {
            let Ok(room) = row.get::<_, &str>(0).parse() else { continue };
            let head =
                Head { number: row.get(1), version: row.get::<_, i64>(2).unsigned_abs(), sum: row.get(3) };
            self.0.insert(room, head);
        }
        Ok(())
    }

    pub(super) fn get(&self, room: RoomId) -> Option<Head> {
        self.0.get(&room).copied()
    }

    pub(super) fn keep(&mut self, room: RoomId, head: Head) {
        self.0.insert(room, head);
    }

    pub(super) fn drop(&mut self, room: RoomId) {
        self.0.remove(&room);
    }

    /// After a reconnect: another server may have taken over.
    pub(super) fn forget(&mut self) {
        self.0 = HashMap::new();
    }
}
