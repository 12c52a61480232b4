//! How hubs on several machines notify each other: the interface for a database that several servers share.
//!
//! A notice says only that a room has changed. What happened is in the log, which every hub can read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::broadcast;

use crate::id::RoomId;

/// How many notices may be queued for a hub. A hub that misses some checks all of its rooms.
pub(crate) const BACKLOG: usize = 4_096;

/// What a hub tells the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A room has changed.
    Changed {
        /// The hub that changed it.
        from: Member,
        /// The room.
        room: RoomId,
        /// Its version.
        version: u64,
    },
    /// Other followers are there than before.
    Crowd {
        /// The hub whose followers they are.
        from: Member,
        /// The room.
        room: RoomId,
        /// All followers there.
        crowd: CrowdCount,
    },
    /// Another hub is there, and does not know yet who follows the rooms here.
    Appeared,
    /// A hub has not been heard of for a while. Its followers do not count any more.
    Silent(Member),
    /// Notices may have been lost, so any room may have changed.
    Missed,
}

/// How many follow a room at a hub.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CrowdCount {
    /// Connections of the players, by the seats they first took.
    pub seats: [u32; 2],
    /// Spectators.
    pub others: u32,
}

impl std::ops::Add for CrowdCount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let Self { seats: [one, two], others } = self;
        let [first, second] = other.seats;
        Self {
            seats: [one.saturating_add(first), two.saturating_add(second)],
            others: others.saturating_add(other.others),
        }
    }
}

/// A hub, as the others know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Member(pub(crate) u64);

/// Carries notices between hubs. A lost notice does no harm: the store refuses a write to a room that has changed
/// since.
pub trait Bus: Send + Sync {
    /// Joins the bus.
    fn enter(&self) -> (Member, broadcast::Receiver<Notice>);
    /// Notifies all other hubs.
    fn tell(&self, notice: Notice);
    /// Whether there may be hubs on other machines, so that what is in memory may be a moment old.
    fn reaches_machines(&self) -> bool {
        false
    }
}

/// The bus of hubs in one process.
pub struct LocalBus {
    members: AtomicU64,
    notices: broadcast::Sender<Notice>,
}

impl LocalBus {
    /// A bus without subscribers.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::new(Self { members: AtomicU64::new(0), notices: broadcast::Sender::new(BACKLOG) })
    }
}

impl Bus for LocalBus {
    fn enter(&self) -> (Member, broadcast::Receiver<Notice>) {
        // The others do not hear of the newcomer before it does of them.
        let heard = self.notices.subscribe();
        let _ = self.notices.send(Notice::Appeared);
        (Member(self.members.fetch_add(1, Ordering::Relaxed)), heard)
    }

    fn tell(&self, notice: Notice) {
        // A single hub would only be woken by its own notices.
        if self.notices.receiver_count() > 1 {
            let _ = self.notices.send(notice);
        }
    }
}
