//! The stored rooms as their operator sees them: listed, shown, deleted and copied, beside a running server or without
//! one. Keys and waiting choices are not in here.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use jiff::Timestamp;
use numberline_table::Record;
use serde::Serialize;
use tokio::runtime::{Builder, Runtime};

use crate::database::Database;
use crate::entry::RoomEvent;
use crate::hub::{HubError, restored};
use crate::id::RoomId;
use crate::postgres::{Postgres, PostgresAddress, PostgresReader};
use crate::sqlite::{Sqlite, SqliteConnection};
use crate::store::{
    Decision, Kept, NewRoom, Reader, RoomRow, RoomStanding, SecretFate, Store, StoreError, StoreLimits, Write,
};
use crate::view::{GameView, Listed};

/// A database of rooms.
pub struct Archive(Place);

enum Place {
    File(PathBuf),
    Shared { runtime: Runtime, address: Box<PostgresAddress>, reader: PostgresReader },
}

/// A stored room in the operator's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StoredRoom {
    /// The room as the lobby would list it.
    #[serde(flatten)]
    pub room: Listed,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// When it was opened.
    pub opened: String,
    /// When its game ended, if it has.
    pub finished: Option<String>,
}

/// What a database says about a room in a list.
pub(crate) struct StoredRow {
    pub(crate) row: RoomRow,
    pub(crate) standing: RoomStanding,
    pub(crate) listed: bool,
    /// Seconds since 1970.
    pub(crate) opened: i64,
    pub(crate) finished: Option<i64>,
}

/// A stored room with its moves.
pub struct ShownRoom {
    /// The room as every player and spectator sees it.
    pub view: GameView,
    /// The records of its rounds.
    pub records: Vec<Record>,
}

/// Why an operator's command failed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// There is no such file.
    #[error("there are no games in {0}: the file does not exist; name another with --db or --database")]
    NoFile(String),
    /// There is no such room.
    #[error("there is no game {0}; numberline rooms list shows all of them. Nothing was changed")]
    NoRoom(RoomId),
    /// The room cannot be read.
    #[error("the game {0} cannot be shown: {1}")]
    Room(RoomId, HubError),
    /// The database failed.
    #[error("cannot use {0}: {1}")]
    Store(String, StoreError),
    /// The copy exists already.
    #[error("{0} exists already, and a backup overwrites nothing; choose another name")]
    Exists(String),
    /// The copy cannot be written.
    #[error("the backup {0} cannot be written: {1}")]
    Copy(String, io::Error),
    /// The system has no threads.
    #[error("cannot start: {0}")]
    System(#[from] io::Error),
}

/// What became of the rooms that were copied from one database to another.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CopiedRooms {
    /// How many were copied.
    pub copied: usize,
    /// How many were there already, just the same.
    pub present: usize,
    /// Those that were left out, each with the reason.
    pub left_out: Vec<(String, String)>,
}

impl Archive {
    /// The archive in a database. A file must exist.
    pub fn open(database: &Database) -> Result<Self, ArchiveError> {
        let place = match database {
            Database::Sqlite(file) if file.is_file() => Place::File(file.clone()),
            Database::Sqlite(file) => return Err(ArchiveError::NoFile(file.display().to_string())),
            Database::Postgres(address) => {
                let failed = |why| ArchiveError::Store(database.to_string(), why);
                Place::Shared {
                    runtime: Builder::new_current_thread().enable_all().build()?,
                    address: address.clone(),
                    reader: PostgresReader::new(address).map_err(failed)?,
                }
            }
        };
        Ok(Self(place))
    }

    /// The same for what is written to: a file that does not exist is created, and so are the tables.
    pub fn create(database: &Database) -> Result<Self, ArchiveError> {
        let created = match database {
            Database::Sqlite(file) => Sqlite::open(file).map(drop),
            Database::Postgres(address) => Postgres::open(address, StoreLimits::default()).map(drop),
        };
        created.map_err(|why| ArchiveError::Store(database.to_string(), why))?;
        Self::open(database)
    }

