//! One timer for all rooms: a flag that falls, or a crowd that has changed.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::id::RoomId;

/// When rooms want to be looked at.
#[derive(Default)]
pub(crate) struct Alarms {
    set: Mutex<Set>,
    sooner: Notify,
}

#[derive(Default)]
struct Set {
    by_time: BTreeSet<(Instant, RoomId)>,
    by_room: HashMap<RoomId, Instant>,
}

impl Alarms {
    /// Looks at a room at that time, or sooner if that was wanted before. Whoever wants more says so again then.
    pub(crate) fn at(&self, room: RoomId, time: Instant) {
        let mut set = self.set();
        match set.by_room.get(&room).copied() {
            Some(before) if before <= time => return,
            Some(before) => {
                set.by_time.remove(&(before, room));
            }
            None => {}
        }
        set.by_room.insert(room, time);
        set.by_time.insert((time, room));
        if set.by_time.first() == Some(&(time, room)) {
            self.sooner.notify_one();
        }
    }

    /// Waits until some rooms are due.
    pub(crate) async fn due(&self) -> Vec<RoomId> {
        loop {
            let now = Instant::now();
            let next = {
                let mut set = self.set();
                let due = take_due(&mut set, now);
                if !due.is_empty() {
                    return due;
                }
                set.by_time.first().map(|(time, _)| *time)
            };
            match next {
                Some(time) => tokio::select! {
                    () = tokio::time::sleep_until(time.into()) => {}
                    () = self.sooner.notified() => {}
                },
                None => self.sooner.notified().await,
            }
        }
    }

    fn set(&self) -> MutexGuard<'_, Set> {
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn take_due(set: &mut Set, now: Instant) -> Vec<RoomId> {
    let mut due = Vec::new();
    while let Some((_, room)) = set.by_time.first().copied().filter(|(time, _)| *time <= now) {
        set.by_time.pop_first();
        set.by_room.remove(&room);
        due.push(room);
    }
    due
}
