//! Rooms in an SQLite file: an append-only log, and a separate table for choices that are still secret.

mod connection;
mod heads;
mod reader;

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::Name;
use rusqlite::{Connection, ErrorCode, Params, TransactionBehavior, params};

use crate::entry::{LogEntry, RoomEvent};
use crate::id::ClientId;
use crate::store::{Decision, NewRoom, SecretFate, Store, StoreError, Write};

use heads::{Head, Heads};

pub use connection::SqliteConnection;
pub use reader::SqliteReader;

/// Older versions can damage a file that is written while another connection restarts its log.
const OLDEST_SQLITE: i32 = 3_051_003;

/// The application id that marks our files: `nlin`.
const APPLICATION: i64 = 0x6e6c_696e;

/// The schema version. A file with a different one is left alone.
const SHAPE: i64 = 2;

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
        opened INTEGER NOT NULL DEFAULT (unixepoch())
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
        at INTEGER NOT NULL DEFAULT (unixepoch())
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
        PRIMARY KEY (number, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE revealed (
        number INTEGER NOT NULL REFERENCES rooms,
        version INTEGER NOT NULL,
        chosen TEXT NOT NULL,
        PRIMARY KEY (number, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
";

/// Rooms in an SQLite file.
pub struct Sqlite {
    connection: Connection,
    heads: Heads,
}

impl Sqlite {
    /// Opens the file, and creates it if it is missing.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            let old = format!("SQLite {} can damage files; at least 3.51.3 is needed", rusqlite::version());
            return Err(StoreError::Failed(old));
        }
        make_private(path)?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        // The owner of the file comes first: a foreign file must stay as it is.
        let empty = is_empty_or_ours(&connection)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "journal_size_limit", 1 << 24)?;
        // Each checkpoint waits for the disk once more.
        connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
        connection.set_prepared_statement_cache_capacity(32);
        if empty {
            let made = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another process may have been faster.
            if is_empty_or_ours(&made)? {
                made.execute_batch(SCHEMA)?;
                made.pragma_update(None, "application_id", APPLICATION)?;
                made.pragma_update(None, "user_version", SHAPE)?;
            }
            made.commit()?;
        }
        Ok(Self { connection, heads: Heads::default() })
    }

    /// Limits the file to this number of pages, for servers that share a disk; none for no limit. A file that is
    /// already larger stays as it is.
    pub fn set_most_pages(&self, most: Option<u32>) -> Result<(), StoreError> {
        // The pragma returns the value it has set.
        let most = most.unwrap_or(u32::MAX - 1);
        Ok(self.connection.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))?)
    }
}

/// Whether the file is still empty. A foreign file is an error.
fn is_empty_or_ours(connection: &Connection) -> Result<bool, StoreError> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let (application, shape) = (number("application_id")?, number("user_version")?);
    match (application, shape) {
        (APPLICATION, SHAPE) => Ok(false),
        (APPLICATION, other) => Err(StoreError::Failed(format!(
            "the file is from another version of numberline (its schema is {other}, this one knows {SHAPE})"
        ))),
        (0, 0) if number("page_count")? == 0 || number("schema_version")? == 0 => Ok(true),
        _ => Err(StoreError::Failed("the file belongs to another program; choose another name".into())),
    }
}

/// A new file is readable by its owner only, because it holds secret choices. SQLite gives its side files the same
/// mode.
fn make_private(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(StoreError::Failed(error.to_string())),
        _ => Ok(()),
    }
}

impl Store for Sqlite {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        match self.try_write(changes) {
            Ok(results) => results,
            Err(error) => {
                self.heads.forget();
                changes.iter().map(|_| Err(error.clone())).collect()
            }
        }
    }
}

impl Sqlite {
    /// One transaction for all changes. A refused change is refused before any of it is written, so it leaves no trace;
    /// a failure rolls back everything.
    fn try_write(&mut self, changes: &[Write]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        self.heads.refresh(&transaction)?;
        let mut results = Vec::with_capacity(changes.len());
        for change in changes {
            let result = write_one(&transaction, &mut self.heads, change);
            if let Err(error @ (StoreError::Full | StoreError::Busy | StoreError::Failed(_))) = result {
                return Err(error);
            }
            results.push(result);
        }
        transaction.commit()?;
        Ok(results)
    }
}

