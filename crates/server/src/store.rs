//! The storage interface between the server and a database.
//!
//! A store belongs to one thread, which commits everything queued in one transaction; see [`crate::Writer`]. Every
//! change of a room is an entry with the next version, so of two writers of the same version only one succeeds. A store
//! decides nothing else: what happens to a secret choice, and how a room is listed, comes with the entry.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::charter::Wish;
use crate::entry::LogEntry;
use crate::id::RoomId;
use crate::room::DamagedLogError;

/// How long a challenge is listed. Hardly any player waits longer; the link stays valid.
pub(crate) const CHALLENGE_SECONDS: u32 = 3 * 3_600;

/// A change to write.
#[derive(Clone)]
pub enum Write {
    /// A new room, unless the name is taken.
    Open(Box<NewRoom>),
    /// The next entry of a room.
    Append {
        /// The room.
        room: RoomId,
        /// The entry, and everything written with it.
        decision: Arc<Decision>,
    },
    /// When a room was opened and finished, in seconds since 1970. Only what copies rooms between databases says so.
    Date {
        /// The room.
        room: RoomId,
        /// When it was opened.
        opened: i64,
        /// When its game ended, if it has.
        finished: Option<i64>,
    },
    /// A no-op that proves that writing works.
    Probe,
}

impl Write {
    /// Whether there is one more room after it.
    pub(crate) fn opens_room(&self) -> bool {
        match self {
            Self::Open(_) => true,
            Self::Append { decision, .. } => decision.opens.is_some(),
            Self::Date { .. } | Self::Probe => false,
        }
    }
}

/// The next entry of a room, with everything that is written in the same transaction.
#[derive(Clone, PartialEq, Eq)]
pub struct Decision {
    /// The entry.
    pub entry: LogEntry,
    /// What happens to secret choices.
    pub secret: SecretFate,
    /// The room's new listing, if it changes.
    pub standing: Option<RoomStanding>,
    /// A new room.
    pub opens: Option<Box<NewRoom>>,
}

impl From<LogEntry> for Decision {
    /// The entry alone.
    fn from(entry: LogEntry) -> Self {
        Self { entry, secret: SecretFate::Untouched, standing: None, opens: None }
    }
}

/// What happens to the choices in a turn of both, which no entry reveals. They may be secret, so there is no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub enum SecretFate {
    /// Pending choices stay pending.
    Untouched,
    /// The entry's own choice is kept secret, in place of an earlier one that is deleted.
    Keep(String),
    /// The entry's own choice is the second one: both are revealed, and none is pending.
    Reveal(String),
    /// The turn will not be finished. Pending choices are deleted and never revealed.
    Forget,
}

impl SecretFate {
    /// The choice that the entry does not reveal.
    #[must_use]
    pub fn chosen(&self) -> Option<&str> {
        match self {
            Self::Keep(text) | Self::Reveal(text) => Some(text),
            Self::Untouched | Self::Forget => None,
        }
    }
}

/// A new room with its initial players.
#[derive(Clone, PartialEq, Eq)]
pub struct NewRoom {
    /// Its name.
    pub room: RoomId,
    /// Its settings.
    pub wish: Wish,
    /// Its first entries.
    pub joined: Vec<LogEntry>,
    /// Its listing.
    pub standing: RoomStanding,
}

/// Where a room is listed, if it is listed at all.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[schema(as = Standing)]
pub enum RoomStanding {
    /// A seat is free.
    Open,
    /// The game is in progress.
    Live,
    /// The game is over.
    Over,
    /// The players have left; it is listed again when one of them is back.
    Left,
}

impl RoomStanding {
    /// The standing with this name in a database.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [Self::Open, Self::Live, Self::Over, Self::Left];
        all.into_iter().find(|standing| <&str>::from(standing) == name)
    }
}

/// Why the store failed. Nothing of a change is stored, except where the outcome is unknown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The room has changed: the version or the room's name is taken.
    #[error("the game has changed since")]
    Stale,
    /// The disk is full.
    #[error("the server's disk is full. Nothing changed; please try again later")]
    Full,
    /// The database has almost reached its size limit, so no more rooms are opened.
    #[error("the server has no space for new games. Games that have begun go on; please try again later")]
    NoSpace,
    /// The queue is full.
    #[error("the server is overloaded. Nothing changed; please try again")]
    Busy,
    /// The server is shutting down.
    #[error("the server is shutting down. Nothing changed; please try again in a moment")]
    Closed,
    /// Writing was interrupted, and the outcome is unknown.
    #[error(
        "the server was interrupted while saving this. Check whether it was saved, or send it again: with the same id or key it \
         counts once"
    )]
    Unsure,
    /// An earlier write failed in a way that makes every later one unsafe. Nothing is written until a restart.
    #[error(
        "the server has stopped saving, because {0}. This was not saved now; send it again with the same id or key when the \
         server has been restarted"
    )]
    Stopped(StopReason),
    /// Another server uses the database.
    #[error("another server is using it; stop that one first")]
    InUse,
    /// The database may not keep what it confirms, or takes no writes.
    #[error("{0}")]
    Unfit(&'static str),
    /// The database failed before anything was written.
    #[error("the server's database failed: {0}")]
    Failed(String),
    /// The database could not be read.
    #[error("the server's database cannot be read: {0}")]
    Unreadable(String),
    /// A room's log is not what was written.
    #[error(transparent)]
    Damaged(#[from] DamagedLogError),
}

impl StoreError {
    /// Whether the whole commit failed, as opposed to a change that was refused.
    #[must_use]
    pub fn fails_commit(&self) -> bool {
        !matches!(self, Self::Stale | Self::NoSpace)
    }
}

/// Why a store writes nothing any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StopReason {
    /// A commit or a sync failed. After that the system no longer says what is on disk.
    #[error("its disk failed")]
    Disk,
    /// The open file is no longer the one at its path: what is written there would be lost.
    #[error("its database file was moved, deleted or replaced")]
    Moved,
}

