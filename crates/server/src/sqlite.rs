//! Rooms in an SQLite file: an append-only log, and a separate table for choices that are still secret.

mod appender;
mod claim;
mod connection;
mod failure;
mod files;
mod heads;
mod reader;
mod removal;
mod schema;
mod upkeep;

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, Params, TransactionBehavior, params};

use crate::id::RoomId;
use crate::store::{
    Decision, NewRoom, RoomStanding, SecretFate, StopReason, Store, StoreError, StoreLimits, Write,
};
use crate::sum;

use appender::Appender;
use claim::Claim;
use files::Files;
use heads::{Head, Heads};
use schema::Shape;

pub use connection::SqliteConnection;
pub use reader::SqliteReader;
pub use upkeep::RolledBack;

/// Older versions can damage a file that is written while another connection restarts its log.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Rooms in an SQLite file.
pub struct Sqlite {
    connection: Connection,
    heads: Heads,
    files: Files,
    /// Why nothing is written any more.
    stopped: Option<StopReason>,
    /// Only a server has one. It is released after the connection is closed.
    claim: Option<Claim>,
    rolled_back: Option<RolledBack>,
    limits: StoreLimits,
    /// How many changes are in the write-ahead log alone, at least.
    since_checkpoint: usize,
    /// Whether the write-ahead log may hold something of a deleted room.
    holds_deleted: bool,
    /// When finished rooms were last looked for.
    swept: Option<Instant>,
}

impl Sqlite {
    /// Opens the file, and creates it if it is missing.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        make_private(path)?;
        let mut connection = connect(path)?;
        // The owner of the file comes first: a foreign file must stay as it is.
        let shape = Shape::of(&connection)?;
        if shape == Shape::Empty {
            // Pages that deleted rooms leave can be given back.
            connection.pragma_update(None, "auto_vacuum", "incremental")?;
        }
        connection.pragma_update(None, "journal_mode", "wal")?;
        if shape != Shape::Current {
            schema::prepare(&mut connection)?;
        }
        Ok(Self::new(connection, path))
    }

    /// Opens a file that exists and is up to date, beside the server that may be running on it.
    pub(crate) fn open_existing(path: &Path) -> Result<Self, StoreError> {
        let connection = connect(path)?;
        check_current(&connection)?;
        Ok(Self::new(connection, path))
    }

    fn new(connection: Connection, path: &Path) -> Self {
        Self {
            connection,
            heads: Heads::default(),
            files: Files::of(path),
            stopped: None,
            claim: None,
            rolled_back: None,
            limits: StoreLimits::default(),
            since_checkpoint: 0,
            holds_deleted: false,
            swept: None,
        }
    }

    /// Deletes rooms with everything about them, or none if one of them is missing: its name is returned.
    pub(crate) fn delete(&mut self, rooms: &[RoomId]) -> Result<Option<RoomId>, StoreError> {
        self.heads.forget();
        let missing = self.transact(|at, _| {
            let mut missing = None;
            for room in rooms {
                if !removal::delete(at, *room)? {
                    missing = Some(*room);
                    break;
                }
            }
            // A transaction that is not committed leaves no trace.
            Ok((missing, missing.is_none()))
        })?;
        if missing.is_none() {
            self.holds_deleted = true;
            self.grow(rooms.len());
            self.checkpoint();
        }
        Ok(missing)
    }

    /// Limits the file to this number of pages, for servers that share a disk; none for no limit. A file that is
    /// already larger stays as it is.
    pub fn set_most_pages(&self, most: Option<u32>) -> Result<(), StoreError> {
        // The pragma returns the value it has set.
        let most = most.unwrap_or(u32::MAX - 1);
        Ok(self.connection.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))?)
    }
}

/// A connection that commits to disk.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        let old = format!("SQLite {} can damage files; at least 3.51.3 is needed", rusqlite::version());
        return Err(StoreError::Failed(old));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "journal_size_limit", upkeep::LONGEST_LOG_BYTES)?;
    // A failed checkpoint must not go unnoticed, so we run them ourselves.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    // Deleting a room would search the whole log for references to it.
    connection.pragma_update(None, "foreign_keys", false)?;
    // What is deleted is overwritten, not just forgotten.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// An operator's command changes nothing about the tables of a file.
fn check_current(connection: &Connection) -> Result<(), StoreError> {
    match Shape::of(connection)? {
        Shape::Current => Ok(()),
        Shape::Empty => Err(StoreError::Failed("there are no games in the file".into())),
        Shape::Older => {
            let old = "the file is from an older version; start the server once to bring it up to date";
            Err(StoreError::Failed(old.into()))
        }
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
        let most = self.limits.most_with_new_rooms();
        let written = self.transact(|at, heads| {
            let mut appender = Appender::new(at)?;
            let mut results = Vec::with_capacity(changes.len());
            for change in changes {
                let result = write_one(at, &mut appender, heads, change, most);
                if let Err(error) = &result
                    && error.fails_commit()
                {
                    return Err(error.clone());
                }
                results.push(result);
            }
            Ok(((results, heads.newest()), true))
        });
        match written {
            Ok((results, newest)) => {
                if let (Some(claim), Some(mark)) = (&mut self.claim, newest) {
                    claim.set(mark);
                }
                self.grow(changes.len());
                results
            }
            Err(error) => changes.iter().map(|_| Err(error.clone())).collect(),
        }
    }

    fn tend(&mut self, idle: bool) {
        if self.stopped.is_none() {
            self.keep_house(idle);
        }
    }
}