    /// All rooms, newest first, and the names of those that are too damaged to be listed.
    pub fn list(&self) -> Result<(Vec<StoredRoom>, Vec<String>), ArchiveError> {
        let (rows, damaged) = self.rows()?;
        Ok((rows.into_iter().map(StoredRoom::of).collect(), damaged))
    }

    fn rows(&self) -> Result<(Vec<StoredRow>, Vec<String>), ArchiveError> {
        let read = match &self.0 {
            Place::File(file) => SqliteConnection::open_current(file).and_then(|file| file.all()),
            Place::Shared { runtime, reader, .. } => runtime.block_on(reader.all()),
        };
        read.map_err(|why| self.failed(why))
    }

    fn load(&self, room: RoomId) -> Result<Option<Kept>, StoreError> {
        match &self.0 {
            Place::File(file) => SqliteConnection::open_current(file)?.load(room, 0),
            Place::Shared { runtime, reader, .. } => runtime.block_on(reader.load(room, 0)),
        }
    }

    /// A room with its moves. A choice that waits for the other player's is not among them.
    pub fn show(&self, room: RoomId) -> Result<ShownRoom, ArchiveError> {
        let shown = self.load(room).map_err(HubError::from).and_then(|kept| {
            let now = Instant::now();
            let room = restored(room, &kept.ok_or(HubError::NoRoom)?, now)?;
            Ok(ShownRoom { view: GameView::of(&room, now), records: room.records() })
        });
        shown.map_err(|error| match error {
            HubError::NoRoom => ArchiveError::NoRoom(room),
            error => ArchiveError::Room(room, error),
        })
    }

    /// Deletes rooms with everything about them: all, or none if one of them is missing. A running server closes them
    /// within a few seconds.
    pub fn delete(&self, rooms: &[RoomId]) -> Result<(), ArchiveError> {
        let deleted = match &self.0 {
            Place::File(file) => Sqlite::open_existing(file).and_then(|mut store| store.delete(rooms)),
            Place::Shared { address, .. } => {
                Postgres::open(address, StoreLimits::default()).and_then(|mut store| store.delete(rooms))
            }
        };
        match deleted.map_err(|why| self.failed(why))? {
            None => Ok(()),
            Some(missing) => Err(ArchiveError::NoRoom(missing)),
        }
    }

    /// Copies everything into a new file, while a server may be writing. The copy is complete and on disk, or absent.
    pub fn back_up(&self, to: &Path) -> Result<(), ArchiveError> {
        match &self.0 {
            Place::File(file) => {
                let read = SqliteConnection::open_current(file).map_err(|why| self.failed(why))?;
                into_new_file(to, |copy| read.copy_to(copy).map_err(io::Error::other))
            }
            Place::Shared { .. } => {
                let copied = self.export(to)?;
                match copied.left_out.into_iter().next() {
                    None => Ok(()),
                    Some((room, why)) => {
                        drop(std::fs::remove_file(to));
                        let why = io::Error::other(format!("the game {room} cannot be copied: {why}"));
                        Err(ArchiveError::Copy(to.display().to_string(), why))
                    }
                }
            }
        }
    }

    /// Copies all rooms that follow the rules into a new SQLite file.
    pub fn export(&self, to: &Path) -> Result<CopiedRooms, ArchiveError> {
        let mut copied = CopiedRooms::default();
        into_new_file(to, |file| {
            // SQLite makes the file its own.
            let target = Self::create(&Database::Sqlite(file.to_owned())).map_err(io::Error::other)?;
            copied = target.take_over(self).map_err(io::Error::other)?;
            for end in ["-wal", "-shm"] {
                let mut name = file.as_os_str().to_owned();
                name.push(end);
                drop(std::fs::remove_file(name));
            }
            Ok(())
        })?;
        Ok(copied)
    }

    /// Copies all rooms of an SQLite file that follow the rules into this database.
    pub fn import(&self, from: &Path) -> Result<CopiedRooms, ArchiveError> {
        self.take_over(&Self::open(&from.into())?)
    }

