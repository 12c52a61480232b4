//! Where rooms are kept: the seam between the server and a database.
//!
//! A store belongs to one thread, which commits whatever is queued in one go; see [`crate::Writer`]. Every change of a room
//! is an entry with the next version, so that of two who want to write the same version only one can.

use serde::{Deserialize, Serialize};

use crate::charter::Wish;
use crate::entry::Entry;
use crate::id::RoomId;
use crate::room::Secret;

/// Something to be written.
pub enum Write {
    /// A new room, unless there is one of this name.
    Open(Box<Opening>),
    /// The next entry of a room.
    Append {
        /// The room.
        room: RoomId,
        /// The entry.
        entry: Box<Entry>,
        /// The move that the entry does not tell.
        secret: Option<Secret>,
        /// Where the room is listed after this, if it is listed elsewhere before.
        standing: Option<Standing>,
        /// A room that is opened with the entry or not at all.
        opens: Option<Box<Opening>>,
    },
    /// Nothing but a sign that writing works.
    Probe,
}

/// A new room with those who sit in it from the start.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    /// Its name.
    pub room: RoomId,
    /// What it is opened for.
    pub wish: Wish,
    /// Its first entries.
    pub joined: Vec<Entry>,
    /// Where it is listed.
    pub standing: Standing,
}

/// Where a room is listed, if strangers may find it at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// A seat is free.
    Open,
    /// It is being played.
    Live,
    /// It is over.
    Over,
}

impl Standing {
    /// As the database has it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Live => "live",
            Self::Over => "over",
        }
    }
}

/// Why a change was not written. Nothing of it is there, unless that is what nobody knows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The room has come further: the version is taken, or the name of the room.
    #[error("the game has moved on")]
    Stale,
    /// There is no room left on the disk.
    #[error("the server's disk is full; nothing was changed, try again later")]
    Full,
    /// More is going on than can be written.
    #[error("too much is going on; nothing was changed, try again")]
    Busy,
    /// The server takes nothing any more.
    #[error("the server is shutting down; nothing was changed, try again in a moment")]
    Closed,
    /// Writing broke off, and nobody knows how far it had come.
    #[error("the server broke off while it wrote; look whether it was done")]
    Unsure,
    /// The database cannot do it.
    #[error("the server's database failed: {0}")]
    Failed(String),
}

/// A room as it was kept.
pub struct Kept {
    /// What it was opened for.
    pub wish: Wish,
    /// Its entries, each with the move that it does not tell.
    pub log: Vec<(Entry, Option<String>)>,
}

/// A room in a list, as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The room.
    pub room: RoomId,
    /// What it was opened for.
    pub wish: Wish,
    /// The people who sit there; none where nobody does.
    pub names: [Option<String>; 2],
    /// How many entries it has.
    pub version: u64,
}

/// Keeps rooms.
pub trait Store: Send {
    /// Writes changes, all in one go: when this returns, each is on the disk or refused, as its answer says.
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>>;
}

/// Looks rooms up. Sees only what is on the disk.
pub trait Shelf: Send {
    /// A room with the entries after a version.
    fn load(&self, room: RoomId, after: u64) -> Result<Option<Kept>, StoreError>;
    /// The move that waits for the other seat's in a turn of both. It is asked for only once that one has come.
    fn waiting(&self, room: RoomId) -> Result<Option<String>, StoreError>;
    /// How many entries a room has; 0 if there is no such room.
    fn version(&self, room: RoomId) -> Result<u64, StoreError>;
    /// The newest rooms of a standing that strangers may find.
    fn list(&self, standing: Standing, most: u32) -> Result<Vec<Row>, StoreError>;
}
