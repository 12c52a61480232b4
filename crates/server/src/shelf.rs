//! Rooms looked up in the SQLite file, over a connection that only reads.

use std::path::Path;
use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::Name;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::charter::Wish;
use crate::entry::{Deed, Entry};
use crate::id::{ClientId, KeyHash, RoomId};
use crate::sqlite::failed;
use crate::store::{Kept, Row, Shelf, Standing, StoreError};

/// How long a challenge is listed. Whoever opened it has hardly waited for longer; their link stays good.
const CHALLENGE_SECONDS: u32 = 3 * 3_600;

/// Reads rooms from an SQLite file.
pub struct SqliteShelf {
    connection: Connection,
}

impl SqliteShelf {
    /// Opens a file that is there.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(16);
        Ok(Self { connection })
    }
}

impl Shelf for SqliteShelf {
    fn load(&self, room: RoomId, after: u64) -> Result<Option<Kept>, StoreError> {
        // Everything is read in one transaction, or an entry could be there without the move it goes with.
        let moment = self.connection.unchecked_transaction().map_err(failed)?;
        let found: Option<(i64, String)> = moment
            .prepare_cached("SELECT number, wish FROM rooms WHERE room = ?1")
            .and_then(|mut select| {
                select.query_row(params![room.to_string()], |row| Ok((row.get(0)?, row.get(1)?))).optional()
            })
            .map_err(failed)?;
        let Some((number, wish)) = found else { return Ok(None) };
        let wish = serde_json::from_str(&wish).map_err(|_| damaged("wish"))?;
        let mut select = moment
            .prepare_cached(
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
            )
            .map_err(failed)?;
        let mut rows = select.query(params![number, after]).map_err(failed)?;
        let mut log = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            log.push((read_entry(row)?, row.get("chosen").map_err(failed)?));
        }
        Ok(Some(Kept { wish, log }))
    }

    fn waiting(&self, room: RoomId) -> Result<Option<String>, StoreError> {
        self.connection
            .prepare_cached("SELECT chosen FROM pending JOIN rooms USING (number) WHERE room = ?1")
            .and_then(|mut select| select.query_row(params![room.to_string()], |row| row.get(0)).optional())
            .map_err(failed)
    }

    fn version(&self, room: RoomId) -> Result<u64, StoreError> {
        self.connection
            .prepare_cached("SELECT version FROM heads JOIN rooms USING (number) WHERE room = ?1")
            .and_then(|mut select| select.query_row(params![room.to_string()], |row| row.get(0)).optional())
            .map(Option::unwrap_or_default)
            .map_err(failed)
    }

    fn list(&self, standing: Standing, most: u32) -> Result<Vec<Row>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached(
                "SELECT room, wish, name1, name2, version FROM rooms JOIN heads USING (number)
                WHERE listed AND standing = ?1 AND (standing <> 'open' OR opened > unixepoch() - ?3)
                ORDER BY number DESC LIMIT ?2",
            )
            .map_err(failed)?;
        let mut rows = select.query(params![standing.word(), most, CHALLENGE_SECONDS]).map_err(failed)?;
        let mut listed = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let room: String = row.get("room").map_err(failed)?;
            let wish: String = row.get("wish").map_err(failed)?;
            listed.push(Row {
                room: room.parse().map_err(|_| damaged("room"))?,
                wish: serde_json::from_str::<Wish>(&wish).map_err(|_| damaged("wish"))?,
                names: [row.get("name1").map_err(failed)?, row.get("name2").map_err(failed)?],
                version: row.get("version").map_err(failed)?,
            });
        }
        Ok(listed)
    }
}

fn read_entry(row: &rusqlite::Row<'_>) -> Result<Entry, StoreError> {
    let kind: String = row.get("kind").map_err(failed)?;
    let body: Option<String> = row.get("body").map_err(failed)?;
    let body = body.ok_or_else(|| damaged("body"));
    let deed = match kind.as_str() {
        "joined" => Deed::Joined {
            name: Name::new(&body?).map_err(|_| damaged("name"))?,
            key: KeyHash(row.get("hash").map_err(failed)?),
        },
        "moved" => Deed::Moved { text: body? },
        "chose" => Deed::Chose,
        "offered draw" => Deed::OfferedDraw,
        "agreed draw" => Deed::AgreedDraw,
        "resigned" => Deed::Resigned,
        "asked back" => Deed::AskedBack,
        "took back" => Deed::TookBack,
        "declined" => Deed::Declined,
        "ran out" => Deed::RanOut,
        "next round" => Deed::NextRound,
        "offered rematch" => Deed::OfferedRematch,
        "rematched" => Deed::Rematched { room: body?.parse().map_err(|_| damaged("room"))? },
        _ => return Err(damaged("kind")),
    };
    let seat = match row.get::<_, Option<i64>>("seat").map_err(failed)? {
        None => None,
        Some(1) => Some(Seat::One),
        Some(2) => Some(Seat::Two),
        Some(_) => return Err(damaged("seat")),
    };
    let left: [Option<i64>; 2] = [row.get("left1").map_err(failed)?, row.get("left2").map_err(failed)?];
    let client: Option<String> = row.get("client").map_err(failed)?;
    Ok(Entry {
        version: row.get("version").map_err(failed)?,
        deed,
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
