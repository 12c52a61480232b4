//! Rooms looked up in an SQLite file over a read-only connection. Every call blocks until the file has answered.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use crate::archive::StoredRow;
use crate::entry::LogEntry;
use crate::id::RoomId;
use crate::room::DamagedLogError;
use crate::store::{CHALLENGE_SECONDS, Kept, RoomRow, RoomStanding, StoreError};
use crate::stored::StoredEntry;
use crate::sum;

/// The columns of an entry, with the choice and the key that belong to it.
pub(super) const ENTRY: &str =
    "log.version AS version, kind, log.seat AS seat, client, body, left1, left2, hash, log.sum AS sum,
    coalesce(revealed.chosen, pending.chosen) AS chosen, coalesce(revealed.sum, pending.sum) AS chosen_sum";

/// Where they come from, besides the log.
pub(super) const BESIDE_LOG: &str =
    "LEFT JOIN revealed ON revealed.number = log.number AND revealed.version = log.version
    LEFT JOIN pending ON pending.number = log.number AND pending.version = log.version
    LEFT JOIN keys ON kind = 'joined' AND keys.number = log.number AND keys.seat = log.seat";

/// A read-only connection to an SQLite file.
pub struct SqliteConnection(Connection);

impl SqliteConnection {
    /// Opens an existing file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(Duration::from_secs(5))?;
            connection.set_prepared_statement_cache_capacity(16);
            Ok(Self(connection))
        };
        open().map_err(unreadable)
    }

    /// Opens an existing file for an operator, if this version knows its tables.
    pub(crate) fn open_current(path: &Path) -> Result<Self, StoreError> {
        let file = Self::open(path)?;
        super::check_current(&file.0)?;
        Ok(file)
    }

    /// A room with the entries after a version. Every entry is compared with its checksum.
    pub fn load(&self, room: RoomId, after: u64) -> Result<Option<Kept>, StoreError> {
        // Everything is read in one transaction; otherwise an entry could appear without its move.
        let moment = self.0.unchecked_transaction().map_err(unreadable)?;
        let select = "SELECT number, wish, rooms.sum, version FROM rooms LEFT JOIN heads USING (number) WHERE room = ?1";
        let found = moment
            .prepare_cached(select)
            .and_then(|mut select| {
                let read = |row: &Row<'_>| <(i64, String, i64, Option<u64>)>::try_from(row);
                select.query_row([room.to_string()], read).optional()
            })
            .map_err(unreadable)?;
        let Some((number, text, start, version)) = found else { return Ok(None) };
        let wish = serde_json::from_str(&text).ok().filter(|_| sum::of_room(room, &text) == start);
        let (Some(wish), Some(version)) = (wish, version) else {
            return Err(DamagedLogError { version: 0 }.into());
        };
        let mut log = Vec::new();
        let mut select = moment.prepare_cached(&chained()).map_err(unreadable)?;
        let mut rows = select.query(params![number, after, start]).map_err(unreadable)?;
        while let Some(row) = rows.next().map_err(unreadable)? {
            let place = after + 1 + log.len() as u64;
            log.push(check(row, place).ok_or(DamagedLogError { version: place })?);
        }
        let last = after + log.len() as u64;
        if last < version {
            // The chain breaks off: an entry is missing.
            return Err(DamagedLogError { version: last + 1 }.into());
        }
        Ok(Some(Kept { wish, log }))
    }

    /// The choice that waits for the other seat's.
    pub fn waiting(&self, room: RoomId) -> Result<Option<String>, StoreError> {
        let select = "SELECT chosen FROM pending JOIN rooms USING (number) WHERE room = ?1";
        self.one(select, room)
    }

    /// The number of entries of a room; 0 if the room does not exist.
    pub fn version(&self, room: RoomId) -> Result<u64, StoreError> {
        let select = "SELECT version FROM heads JOIN rooms USING (number) WHERE room = ?1";
        Ok(self.one(select, room)?.unwrap_or_default())
    }

    fn one<T: FromSql>(&self, select: &str, room: RoomId) -> Result<Option<T>, StoreError> {
        let found = self
            .0
            .prepare_cached(select)
            .and_then(|mut select| select.query_row([room.to_string()], |row| row.get(0)).optional());
        found.map_err(unreadable)
    }

    /// The newest listed rooms with a standing.
    pub fn list(&self, standing: RoomStanding, most: u32) -> Result<Vec<RoomRow>, StoreError> {
        let select = "SELECT room, wish, name1, name2, version FROM rooms JOIN heads USING (number)
            WHERE listed AND standing = ?1 AND (standing <> 'open' OR opened > unixepoch() - ?3)
            ORDER BY number DESC LIMIT ?2";
        let mut select = self.0.prepare_cached(select).map_err(unreadable)?;
        let rows = select
            .query_map(params![<&str>::from(standing), most, CHALLENGE_SECONDS], |row| Ok(read_row(row)))
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(unreadable)?;
        // A damaged room says so to those who open it; the others are listed.
        Ok(rows.into_iter().flatten().collect())
    }

    /// All rooms, newest first, and the names of those that are too damaged to be listed.
    pub(crate) fn all(&self) -> Result<(Vec<StoredRow>, Vec<String>), StoreError> {
        let select = "SELECT room, wish, name1, name2, coalesce(version, 0) AS version, standing, listed, opened, finished
            FROM rooms LEFT JOIN heads USING (number) ORDER BY number DESC";
        let mut select = self.0.prepare(select).map_err(unreadable)?;
        let mut rows = select.query([]).map_err(unreadable)?;
        let (mut sound, mut damaged) = (Vec::new(), Vec::new());
        while let Some(row) = rows.next().map_err(unreadable)? {
            match read_stored(row) {
                Some(stored) => sound.push(stored),
                None => damaged.push(row.get("room").map_err(unreadable)?),
            }
        }
        Ok((sound, damaged))
    }

    /// Copies everything into an empty file.
    pub(crate) fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        let path =
            path.to_str().ok_or_else(|| StoreError::Failed("the name of the copy is not text".into()))?;
        self.0.execute("VACUUM INTO ?1", [path])?;
        Ok(())
    }

    /// The rooms deleted after that number, and the newest number; without a number, only the newest.
    pub fn deleted(&self, after: Option<u64>) -> Result<(u64, Vec<RoomId>), StoreError> {
        let newest = "SELECT coalesce(max(id), 0) FROM deleted";
        let newest =
            self.0.prepare_cached(newest).and_then(|mut newest| newest.query_row([], |row| row.get(0)));
        let newest: u64 = newest.map_err(unreadable)?;
        let Some(after) = after.filter(|after| *after < newest) else { return Ok((newest, Vec::new())) };
        let mut select =
            self.0.prepare_cached("SELECT room FROM deleted WHERE id > ?1").map_err(unreadable)?;
        let names = select.query_map([after], |row| row.get::<_, String>(0));
        let names = names.and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(unreadable)?;
        Ok((newest, names.iter().filter_map(|name| name.parse().ok()).collect()))
    }
}

