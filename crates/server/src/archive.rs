//! The stored rooms as their operator sees them: listed, shown, deleted and copied, beside a running server or without
//! one. Keys and waiting choices are not in here.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use jiff::Timestamp;
use numberline_table::Record;
use serde::Serialize;

use crate::hub::{HubError, restored};
use crate::id::RoomId;
use crate::sqlite::{Sqlite, SqliteConnection};
use crate::store::{RoomRow, RoomStanding, StoreError};
use crate::view::{GameView, Listed};

/// A database of rooms.
pub struct Archive {
    file: PathBuf,
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
    #[error("there are no games in {0}: the file does not exist; name another with --db")]
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
}

impl Archive {
    /// The archive in a file, which must exist.
    pub fn open(file: &Path) -> Result<Self, ArchiveError> {
        if file.is_file() {
            Ok(Self { file: file.to_owned() })
        } else {
            Err(ArchiveError::NoFile(file.display().to_string()))
        }
    }

    /// All rooms, newest first, and the names of those that are too damaged to be listed.
    pub fn list(&self) -> Result<(Vec<StoredRoom>, Vec<String>), ArchiveError> {
        let (rows, damaged) = self.read()?.all().map_err(|why| self.failed(why))?;
        Ok((rows.into_iter().map(StoredRoom::of).collect(), damaged))
    }

    /// A room with its moves. A choice that waits for the other player's is not among them.
    pub fn show(&self, room: RoomId) -> Result<ShownRoom, ArchiveError> {
        let kept = self.read()?.load(room, 0);
        let shown = kept.map_err(HubError::from).and_then(|kept| {
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
        let deleted = Sqlite::open_existing(&self.file).and_then(|mut store| store.delete(rooms));
        match deleted.map_err(|why| self.failed(why))? {
            None => Ok(()),
            Some(missing) => Err(ArchiveError::NoRoom(missing)),
        }
    }

    /// Copies everything into a new file, while a server may be writing. The copy is complete and on disk, or absent.
    pub fn back_up(&self, to: &Path) -> Result<(), ArchiveError> {
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
        self.read()?.copy_to(copy.path()).map_err(|why| failed(io::Error::other(why)))?;
        copy.as_file().sync_all().map_err(failed)?;
        copy.persist_noclobber(to).map_err(|error| failed(error.error))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
    }

    fn read(&self) -> Result<SqliteConnection, ArchiveError> {
        SqliteConnection::open_current(&self.file).map_err(|why| self.failed(why))
    }

    fn failed(&self, why: StoreError) -> ArchiveError {
        ArchiveError::Store(self.file.display().to_string(), why)
    }
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