/// What a database may keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreLimits {
    /// How long finished rooms are kept; none for ever.
    pub keep_finished: Option<Duration>,
    /// How many bytes the database may have; none for any number.
    pub most_bytes: Option<u64>,
}

impl StoreLimits {
    /// Up to this size rooms are opened. The rest is for games that have begun.
    pub(crate) fn most_with_new_rooms(&self) -> Option<u64> {
        self.most_bytes.map(|bytes| bytes / 10 * 9)
    }
}

/// A stored room.
pub struct Kept {
    /// Its settings.
    pub wish: Wish,
    /// Its entries, each with the move that it does not reveal.
    pub log: StoredLog,
}

/// Entries of a room, each with the move that it does not reveal.
pub type StoredLog = Vec<(LogEntry, Option<String>)>;

/// A stored room in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomRow {
    /// The room.
    pub room: RoomId,
    /// Its settings.
    pub wish: Wish,
    /// The names of the people; none for a free seat.
    pub names: [Option<String>; 2],
    /// The number of its entries.
    pub version: u64,
}

/// Stores rooms.
pub trait Store: Send {
    /// Writes changes in one transaction: when this returns, each one is on disk or refused, as its result says.
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>>;

    /// Housekeeping between writes, about once a second. `idle` says that nothing was written since the last time.
    fn tend(&mut self, _idle: bool) {}
}

impl<S: Store + ?Sized> Store for Box<S> {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        (**self).write(changes)
    }

    fn tend(&mut self, idle: bool) {
        (**self).tend(idle);
    }
}

/// Reads rooms without blocking the calling thread. Sees only what is on disk.
pub trait Reader: Send + Sync {
    /// A room with the entries after a version.
    fn load(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<Kept>, StoreError>>;
    /// The entries of a room after a version that is known.
    fn news(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<StoredLog>, StoreError>> {
        Box::pin(async move { Ok(self.load(room, after).await?.map(|kept| kept.log)) })
    }
    /// The choice that waits for the other seat's in a turn of both. It is read only once the other seat has chosen.
    fn waiting(&self, room: RoomId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;
    /// The number of entries of a room; 0 if the room does not exist.
    fn version(&self, room: RoomId) -> BoxFuture<'_, Result<u64, StoreError>>;
    /// The same for many rooms. Those that do not exist are left out.
    fn versions(&self, rooms: Vec<RoomId>) -> BoxFuture<'_, Result<Vec<(RoomId, u64)>, StoreError>> {
        Box::pin(async move {
            let mut versions = Vec::with_capacity(rooms.len());
            for room in rooms {
                versions.push((room, self.version(room).await?));
            }
            versions.retain(|(_, version)| *version > 0);
            Ok(versions)
        })
    }
    /// The newest listed rooms with a standing.
    fn list(&self, standing: RoomStanding, most: u32) -> BoxFuture<'_, Result<Vec<RoomRow>, StoreError>>;
    /// The rooms deleted since the last call, which returned the number to pass; without a number, only the current one.
    fn deleted(&self, after: Option<u64>) -> BoxFuture<'_, Result<(u64, Vec<RoomId>), StoreError>>;
}

impl<R: Reader + ?Sized> Reader for Arc<R> {
    fn load(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<Kept>, StoreError>> {
        (**self).load(room, after)
    }

    fn news(&self, room: RoomId, after: u64) -> BoxFuture<'_, Result<Option<StoredLog>, StoreError>> {
        (**self).news(room, after)
    }

    fn waiting(&self, room: RoomId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        (**self).waiting(room)
    }

    fn version(&self, room: RoomId) -> BoxFuture<'_, Result<u64, StoreError>> {
        (**self).version(room)
    }

    fn versions(&self, rooms: Vec<RoomId>) -> BoxFuture<'_, Result<Vec<(RoomId, u64)>, StoreError>> {
        (**self).versions(rooms)
    }

    fn list(&self, standing: RoomStanding, most: u32) -> BoxFuture<'_, Result<Vec<RoomRow>, StoreError>> {
        (**self).list(standing, most)
    }

    fn deleted(&self, after: Option<u64>) -> BoxFuture<'_, Result<(u64, Vec<RoomId>), StoreError>> {
        (**self).deleted(after)
    }
}