/// The entries of a room after a version, each with its predecessor's checksum. The depth is bounded, because damaged
/// links may lead in a circle.
fn chained() -> String {
    format!(
        "WITH RECURSIVE chain (id, before, rest) AS (
            SELECT log.id, log.before, heads.version - ?2 FROM heads JOIN log ON log.id = last
                WHERE heads.number = ?1 AND heads.version > ?2
            UNION ALL SELECT log.id, log.before, rest - 1 FROM chain JOIN log ON log.id = chain.before WHERE rest > 1)
        SELECT coalesce((SELECT sum FROM log AS earlier WHERE earlier.id = chain.before), ?3) AS before_sum, {ENTRY}
        FROM chain JOIN log ON log.id = chain.id {BESIDE_LOG} ORDER BY rest"
    )
}

/// An entry with the choice that it does not reveal; none if it is not what was written at this place.
fn check(row: &Row<'_>, place: u64) -> Option<(LogEntry, Option<String>)> {
    let entry = read_entry(row).ok().filter(|entry| entry.version == place)?;
    let sum: i64 = row.get("sum").ok()?;
    let chosen: Option<String> = row.get("chosen").ok()?;
    let chosen_sum: Option<i64> = row.get("chosen_sum").ok()?;
    let is_sound = sum::of_entry(row.get("before_sum").ok()?, &entry) == sum
        && chosen.as_ref().is_none_or(|chosen| chosen_sum == Some(sum::of_choice(sum, chosen)));
    is_sound.then_some((entry, chosen))
}

fn read_row(row: &Row<'_>) -> Option<RoomRow> {
    Some(RoomRow {
        room: row.get::<_, String>("room").ok()?.parse().ok()?,
        wish: serde_json::from_str(&row.get::<_, String>("wish").ok()?).ok()?,
        names: [row.get("name1").ok()?, row.get("name2").ok()?],
        version: row.get("version").ok()?,
    })
}

fn read_stored(row: &Row<'_>) -> Option<StoredRow> {
    let standing: String = row.get("standing").ok()?;
    Some(StoredRow {
        row: read_row(row)?,
        standing: RoomStanding::named(&standing)?,
        listed: row.get("listed").ok()?,
        opened: row.get("opened").ok()?,
        finished: row.get("finished").ok()?,
    })
}

/// A read that failed has changed nothing, and is not called a write.
fn unreadable(error: rusqlite::Error) -> StoreError {
    match StoreError::from(error) {
        StoreError::Failed(why) => StoreError::Unreadable(why),
        StoreError::Full => StoreError::Unreadable("the disk is full".into()),
        other => other,
    }
}

/// Reads an entry, whatever its checksum says.
pub(super) fn read_entry(row: &Row<'_>) -> Result<LogEntry, StoreError> {
    let stored = StoredEntry {
        version: row.get("version")?,
        kind: row.get("kind")?,
        seat: row.get("seat")?,
        client: row.get("client")?,
        body: row.get("body")?,
        left: [row.get("left1")?, row.get("left2")?],
        hash: row.get("hash")?,
    };
    stored.read().map_err(|column| StoreError::Failed(format!("the file is damaged: {column}")))
}
