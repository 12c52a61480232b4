//! An entry as the columns of a database, read back into what it says.

use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::Name;

use crate::entry::{LogEntry, RoomEvent};
use crate::id::{ClientId, KeyHash};

/// The columns of an entry.
pub(crate) struct StoredEntry {
    pub(crate) version: u64,
    pub(crate) kind: String,
    pub(crate) seat: Option<i64>,
    pub(crate) client: Option<String>,
    pub(crate) body: Option<String>,
    pub(crate) left: [Option<i64>; 2],
    /// The hash of the key of a player who sat down.
    pub(crate) hash: Option<[u8; 32]>,
}

impl StoredEntry {
    /// The entry, whatever its checksum says. Otherwise the name of a column that cannot be right.
    pub(crate) fn read(self) -> Result<LogEntry, &'static str> {
        let body = self.body.ok_or("body");
        let event = match self.kind.as_str() {
            "joined" => RoomEvent::Joined {
                name: body.ok().map(|name| Name::new(&name)).transpose().map_err(|_| "name")?,
                key: KeyHash(self.hash.ok_or("hash")?),
            },
            "moved" => RoomEvent::Moved { text: body? },
            "rematched" => RoomEvent::Rematched { room: body?.parse().map_err(|_| "room")? },
            "emoted" => RoomEvent::Emoted { emote: body?.parse().map_err(|_| "emote")? },
            word => RoomEvent::PLAIN.into_iter().find(|event| event.kind() == word).ok_or("kind")?,
        };
        let seat = match self.seat {
            None => None,
            Some(1) => Some(Seat::One),
            Some(2) => Some(Seat::Two),
            Some(_) => return Err("seat"),
        };
        let left = match self.left {
            [Some(one), Some(two)] => {
                Some([one, two].map(|left| Duration::from_millis(left.try_into().unwrap_or_default())))
            }
            _ => None,
        };
        let client = self.client.map(ClientId::try_from).transpose().map_err(|_| "client")?;
        Ok(LogEntry { version: self.version, event, seat, client, left })
    }
}
