//! The tables of the file, whose file it is, and how an older one is brought up to date.

use std::collections::HashMap;

use rusqlite::{Connection, TransactionBehavior, params};

use super::connection::{BESIDE_LOG, ENTRY, read_entry};
use crate::id::RoomId;
use crate::store::StoreError;
use crate::sum;

/// The application id that marks our files: `nlin`.
const APPLICATION: i64 = 0x6e6c_696e;

/// The schema version. A file with a newer one is left alone.
const SHAPE: i64 = 3;

/// The version before checksums, the time of a room's end, and the list of deleted rooms.
const WITHOUT_SUMS: i64 = 2;

/// Data written at the same time is stored close together, because a commit writes whole pages: the log only grows at
/// its end, each entry links to its room's previous one, and `heads` has the last entry of each room in a few bytes.
const SCHEMA: &str = "
    CREATE TABLE rooms (
        number INTEGER PRIMARY KEY,
        room TEXT NOT NULL UNIQUE,
        wish TEXT NOT NULL,
        listed INTEGER NOT NULL,
        standing TEXT NOT NULL,
        name1 TEXT, name2 TEXT,
        opened INTEGER NOT NULL DEFAULT (unixepoch()),
        sum INTEGER NOT NULL DEFAULT 0,
        finished INTEGER
    ) STRICT;
    CREATE INDEX rooms_by_standing ON rooms (standing, number) WHERE listed;
    CREATE TABLE log (
        id INTEGER PRIMARY KEY,
        before INTEGER,
        number INTEGER NOT NULL REFERENCES rooms,
        version INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        client TEXT,
        body TEXT,
        left1 INTEGER, left2 INTEGER,
        at INTEGER NOT NULL DEFAULT (unixepoch()),
        sum INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE heads (
        number INTEGER PRIMARY KEY REFERENCES rooms,
        version INTEGER NOT NULL,
        last INTEGER
    ) STRICT;
    CREATE TABLE keys (
        number INTEGER NOT NULL REFERENCES rooms,
        seat INTEGER NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (number, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pending (
        number INTEGER NOT NULL REFERENCES rooms,
        version INTEGER NOT NULL,
        chosen TEXT NOT NULL,
        sum INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (number, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE revealed (
        number INTEGER NOT NULL REFERENCES rooms,
        version INTEGER NOT NULL,
        chosen TEXT NOT NULL,
        sum INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (number, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
";

/// What came with the checksums, in new files and in older ones.
const ADDED: &str = "
    CREATE INDEX rooms_by_end ON rooms (finished) WHERE finished IS NOT NULL;
    CREATE TABLE deleted (
        id INTEGER PRIMARY KEY,
        room TEXT NOT NULL,
        at INTEGER NOT NULL DEFAULT (unixepoch())
    ) STRICT;
";

/// Adds the columns of the checksums to an older file.
const COLUMNS: &str = "
    ALTER TABLE rooms ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rooms ADD COLUMN finished INTEGER;
    ALTER TABLE log ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pending ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE revealed ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE rooms SET finished = (SELECT at FROM log JOIN heads ON log.id = heads.last
        WHERE heads.number = rooms.number) WHERE standing = 'over';
";

/// How a file compares with what this program writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// There is nothing in it yet.
    Empty,
    /// It is from an older version that we know.
    Older,
    /// It is as it should be.
    Current,
}

impl Shape {
    /// Looks at a file. Anything that is not ours is an error.
    pub(super) fn of(connection: &Connection) -> Result<Self, StoreError> {
        let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
        match (number("application_id")?, number("user_version")?) {
            (APPLICATION, SHAPE) => Ok(Self::Current),
            (APPLICATION, WITHOUT_SUMS) => Ok(Self::Older),
            (APPLICATION, other) => Err(StoreError::Failed(format!(
                "the file is from another version of numberline (its schema is {other}, this one knows {SHAPE})"
            ))),
            (0, 0) if number("page_count")? == 0 || number("schema_version")? == 0 => Ok(Self::Empty),
            _ => Err(StoreError::Failed("the file belongs to another program; choose another name".into())),
        }
    }
}

/// Creates the tables, or brings older ones up to date.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    match Shape::of(&transaction)? {
        Shape::Current => return Ok(()),
        Shape::Empty => {
            transaction.execute_batch(SCHEMA)?;
            transaction.execute_batch(ADDED)?;
        }
        Shape::Older => {
            transaction.execute_batch(COLUMNS)?;
            transaction.execute_batch(ADDED)?;
            fill_in_sums(&transaction)?;
        }
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", SHAPE)?;
    Ok(transaction.commit()?)
}

/// Chains the entries of an older file as they are. What cannot be read is left without a checksum, and its room counts
/// as damaged.
fn fill_in_sums(at: &Connection) -> Result<(), StoreError> {
    let mut chains = HashMap::new();
    {
        let mut rooms = at.prepare("SELECT number, room, wish FROM rooms")?;
        let mut rows = rooms.query([])?;
        let mut update = at.prepare("UPDATE rooms SET sum = ?2 WHERE number = ?1")?;
        while let Some(row) = rows.next()? {
            let (number, room, wish): (i64, String, String) = row.try_into()?;
            let Ok(room) = room.parse::<RoomId>() else { continue };
            let sum = sum::of_room(room, &wish);
            update.execute(params![number, sum])?;
            chains.insert(number, sum);
        }
    }
    let mut entries =
        at.prepare(&format!("SELECT id, log.number AS number, {ENTRY} FROM log {BESIDE_LOG} ORDER BY id"))?;
    let mut rows = entries.query([])?;
    let mut update = at.prepare("UPDATE log SET sum = ?2 WHERE id = ?1")?;
    let mut choices = ["pending", "revealed"]
        .map(|table| at.prepare(&format!("UPDATE {table} SET sum = ?3 WHERE number = ?1 AND version = ?2")));
    while let Some(row) = rows.next()? {
        let (id, number): (i64, i64) = (row.get("id")?, row.get("number")?);
        let (Some(chain), Ok(entry)) = (chains.get_mut(&number), read_entry(row)) else { continue };
        *chain = sum::of_entry(*chain, &entry);
        update.execute(params![id, *chain])?;
        if let Some(chosen) = row.get::<_, Option<String>>("chosen")? {
            for table in &mut choices {
                let table = table.as_mut().map_err(|error| StoreError::Failed(error.to_string()))?;
                table.execute(params![number, entry.version, sum::of_choice(*chain, &chosen)])?;
            }
        }
    }
    Ok(())
}
