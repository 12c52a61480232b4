//! How hubs on several machines hear of each other: the seam for a database that many share.
//!
//! A notice says no more than that a room has come further. What happened is in the log, where everybody reads it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::broadcast;

use crate::id::RoomId;

/// How many notices may wait for a hub. One that misses some looks at all of its rooms.
const BACKLOG: usize = 1_024;

/// A room has come further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Who says so.
    pub from: Member,
    /// The room.
    pub room: RoomId,
    /// Its version.
    pub version: u64,
}

/// A hub, as the others know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member(u64);

/// Carries notices between hubs. One that gets lost is made up for: whoever writes to a room that has come further is
/// told so by the store.
pub trait Bus: Send + Sync {
    /// Takes part.
    fn enter(&self) -> (Member, broadcast::Receiver<Notice>);
    /// Tells all others.
    fn tell(&self, notice: Notice);
}

/// The bus of hubs in one process.
pub struct LocalBus {
    members: AtomicU64,
    notices: broadcast::Sender<Notice>,
}

impl LocalBus {
    /// A bus that nobody uses yet.
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
        // A hub that is alone would only be woken up for what it has said itself.
        if self.notices.receiver_count() > 1 {
            let _ = self.notices.send(notice);
        }
    }
}
