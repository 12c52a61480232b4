//! What a hub does without being asked: flags, news from other hubs, rooms that nobody looks at, and computers' moves.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, Weak};
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use tokio::sync::broadcast::{self, error::RecvError};

use super::live::{Held, Inside, Live};
use super::{Hub, HubError};
use crate::bus::Notice;
use crate::command::Command;
use crate::computers::{Consultation, Thought};
use crate::id::RoomId;
use crate::room::{Room, Task};
use crate::store::StoreError;

/// How long a computer waits before it tries again to have its move written.
const AGAIN: Duration = Duration::from_secs(1);

impl Hub {
    /// Begins to tend the rooms.
    pub(super) fn tend(self: &Arc<Self>, notices: broadcast::Receiver<Notice>) {
        let mut tending = self.tending.lock().unwrap_or_else(PoisonError::into_inner);
        tending.spawn(answer_alarms(Arc::downgrade(self)));
        tending.spawn(hear_notices(Arc::downgrade(self), notices));
        tending.spawn(sweep(Arc::downgrade(self), self.config.idle));
    }

    /// A room wants to be looked at.
    async fn rouse(&self, live: Arc<Live>) {
        live.tell_crowd();
        let inside = live.lock().await;
        match inside.room.flag(Instant::now()) {
            Some(fallen) => {
                if let Err(error) = self.settle(&live, inside, fallen).await {
                    tracing::warn!(room = %live.id, %error, "a flag could not fall");
                    self.alarms.at(live.id, Instant::now() + AGAIN);
                }
            }
            None => {
                if let Some(flag) = inside.room.next_flag() {
                    self.alarms.at(live.id, flag);
                }
            }
        }
    }

    /// Takes rooms out of memory that nobody has come to for a while; a hub does so by itself now and then. A clock that
    /// runs keeps its room here.
    pub fn unload(&self) {
        let now = self.started.elapsed().as_secs();
        let idle = self.config.idle.as_secs();
        let unwanted = |_: &RoomId, live: &mut Arc<Live>| {
            if now < live.touched.load(Ordering::Relaxed) + idle {
                return false;
            }
            let Ok(mut inside) = live.inside.try_lock() else { return false };
            // Those who have lost a connection are back by now.
            inside.forget();
            // Whoever wants the room now has to wait for the lock on all rooms, which we hold.
            Arc::strong_count(live) == 1 && inside.room.next_flag().is_none()
        };
        let unloaded: Vec<_> = self.rooms().extract_if(unwanted).collect();
        // What they hold is given back once nobody has to wait for the lock any more.
        drop(unloaded);
    }

    /// Lets computers think that have something to do and are not at it.
    pub(super) fn set_thinking(&self, live: &Arc<Live>, inside: &Inside) {
        for seat in Seat::BOTH {
            let Some(task) = inside.room.task(seat) else { continue };
            if !seat.of(&live.thinking).swap(true, Ordering::Relaxed) {
                let question = self.question(&inside.room, seat, task);
                let thinks = think(Weak::clone(&self.me), Arc::clone(live), seat, task, question);
                tokio::spawn(thinks);
            }
        }
    }

    /// What a computer is asked; none where the answer is clear.
    fn question(&self, room: &Room, seat: Seat, task: Task) -> Option<Consultation> {
        let left = room.clock().map(|clock| clock.left(seat, Instant::now()) / 4);
        let longest = left.map_or(self.config.longest_thought, |left| left.min(self.config.longest_thought));
        Consultation::of(room, seat, task, self.study.cache(), longest)
    }
}

/// A computer thinks, and does what it has come to.
async fn think(
    hub: Weak<Hub>,
    live: Arc<Live>,
    seat: Seat,
    mut task: Task,
    mut question: Option<Consultation>,
) {
    loop {
        let thinking = match (hub.upgrade(), question) {
            (None, _) => return,
            (Some(_), None) => None,
            (Some(hub), Some(question)) => Some(question.think(hub.study.clone())),
        };
        let thought = match thinking {
            Some(thinking) => thinking.await.ok(),
            None => Some(Thought::Accept),
        };
        let Some(hub) = hub.upgrade() else { return };
        let done = {
            // A thought that has come too late lets go of the room here, or nobody could enter it any more.
            let inside = live.lock().await;
            match (thought, inside.room.task(seat)) {
                (Some(thought), Some(now)) if now == task => {
                    hub.follow(&live, inside, seat, task, thought).await
                }
                _ => Ok(()),
            }
        };
        match done {
            Err(HubError::Store(StoreError::Closed)) => return,
            Err(error) => tracing::warn!(room = %live.id, %error, "a computer could not move"),
            Ok(()) => {}
        }
        let mut inside = live.lock().await;
        if inside.room.task(seat) == Some(task) {
            // Nothing has come of it, for whatever reason. There is no hurry to try the same again.
            drop(inside);
            tokio::time::sleep(AGAIN).await;
            inside = live.lock().await;
        }
        let Some(next) = inside.room.task(seat) else {
            // Under the lock, so that whoever changes the room next finds that nobody thinks here.
            seat.of(&live.thinking).store(false, Ordering::Relaxed);
            return;
        };
        question = hub.question(&inside.room, seat, next);
        task = next;
    }
}