    /// Copies the rooms of another database, oldest first. Each is played through by the rules before it is written, and
    /// none is written over another.
    fn take_over(&self, from: &Self) -> Result<CopiedRooms, ArchiveError> {
        let (mut rows, damaged) = from.rows()?;
        rows.reverse();
        let mut copied = CopiedRooms::default();
        copied.left_out.extend(damaged.into_iter().map(|room| (room, "it is damaged".to_owned())));
        let mut store: Box<dyn Store> = match &self.0 {
            Place::File(file) => Box::new(Sqlite::open(file).map_err(|why| self.failed(why))?),
            Place::Shared { address, .. } => {
                let store = Postgres::open(address, StoreLimits::default());
                Box::new(store.map_err(|why| self.failed(why))?)
            }
        };
        for row in &rows {
            match self.missing(from, row) {
                // One after the other, so that lists have them in their order.
                Ok(Some(kept)) => {
                    for written in store.write(&transcribe(row, &kept)) {
                        written.map_err(|why| self.failed(why))?;
                    }
                    copied.copied += 1;
                }
                Ok(None) => copied.present += 1,
                Err(why) => copied.left_out.push((row.row.room.to_string(), why)),
            }
        }
        store.tend(true);
        Ok(copied)
    }

    /// A room of another database, if it is not here. Otherwise why it cannot be copied.
    fn missing(&self, from: &Self, row: &StoredRow) -> Result<Option<Kept>, String> {
        let room = row.row.room;
        let kept = from.load(room).map_err(|why| why.to_string())?.ok_or("it was deleted meanwhile")?;
        restored(room, &kept, Instant::now()).map_err(|why| why.to_string())?;
        match self.load(room).map_err(|why| why.to_string())? {
            None => Ok(Some(kept)),
            Some(here) if here.log == kept.log => Ok(None),
            Some(_) => {
                Err("there is another game with this name, or the same one with other moves".to_owned())
            }
        }
    }

    fn failed(&self, why: StoreError) -> ArchiveError {
        let place = match &self.0 {
            Place::File(file) => file.display().to_string(),
            Place::Shared { address, .. } => address.to_string(),
        };
        ArchiveError::Store(place, why)
    }
}

/// What writes a room as it is stored elsewhere.
fn transcribe(row: &StoredRow, kept: &Kept) -> Vec<Write> {
    let room = row.row.room;
    let mut entries = kept.log.iter();
    let joined = entries.by_ref().take(1).map(|(entry, _)| entry.clone()).collect();
    let opening = NewRoom { room, wish: kept.wish.clone(), joined, standing: row.standing };
    let mut changes = vec![Write::Open(Box::new(opening))];
    // Of two choices of the same turn the second one reveals both.
    let mut waits = false;
    for (entry, chosen) in entries {
        let secret = match (chosen, &entry.event) {
            (Some(text), RoomEvent::Chose) if waits => {
                waits = false;
                SecretFate::Reveal(text.clone())
            }
            (Some(text), RoomEvent::Chose | RoomEvent::ChoseAgain) => {
                waits = true;
                SecretFate::Keep(text.clone())
            }
            _ => SecretFate::Untouched,
        };
        let decision = Decision { secret, ..entry.clone().into() };
        changes.push(Write::Append { room, decision: decision.into() });
    }
    changes.push(Write::Date { room, opened: row.opened, finished: row.finished });
    changes
}

/// Makes a new file, which is complete and on disk, or absent.
fn into_new_file(to: &Path, make: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), ArchiveError> {
    let name = || to.display().to_string();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => ArchiveError::Exists(name()),
        _ => ArchiveError::Copy(name(), error),
    };
    if to.symlink_metadata().is_ok() {
        return Err(ArchiveError::Exists(name()));
    }
    let folder = to.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let copy = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    make(copy.path()).map_err(failed)?;
    copy.as_file().sync_all().map_err(failed)?;
    copy.persist_noclobber(to).map_err(|error| failed(error.error))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
}

impl StoredRoom {
    fn of(StoredRow { row, standing, listed, opened, finished }: StoredRow) -> Self {
        let room = Listed::of(row, standing);
        Self { room, listed, opened: moment(opened), finished: finished.map(moment) }
    }
}

/// A moment as programs and people read it.
fn moment(seconds: i64) -> String {
    Timestamp::from_second(seconds).unwrap_or_default().to_string()
}
