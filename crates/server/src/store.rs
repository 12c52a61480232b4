//! Where rooms are kept: the seam between the server and a database.
//!
//! A store belongs to one thread, which commits whatever is queued in one go; see [`crate::Writer`]. Every change of a room
//! is an entry with the next version, so that of two who want to write the same version only one can. A store decides nothing
//! else: what becomes of a secret choice, and where a room is listed, is said with the entry.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::charter::Wish;
use crate::entry::LogEntry;
use crate::id::RoomId;

/// Something to be written.
pub enum Write {
    /// A new room, unless there is one of this name.
    Open(Box<NewRoom>),
    /// The next entry of a room.
    Append {
        /// The room.
        room: RoomId,
        /// The entry, and what is written with it.
        decision: Arc<Decision>,
    },
    /// Nothing but a sign that writing works.
    Probe,
}

/// The next entry of a room, and everything that is written with it or not at all.
#[derive(Clone, PartialEq, Eq)]
pub struct Decision {
    /// The entry.
    pub entry: LogEntry,
    /// What becomes of secret choices.
    pub secret: SecretFate,
    /// Where the room is listed from now on, if that changes.
    pub standing: Option<RoomPhase>,
    /// A room that is opened.
    pub opens: Option<Box<NewRoom>>,
}

impl From<LogEntry> for Decision {
    /// The entry alone.
    fn from(entry: LogEntry) -> Self {
        Self { entry, secret: SecretFate::Untouched, standing: None, opens: None }
    }
}

/// What becomes of the choices in a turn of both, which no entry tells. Those in here may be secret, so there is no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub enum SecretFate {
    /// Whatever waits keeps waiting.
    Untouched,
    /// The entry's own choice waits, and is told to nobody.
    Keep(String),
    /// The entry's own choice is the second one: both are told, and nothing waits any more.
    Reveal(String),
    /// The turn will not be finished. Whatever waits is deleted, and never told.
    Forget,
}

impl SecretFate {
    /// The choice that the entry does not tell.
    #[must_use]
    pub fn chosen(&self) -> Option<&str> {
        match self {
            Self::Keep(text) | Self::Reveal(text) => Some(text),
            Self::Untouched | Self::Forget => None,
        }
    }
}

/// A new room with those who sit in it from the start.
#[derive(Clone, PartialEq, Eq)]
pub struct NewRoom {
    /// Its name.
    pub room: RoomId,
    /// What it is opened for.
    pub wish: Wish,
    /// Its first entries.
    pub joined: Vec<LogEntry>,
    /// Where it is listed.
    pub standing: RoomPhase,
}

/// Where a room is listed, if strangers may find it at all.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[schema(as = Standing)]
pub enum RoomPhase {
    /// A seat is free.
    Open,
    /// It is being played.
    Live,
    /// It is over.
    Over,
}

/// Why a change was not written. Nothing of it is there, unless that is what nobody knows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The room has come further: the version is taken, or the name of the room.
    #[error("the game has moved on")]
    Stale,
    /// There is no room left on the disk.
    #[error("the server's disk is full. Nothing was changed; please try again later")]
    Full,
    /// More is going on than can be written.
    #[error("more is going on than the server can keep. Nothing was changed; please try again")]
    Busy,
    /// The server takes nothing any more.
    #[error("the server is going down. Nothing was changed; please try again in a moment")]
    Closed,
    /// Writing broke off, and nobody knows how far it had come.
    #[error(
        "the server broke off while it wrote this. Look whether it was done, or send it again: with the same id or key it \
         counts once"
    )]
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
    pub log: Vec<(LogEntry, Option<String>)>,
}

/// A room in a list, as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomRow {
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

/// Reads rooms, without blocking the thread that asks. Sees only what is on the disk.
pub trait Reader: Send + Sync {
    /// A room with the entries after a version.
    fn load(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<Kept>, StoreError>>;
    /// The choice that waits for the other seat's in a turn of both. It is asked for only once that one has come.
    fn waiting(&self, room: RoomId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;
    /// How many entries a room has; 0 if there is no such room.
    fn version(&self, room: RoomId) -> BoxFuture<'_, Result<u64, StoreError>>;
    /// The newest rooms of a standing that strangers may find.
    fn list(&self, standing: RoomPhase, most: u32) -> BoxFuture<'_, Result<Vec<RoomRow>, StoreError>>;
}
