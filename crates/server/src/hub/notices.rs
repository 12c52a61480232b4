//! What other hubs say: rooms that have changed there, and who follows them there.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::timeout;

use super::live::{Inside, Live, RoomClosed};
use super::{Hub, Visit};
use crate::bus::{CrowdCount, Notice};
use crate::id::RoomId;
use crate::store::StoreError;

/// How many rooms are compared with the log in one query.
const COMPARED: usize = 2_000;

/// How long the log may take to say whether it has gone on, before a room is shown as it is.
const GLIMPSE: Duration = Duration::from_millis(500);

/// Brings rooms up to date that another hub has written to.
pub(super) async fn hear_notices(hub: Weak<Hub>, mut notices: broadcast::Receiver<Notice>) {
    loop {
        let heard = notices.recv().await;
        let Some(hub) = hub.upgrade() else { return };
        match heard {
            Ok(Notice::Changed { from, .. } | Notice::Crowd { from, .. }) if from == hub.member => {}
            Ok(Notice::Changed { room, version, .. }) => hub.hear_of(room, version),
            Ok(Notice::Crowd { from, room, crowd }) => {
                hub.elsewhere.note(from, room, crowd);
                hub.see_elsewhere(room);
            }
            Ok(Notice::Silent(member)) => {
                hub.elsewhere.forget(member).into_iter().for_each(|room| hub.see_elsewhere(room));
            }
            Ok(Notice::Appeared) => hub.announce(),
            Ok(Notice::Missed) | Err(RecvError::Lagged(_)) => {
                tokio::spawn(async move { hub.compare().await });
            }
            Err(RecvError::Closed) => return,
        }
    }
}

impl Visit {
    /// Why there are no more changes.
    pub(crate) fn closed(&self) -> RoomClosed {
        self.present.live().closed()
    }
}

impl Hub {
    /// Whether other servers may have the same rooms.
    pub(crate) fn shares_database(&self) -> bool {
        self.bus.reaches_machines()
    }

    /// A room has a version, somewhere.
    fn hear_of(&self, room: RoomId, version: u64) {
        let live = self.rooms().get(&room).map(Arc::clone);
        if let Some(live) = live
            && live.entries.load(Ordering::Relaxed) < version
            && let Some(hub) = self.me.upgrade()
        {
            // The room may be waiting for the disk, and the others must not wait for it.
            tokio::spawn(async move { hub.bring_up(live, version).await });
        }
    }

    async fn bring_up(&self, live: Arc<Live>, version: u64) {
        let mut inside = live.lock().await;
        if inside.room.version() >= version {
            return;
        }
        match self.catch_up(&live, &mut inside).await {
            Ok(()) => self.go_on(&live, &inside),
            Err(error) => {
                tracing::warn!(room = %live.id, %error, "a room could not be brought up to date");
            }
        }
    }

    /// Compares all rooms in memory with the log, unless that is being done.
    async fn compare(&self) {
        let Ok(_only) = self.comparing.try_lock() else { return };
        let rooms: Vec<RoomId> = self.rooms().keys().copied().collect();
        for some in rooms.chunks(COMPARED) {
            // What is in memory is looked at first, so that the log can only be further.
            let known: Vec<(RoomId, u64)> = {
                let rooms = self.rooms();
                let version = |room: &RoomId| Some((*room, rooms.get(room)?.entries.load(Ordering::Relaxed)));
                some.iter().filter_map(version).collect()
            };
            // A database that cannot be read says so where rooms are requested.
            let Ok(stored) = self.reader.versions(some.to_vec()).await else { return };
            let stored: std::collections::HashMap<_, _> = stored.into_iter().collect();
            for (room, here) in known {
                match stored.get(&room) {
                    Some(version) if *version > here => self.hear_of(room, *version),
                    Some(version) if *version < here => self.take_back(room).await,
                    _ => {}
                }
            }
        }
    }

    /// Looks whether another machine has just written to a room, so that those who come from there see what they have seen
    /// already. A room is shown as it is if the database does not answer.
    pub(super) async fn refresh(&self, live: &Live, inside: &mut Inside) {
        if self.shares_database() {
            let _ = timeout(GLIMPSE, self.look_again(live, inside)).await;
        }
    }

    /// The log is not as long as what this machine knows of a room: the database has lost entries. What it has counts.
    async fn take_back(&self, room: RoomId) {
        let Some(live) = self.rooms().get(&room).map(Arc::clone) else { return };
        // Nothing of this machine is under way while the lock is held.
        let inside = live.lock().await;
        let stored: Result<u64, StoreError> = self.reader.version(room).await;
        if stored.is_ok_and(|stored| (1..inside.room.version()).contains(&stored)) {
            tracing::error!(%room, "the database has lost entries of a room; it continues from what is there");
            self.rooms().remove(&room);
            live.close(RoomClosed::Shortened);
        }
    }

    /// Other followers are elsewhere than before.
    fn see_elsewhere(&self, room: RoomId) {
        let live = self.rooms().get(&room).map(Arc::clone);
        if let Some(live) = live
            && live.see_elsewhere(self.elsewhere.all(room))
        {
            self.alarms.at(room, Instant::now());
        }
    }

    /// Says who follows rooms here.
    fn announce(&self) {
        let lives: Vec<Arc<Live>> = self.rooms().values().map(Arc::clone).collect();
        for live in lives {
            let crowd = live.here();
            if crowd != CrowdCount::default() {
                self.bus.tell(Notice::Crowd { from: self.member, room: live.id, crowd });
            }
        }
    }
}