impl Sqlite {
    /// One transaction. What fails before the commit is rolled back and leaves no trace. If the commit itself fails, it
    /// is unknown whether it is on disk, and nothing is written after it: the next start finds out.
    ///
    /// The work returns its answer, and whether to commit.
    fn transact<T>(
        &mut self,
        work: impl FnOnce(&Connection, &mut Heads) -> Result<(T, bool), StoreError>,
    ) -> Result<T, StoreError> {
        if let Some(reason) = self.stopped {
            return Err(StoreError::Stopped(reason));
        }
        let heads = &mut self.heads;
        let begun = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let worked = begun.map_err(StoreError::from).and_then(|transaction| {
            heads.refresh(&transaction)?;
            let (answer, commits) = work(&transaction, heads)?;
            Ok((answer, if commits { transaction.commit() } else { transaction.rollback() }))
        });
        let (answer, ended) = worked.inspect_err(|_| self.heads.forget())?;
        if let Err(error) = ended {
            self.heads.forget();
            let is_undone = failure::is_undone(&error);
            return Err(if is_undone { error.into() } else { self.stop(StopReason::Disk, &error) });
        }
        // Nothing is acknowledged that went into a file which nobody will find again.
        if !self.files.are_in_place() {
            return Err(self.stop(StopReason::Moved, &"the open file is not the one at its path"));
        }
        Ok(answer)
    }

    /// Writes nothing from now on. The outcome of what was being written is unknown.
    fn stop(&mut self, reason: StopReason, why: &dyn std::fmt::Display) -> StoreError {
        tracing::error!(%why, "saving has stopped, because {reason}; restart the server");
        self.stopped = Some(reason);
        StoreError::Unsure
    }
}

fn write_one(
    at: &Connection,
    appender: &mut Appender<'_>,
    heads: &mut Heads,
    change: &Write,
    most: Option<u64>,
) -> Result<(), StoreError> {
    match change {
        Write::Open(opening) => open(at, appender, heads, opening, most),
        Write::Append { room, decision } => {
            let Decision { entry, secret, standing, opens } = &**decision;
            // Compare and swap: the previous version must be the last.
            let head =
                heads.find(at, *room)?.filter(|head| head.version.checked_add(1) == Some(entry.version));
            let head = head.ok_or(StoreError::Stale)?;
            opens.as_ref().map_or(Ok(()), |opening| open(at, appender, heads, opening, most))?;
            let head = appender.append(head, entry)?;
            heads.keep(*room, head);
            keep_secret(at, head, secret)?;
            standing.map_or(Ok(()), |standing| {
                let update =
                    "UPDATE rooms SET standing = ?2, finished = iif(?3, unixepoch(), NULL) WHERE number = ?1";
                let is_over = standing == RoomStanding::Over;
                execute(at, update, params![head.number, <&str>::from(standing), is_over])
            })
        }
        Write::Date { room, opened, finished } => {
            let update = "UPDATE rooms SET opened = ?2, finished = ?3 WHERE room = ?1";
            execute(at, update, params![room.to_string(), opened, finished])
        }
        Write::Probe => execute(at, "INSERT OR REPLACE INTO probe (id, at) VALUES (1, unixepoch())", []),
    }
}

fn open(
    at: &Connection,
    appender: &mut Appender<'_>,
    heads: &mut Heads,
    opening: &NewRoom,
    most: Option<u64>,
) -> Result<(), StoreError> {
    let NewRoom { room, wish, joined, standing } = opening;
    let text = serde_json::to_string(wish).map_err(|error| StoreError::Failed(error.to_string()))?;
    if let Some(most) = most
        && upkeep::used_bytes(at)? >= most
    {
        return Err(StoreError::NoSpace);
    }
    let sum = sum::of_room(*room, &text);
    let insert =
        "INSERT OR IGNORE INTO rooms (room, wish, listed, standing, sum) VALUES (?1, ?2, ?3, ?4, ?5)";
    let opened = at.prepare_cached(insert)?.execute(params![
        room.to_string(),
        text,
        wish.listed,
        <&str>::from(standing),
        sum
    ])?;
    if opened == 0 {
        return Err(StoreError::Stale);
    }
    let head = Head { number: at.last_insert_rowid(), version: 0, last: None, sum };
    execute(at, "INSERT INTO heads (number, version) VALUES (?1, ?2)", params![head.number, head.version])?;
    let head = joined.iter().try_fold(head, |head, entry| appender.append(head, entry))?;
    heads.keep(*room, head);
    Ok(())
}

/// Stores, reveals or deletes secret choices, as the room decided.
fn keep_secret(
    at: &Connection,
    Head { number, version, sum, .. }: Head,
    fate: &SecretFate,
) -> Result<(), StoreError> {
    let forget = || execute(at, "DELETE FROM pending WHERE number = ?1", [number]);
    match fate {
        SecretFate::Untouched => Ok(()),
        SecretFate::Keep(text) => {
            forget()?;
            let keep = "INSERT INTO pending (number, version, chosen, sum) VALUES (?1, ?2, ?3, ?4)";
            execute(at, keep, params![number, version, text, sum::of_choice(sum, text)])
        }
        SecretFate::Reveal(text) => {
            let reveal = "INSERT INTO revealed (number, version, chosen, sum)
                SELECT number, version, chosen, sum FROM pending WHERE number = ?1
                UNION ALL VALUES (?1, ?2, ?3, ?4)";
            execute(at, reveal, params![number, version, text, sum::of_choice(sum, text)])?;
            forget()
        }
        SecretFate::Forget => forget(),
    }
}

fn execute(at: &Connection, statement: &str, parameters: impl Params) -> Result<(), StoreError> {
    at.prepare_cached(statement)?.execute(parameters)?;
    Ok(())
}