impl Hub {
    /// Does what a computer has come to. A computer whose move is refused gives up, for it would find no other.
    async fn follow(
        &self,
        live: &Arc<Live>,
        mut inside: Held,
        seat: Seat,
        task: Task,
        thought: Thought,
    ) -> Result<(), HubError> {
        // What was thought about is this position, and none that another machine has made of it meanwhile.
        let seen = Some(inside.room.version());
        let home = inside.room.session().home(seat);
        let command = match thought {
            Thought::Move { text, note } => {
                note.into_iter().for_each(|note| inside.room.set_note(note));
                Command::Move { text }
            }
            Thought::Accept => Command::Accept,
            Thought::Decline => Command::Decline,
        };
        match self.act(Arc::clone(live), inside, home, &command, None, seen).await {
            Err(HubError::Refused { .. }) if matches!(command, Command::Move { .. }) => {
                let inside = live.lock().await;
                if inside.room.task(seat) != Some(task) {
                    return Ok(());
                }
                tracing::error!(room = %live.id, "a computer's move was refused");
                self.act(Arc::clone(live), inside, home, &Command::Resign, None, None).await.map(|_| ())
            }
            Err(HubError::Refused { .. }) => Ok(()),
            other => other.map(|_| ()),
        }
    }
}

async fn answer_alarms(hub: Weak<Hub>) {
    let Some(alarms) = hub.upgrade().map(|hub| Arc::clone(&hub.alarms)) else { return };
    loop {
        let room = alarms.due().await;
        let Some(hub) = hub.upgrade() else { return };
        let live = hub.rooms().get(&room).map(Arc::clone);
        if let Some(live) = live {
            tokio::spawn(async move { hub.rouse(live).await });
        }
    }
}

/// Rooms that another hub has written to are brought up to date here.
async fn hear_notices(hub: Weak<Hub>, mut notices: broadcast::Receiver<Notice>) {
    loop {
        let heard = notices.recv().await;
        let Some(hub) = hub.upgrade() else { return };
        let rooms: Vec<Arc<Live>> = match heard {
            Ok(notice) if notice.from == hub.member => continue,
            Ok(notice) => hub.rooms().get(&notice.room).map(Arc::clone).into_iter().collect(),
            // Some notices are lost, so that any room may have come further.
            Err(RecvError::Lagged(_)) => hub.rooms().values().map(Arc::clone).collect(),
            Err(RecvError::Closed) => return,
        };
        for live in rooms {
            let mut inside = live.lock().await;
            match hub.catch_up(&live, &mut inside).await {
                Ok(()) => hub.go_on(&live, &inside),
                Err(error) => {
                    tracing::warn!(room = %live.id, %error, "a room could not be brought up to date");
                }
            }
        }
    }
}

async fn sweep(hub: Weak<Hub>, idle: Duration) {
    let mut often = tokio::time::interval((idle / 4).max(Duration::from_millis(250)));
    loop {
        often.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        hub.unload();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use numberline_table::Name;

    use super::*;
    use crate::room::Offer;
    use crate::{ClientId, HubConfig, LocalBus, Sqlite, SqliteReader, Study, Writer};

    /// How long something may take that must come. Nothing waits for it to pass.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// The offer that it has thought about was withdrawn meanwhile.
    #[tokio::test]
    async fn a_thought_that_comes_too_late_lets_go_of_the_room() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.db");
        let (writer, _) = Writer::start(Sqlite::open(&path).unwrap()).unwrap();
        let hub = Hub::start(
            writer,
            SqliteReader::new(&path),
            LocalBus::new(),
            Study::default(),
            HubConfig::default(),
        );
        let wish = serde_json::from_str(r#"{"game":"token","players":["human","computer:1"]}"#).unwrap();
        let ada = hub.open(wish, Name::new("Ada").unwrap(), None).await.unwrap();
        let live = hub.room(ada.room).await.unwrap();
        let late = Task::Answer(Offer::Draw(Seat::One), 1);
        let thinks = think(Arc::downgrade(&hub), Arc::clone(&live), Seat::Two, late, None);
        assert!(tokio::time::timeout(PATIENCE, thinks).await.is_ok(), "it waits for itself");
        assert_eq!(live.lock().await.room.version(), 1, "nothing was accepted");
    }

    #[tokio::test]
    async fn a_thought_about_an_old_position_is_not_played_in_a_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.db");
        let [here, there] = [(), ()].map(|()| {
            let (writer, _) = Writer::start(Sqlite::open(&path).unwrap()).unwrap();
            Hub::start(
                writer,
                SqliteReader::new(&path),
                LocalBus::new(),
                Study::default(),
                HubConfig::default(),
            )
        });
        let [ada, bo] = ["Ada", "Bo"].map(|name| Name::new(name).unwrap());
        let wish = serde_json::from_str(r#"{"game":"token"}"#).unwrap();
        let one = here.open(wish, ada, Some(Seat::One)).await.unwrap();
        let two = here.join(one.room, bo, None).await.unwrap();
        let live = there.room(one.room).await.unwrap();
        for (key, text) in [(&one.key, "1 right"), (&two.key, "1 left")] {
            let (command, id) =
                (Command::Move { text: text.into() }, ClientId::try_from(key.reveal()).unwrap());
            here.command(one.room, key, &command, id, None).await.unwrap();
        }
        let inside = live.lock().await;
        assert_eq!(inside.room.version(), 2, "nobody has told the other machine");
        let thought = Thought::Move { text: "1 right".into(), note: None };
        there.follow(&live, inside, Seat::One, Task::Move(2), thought).await.unwrap();
        assert_eq!(live.lock().await.room.version(), 4);
    }
}
