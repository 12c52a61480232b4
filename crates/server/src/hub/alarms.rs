//! One timer for all rooms: a flag that falls, or a crowd that has changed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, ready};
use std::time::{Duration, Instant};

use tokio_util::time::DelayQueue;
use tokio_util::time::delay_queue::Key;

use crate::id::RoomId;

/// The queue takes nothing that is years away. Whoever is looked at too soon asks again.
const FARTHEST: Duration = Duration::from_secs(86_400);

/// When rooms want to be looked at, each at most once.
#[derive(Default)]
pub(crate) struct Alarms(Mutex<Set>);

#[derive(Default)]
struct Set {
    queue: DelayQueue<RoomId>,
    keys: HashMap<RoomId, Key>,
}

impl Alarms {
    /// Looks at a room at that time, or sooner if that was wanted before. Whoever wants more says so again then.
    pub(crate) fn at(&self, room: RoomId, time: Instant) {
        let Set { queue, keys } = &mut *self.set();
        let time = time.min(Instant::now() + FARTHEST).into();
        match keys.entry(room) {
            Entry::Occupied(key) if queue.deadline(key.get()) <= time => {}
            Entry::Occupied(key) => queue.reset_at(key.get(), time),
            Entry::Vacant(free) => {
                free.insert(queue.insert_at(room, time));
            }
        }
    }

    /// Waits until a room is due.
    pub(crate) async fn due(&self) -> RoomId {
        poll_fn(|context| {
            let Set { queue, keys } = &mut *self.set();
            // An empty queue wakes us up when something is put into it.
            let Some(expired) = ready!(queue.poll_expired(context)) else { return Poll::Pending };
            keys.remove(expired.get_ref());
            Poll::Ready(expired.into_inner())
        })
        .await
    }

    fn set(&self) -> MutexGuard<'_, Set> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