fn write_one(at: &Connection, heads: &mut Heads, change: &Write) -> Result<(), StoreError> {
    match change {
        Write::Open(opening) => open(at, opening),
        Write::Append { room, decision } => {
            let Decision { entry, secret, standing, opens } = &**decision;
            // Compare and swap: the previous version must be the last.
            let head =
                heads.find(at, *room)?.filter(|head| head.version.checked_add(1) == Some(entry.version));
            let head = head.ok_or(StoreError::Stale)?;
            opens.as_ref().map_or(Ok(()), |opening| open(at, opening))?;
            let head = append(at, head, entry)?;
            heads.keep(*room, head);
            let number = head.number;
            keep_secret(at, head, secret)?;
            standing.map_or(Ok(()), |standing| {
                let update = "UPDATE rooms SET standing = ?2 WHERE number = ?1";
                execute(at, update, params![number, <&str>::from(standing)])
            })
        }
        Write::Probe => execute(at, "INSERT OR REPLACE INTO probe (id, at) VALUES (1, unixepoch())", []),
    }
}

fn open(at: &Connection, opening: &NewRoom) -> Result<(), StoreError> {
    let NewRoom { room, wish, joined, standing } = opening;
    let text = serde_json::to_string(wish).map_err(|error| StoreError::Failed(error.to_string()))?;
    let opened = at
        .prepare_cached("INSERT OR IGNORE INTO rooms (room, wish, listed, standing) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![room.to_string(), text, wish.listed, <&str>::from(standing)])?;
    if opened == 0 {
        return Err(StoreError::Stale);
    }
    let head = Head { number: at.last_insert_rowid(), version: 0, last: None };
    execute(at, "INSERT INTO heads (number, version) VALUES (?1, ?2)", params![head.number, head.version])?;
    joined.iter().try_fold(head, |head, entry| append(at, head, entry)).map(|_| ())
}

/// Appends an entry to the log and returns the room's new head.
fn append(at: &Connection, before: Head, entry: &LogEntry) -> Result<Head, StoreError> {
    let number = before.number;
    let seat = entry.seat.map(Seat::number);
    let milliseconds = |seat: Seat| {
        entry.left.as_ref().map(|left| i64::try_from(seat.of(left).as_millis()).unwrap_or(i64::MAX))
    };
    let room;
    let body = match &entry.event {
        RoomEvent::Joined { name, .. } => name.as_ref().map(Name::as_str),
        RoomEvent::Moved { text } => Some(text.as_str()),
        RoomEvent::Rematched { room: next } => {
            room = next.to_string();
            Some(room.as_str())
        }
        _ => None,
    };
    let client = entry.client.as_ref().map(ClientId::as_str);
    let (left1, left2) = (milliseconds(Seat::One), milliseconds(Seat::Two));
    execute(
        at,
        "INSERT INTO log (before, number, version, kind, seat, client, body, left1, left2)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![before.last, number, entry.version, entry.event.kind(), seat, client, body, left1, left2],
    )?;
    let head = Head { number, version: entry.version, last: Some(at.last_insert_rowid()) };
    let update = "UPDATE heads SET version = ?2, last = ?3 WHERE number = ?1";
    execute(at, update, params![number, head.version, head.last])?;
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

/// Stores, reveals or deletes secret choices, as the room decided.
fn keep_secret(
    at: &Connection,
    Head { number, version, .. }: Head,
    fate: &SecretFate,
) -> Result<(), StoreError> {
    let forget = || execute(at, "DELETE FROM pending WHERE number = ?1", [number]);
    match fate {
        SecretFate::Untouched => Ok(()),
        SecretFate::Keep(text) => {
            let keep = "INSERT INTO pending (number, version, chosen) VALUES (?1, ?2, ?3)";
            execute(at, keep, params![number, version, text])
        }
        SecretFate::Reveal(text) => {
            let reveal = "INSERT INTO revealed SELECT number, version, chosen FROM pending WHERE number = ?1
                UNION ALL VALUES (?1, ?2, ?3)";
            execute(at, reveal, params![number, version, text])?;
            forget()
        }
        SecretFate::Forget => forget(),
    }
}

fn execute(at: &Connection, statement: &str, parameters: impl Params) -> Result<(), StoreError> {
    at.prepare_cached(statement)?.execute(parameters)?;
    Ok(())
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            // The shared-memory file cannot grow, either.
            Some(ErrorCode::SystemIoFailure) if is_no_space(&error) => Self::Full,
            Some(ErrorCode::DatabaseBusy) => Self::Busy,
            _ => Self::Failed(error.to_string()),
        }
    }
}

fn is_no_space(error: &rusqlite::Error) -> bool {
    let rusqlite::Error::SqliteFailure(error, _) = error else { return false };
    error.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE
}
