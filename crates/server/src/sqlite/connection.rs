//! Rooms looked up in an SQLite file over a read-only connection. Every call blocks until the file has answered.

use std::path::Path;
use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::Name;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::entry::{LogEntry, RoomEvent};
use crate::id::{ClientId, KeyHash, RoomId};
use crate::store::{Kept, RoomPhase, RoomRow, StoreError};

/// How long a challenge is listed. Hardly any player waits longer; the link stays valid.
const CHALLENGE_SECONDS: u32 = 3 * 3_600;

/// A read-only connection to an SQLite file.
pub struct SqliteConnection(Connection);

impl SqliteConnection {
    /// Opens an existing file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.set_prepared_statement_cache_capacity(16);
        Ok(Self(connection))
    }

    /// A room with the entries after a version.
    pub fn load(&self, room: RoomId, after: u64) -> Result<Option<Kept>, StoreError> {
        // Everything is read in one transaction; otherwise an entry could appear without its move.
        let moment = self.0.unchecked_transaction()?;
        let found = moment
            .prepare_cached("SELECT number, wish FROM rooms WHERE room = ?1")?
            .query_row([room.to_string()], |row| <(i64, String)>::try_from(row))
            .optional()?;
        let Some((number, wish)) = found else { return Ok(None) };
        let wish = serde_json::from_str(&wish).map_err(|_| damaged("wish"))?;
        let mut select = moment.prepare_cached(
            "WITH RECURSIVE chain (id) AS (
                SELECT last FROM heads WHERE number = ?1 AND version > ?2
                UNION ALL SELECT log.before FROM log JOIN chain USING (id) WHERE log.version > ?2 + 1)
            SELECT log.version, kind, log.seat, client, body, left1, left2, hash,
                coalesce(revealed.chosen, pending.chosen) AS chosen
            FROM chain JOIN log USING (id)
            LEFT JOIN revealed ON revealed.number = log.number AND revealed.version = log.version
            LEFT JOIN pending ON pending.number = log.number AND pending.version = log.version
            LEFT JOIN keys ON kind = 'joined' AND keys.number = log.number AND keys.seat = log.seat
            ORDER BY log.version",
        )?;
        let mut rows = select.query(params![number, after])?;
        let mut log = Vec::new();
        while let Some(row) = rows.next()? {
            log.push((read_entry(row)?, row.get("chosen")?));
        }
        Ok(Some(Kept { wish, log }))
    }

    /// The choice that waits for the other seat's.
    pub fn waiting(&self, room: RoomId) -> Result<Option<String>, StoreError> {
        let select = "SELECT chosen FROM pending JOIN rooms USING (number) WHERE room = ?1";
        Ok(self.0.prepare_cached(select)?.query_row([room.to_string()], |row| row.get(0)).optional()?)
    }

    /// The number of entries of a room; 0 if the room does not exist.
    pub fn version(&self, room: RoomId) -> Result<u64, StoreError> {
        let select = "SELECT version FROM heads JOIN rooms USING (number) WHERE room = ?1";
        let found =
            self.0.prepare_cached(select)?.query_row([room.to_string()], |row| row.get(0)).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// The newest listed rooms with a standing.
    pub fn list(&self, standing: RoomPhase, most: u32) -> Result<Vec<RoomRow>, StoreError> {
        let mut select = self.0.prepare_cached(
            "SELECT room, wish, name1, name2, version FROM rooms JOIN heads USING (number)
            WHERE listed AND standing = ?1 AND (standing <> 'open' OR opened > unixepoch() - ?3)
            ORDER BY number DESC LIMIT ?2",
        )?;
        let mut rows = select.query(params![<&str>::from(standing), most, CHALLENGE_SECONDS])?;
        let mut listed = Vec::new();
        while let Some(row) = rows.next()? {
            let (room, wish): (String, String) = (row.get("room")?, row.get("wish")?);
            listed.push(RoomRow {
                room: room.parse().map_err(|_| damaged("room"))?,
                wish: serde_json::from_str(&wish).map_err(|_| damaged("wish"))?,
                names: [row.get("name1")?, row.get("name2")?],
                version: row.get("version")?,
            });
        }
        Ok(listed)
    }
}

fn read_entry(row: &rusqlite::Row<'_>) -> Result<LogEntry, StoreError> {
    let kind: String = row.get("kind")?;
    let body: Option<String> = row.get("body")?;
    let body = body.ok_or_else(|| damaged("body"));
    let event = match kind.as_str() {
        "joined" => RoomEvent::Joined {
            name: body.ok().map(|name| Name::new(&name)).transpose().map_err(|_| damaged("name"))?,
            key: KeyHash(row.get("hash")?),
        },
        "moved" => RoomEvent::Moved { text: body? },
        "rematched" => RoomEvent::Rematched { room: body?.parse().map_err(|_| damaged("room"))? },
        word => {
            let known = RoomEvent::PLAIN.into_iter().find(|event| event.kind() == word);
            known.ok_or_else(|| damaged("kind"))?
        }
    };
    let seat = match row.get::<_, Option<i64>>("seat")? {
        None => None,
        Some(1) => Some(Seat::One),
        Some(2) => Some(Seat::Two),
        Some(_) => return Err(damaged("seat")),
    };
    let left: [Option<i64>; 2] = [row.get("left1")?, row.get("left2")?];
    let client: Option<String> = row.get("client")?;
    Ok(LogEntry {
        version: row.get("version")?,
        event,
        seat,
        client: client.map(ClientId::try_from).transpose().map_err(|_| damaged("client"))?,
        left: match left {
            [Some(one), Some(two)] => {
                Some([one, two].map(|left| Duration::from_millis(left.try_into().unwrap_or_default())))
            }
            _ => None,
        },
    })
}

fn damaged(column: &str) -> StoreError {
    StoreError::Failed(format!("the file is damaged: {column}"))
}
