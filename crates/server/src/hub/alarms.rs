//! One timer for all rooms: for falling flags and for changes in presence.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, ready};
use std::time::{Duration, Instant};

use tokio_util::time::DelayQueue;
use tokio_util::time::delay_queue::Key;

use crate::id::RoomId;

/// The queue accepts no delay of years. A room that is woken too early asks again.
const FARTHEST: Duration = Duration::from_secs(86_400);

/// When rooms are due, with at most one alarm per room.
#[derive(Default)]
pub(crate) struct Alarms(Mutex<Set>);

#[derive(Default)]
struct Set {
    queue: DelayQueue<RoomId>,
    keys: HashMap<RoomId, Key>,
}

impl Alarms {
    /// Wakes a room at this time, or at its earlier alarm. The room then sets its next alarm.
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
            // An empty queue wakes us when an alarm is added.
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
