//! How hubs on several machines notify each other: the interface for a database that several servers share.
//!
//! A notice says only that a room has changed. What happened is in the log, which every hub can read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::broadcast;

use crate::id::RoomId;

/// How many notices may be queued for a hub. A hub that misses some checks all of its rooms.
const BACKLOG: usize = 1_024;

/// A room has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The hub that sent the notice.
    pub from: Member,
    /// The room.
    pub room: RoomId,
    /// Its version.
    pub version: u64,
}

/// A hub, as the others know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member(u64);

/// Carries notices between hubs. A lost notice does no harm: the store refuses a write to a room that has changed
/// since.
pub trait Bus: Send + Sync {
    /// Joins the bus.
    fn enter(&self) -> (Member, broadcast::Receiver<Notice>);
    /// Notifies all other hubs.
    fn tell(&self, notice: Notice);
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
        (Member(self.members.fetch_add(1, Ordering::Relaxed)), self.notices.subscribe())
    }

    fn tell(&self, notice: Notice) {
        // A single hub would only be woken by its own notices.
        if self.notices.receiver_count() > 1 {
            let _ = self.notices.send(notice);
        }
    }
}
