//! The hub's background work: flags, idle rooms, and computers' moves.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, Weak};
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use tokio::sync::broadcast;
use tokio::time::MissedTickBehavior;

use super::carry::Sender;
use super::live::{Inside, Live, RoomClosed};
use super::memory::BALANCES;
use super::notices::hear_notices;
use super::pulse::BEAT;
use super::{Hub, HubError};
use crate::bus::Notice;
use crate::command::Command;
use crate::computers::{Consultation, Thought};
use crate::id::RoomId;
use crate::room::{Room, Task};
use crate::store::StoreError;

/// How long a computer waits before it retries to store its move.
const AGAIN: Duration = Duration::from_secs(1);

/// How often the hub looks for deleted rooms.
const DELETIONS: Duration = Duration::from_secs(1);

impl Hub {
    /// Starts the background tasks.
    pub(super) fn tend(self: &Arc<Self>, notices: broadcast::Receiver<Notice>) {
        let mut tending = self.tending.lock().unwrap_or_else(PoisonError::into_inner);
        tending.spawn(answer_alarms(Arc::downgrade(self)));
        tending.spawn(hear_notices(Arc::downgrade(self), notices));
        tending.spawn(sweep(Arc::downgrade(self), self.config.idle));
        tending.spawn(hear_deletions(Arc::downgrade(self)));
        tending.spawn(beat(Arc::downgrade(self)));
        tending.spawn(balance(Arc::downgrade(self)));
    }

    /// Handles a room's alarm.
    async fn rouse(&self, live: Arc<Live>) {
        live.tell_crowd();
        if let Some(crowd) = live.news() {
            self.bus.tell(Notice::Crowd { from: self.member, room: live.id, crowd });
        }
        let inside = live.lock().await;
        match self.flag(&inside).or_else(|| self.absence(&live, &inside)) {
            Some(change) => {
                if let Err(error) = self.settle(&live, inside, change, None).await {
                    tracing::warn!(room = %live.id, %error, "a fallen flag or a player's absence could not be stored");
                    self.alarms.at(live.id, Instant::now() + AGAIN);
                }
            }
            None => {
                let next = [inside.room.next_flag(), self.next_absence(&live, &inside)];
                if let Some(next) = next.into_iter().flatten().min() {
                    self.alarms.at(live.id, self.pulse.wake_for(next));
                }
            }
        }
    }

    /// Unloads rooms that have been idle for a while; the hub does this by itself now and then. A running clock keeps
    /// its room in memory.
    pub fn unload(&self) {
        self.unload_after(self.config.idle);
    }

    /// The same for another time.
    pub(super) fn unload_after(&self, idle: Duration) {
        let now = self.started.elapsed().as_secs();
        let idle = idle.as_secs();
        let unwanted = |_: &RoomId, live: &mut Arc<Live>| {
            if now < live.touched.load(Ordering::Relaxed) + idle {
                return false;
            }
            let Ok(mut inside) = live.inside.try_lock() else { return false };
            // Clients that lost their connection have reconnected by now.
            inside.forget();
            // A client that wants the room now must wait for the lock on all rooms, which we hold.
            let is_awaited = inside.room.next_flag().is_some()
                || (inside.room.charter().is_listed() && self.next_absence(live, &inside).is_some());
            Arc::strong_count(live) == 1 && !is_awaited
        };
        let unloaded: Vec<_> = self.rooms().extract_if(unwanted).collect();
        // The rooms are dropped after the lock is released, so that no client waits for that.
        drop(unloaded);
    }

    /// Starts computers that have something to do and are not thinking yet.
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

    /// The question for a computer; none where the answer is clear.
    fn question(&self, room: &Room, seat: Seat, task: Task) -> Option<Consultation> {
        let left = room.clock().map(|clock| clock.left(seat, self.pulse.now()) / 4);
        let longest = left.map_or(self.config.longest_thought, |left| left.min(self.config.longest_thought));
        Consultation::of(room, seat, task, self.study.cache(), longest)
    }
}

/// A computer thinks and executes its decision.
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
        let done = match thought {
            Some(thought) => hub.follow(&live, seat, task, thought).await,
            None => Ok(()),
        };
        match done {
            // There is nothing left to try.
            Err(HubError::NoRoom | HubError::Store(StoreError::Closed | StoreError::Stopped(_))) => return,
            Err(error) => tracing::warn!(room = %live.id, %error, "a computer could not move"),
            Ok(()) => {}
        }
        let mut inside = live.lock().await;
        if inside.room.task(seat) == Some(task) {
            // Nothing was stored. There is no hurry to retry.
            drop(inside);
            tokio::time::sleep(AGAIN).await;
            inside = live.lock().await;
        }
        let Some(next) = inside.room.task(seat) else {
            // Under the lock, so that the next change to the room finds no computer thinking here.
            seat.of(&live.thinking).store(false, Ordering::Relaxed);
            return;
        };
        question = hub.question(&inside.room, seat, next);
        task = next;
    }
}

impl Hub {
    /// Executes a computer's decision, unless it comes too late.
    async fn follow(
        &self,
        live: &Arc<Live>,
        seat: Seat,
        task: Task,
        thought: Thought,
    ) -> Result<(), HubError> {
        let inside = live.lock().await;
        if inside.room.task(seat) != Some(task) {
            return Ok(());
        }
        // The decision is for this position only; another machine may have changed it since.
        let seen = Some(inside.room.version());
        let session = inside.room.session();
        let home = session.home(seat);
        let (command, note) = match thought {
            Thought::Move(found) => match session.playable(seat, found) {
                Some(chosen) => (Command::Move { text: chosen.text }, chosen.note),
                None => {
                    tracing::error!(room = %live.id, "a computer found no move and resigns");
                    (Command::Resign, None)
                }
            },
            Thought::Accept => (Command::Accept, None),
            Thought::Decline => (Command::Decline, None),
        };
        match self.act(Arc::clone(live), inside, home, &command, Sender::Computer(note), seen).await {
            Err(HubError::Refused { .. }) => Ok(()),
            other => other.map(drop),
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

/// Closes rooms that were deleted, by the operator or because they are too old.
async fn hear_deletions(hub: Weak<Hub>) {
    let mut often = tokio::time::interval(DELETIONS);
    let mut heard = None;
    loop {
        often.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        // A database that cannot be read says so where rooms are requested.
        let Ok((newest, rooms)) = hub.reader.deleted(heard).await else { continue };
        for room in rooms {
            // A player may have opened it again.
            if hub.reader.version(room).await == Ok(0)
                && let Some(live) = hub.rooms().remove(&room)
            {
                live.close(RoomClosed::Deleted);
            }
        }
        heard = Some(newest);
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

/// Shares the memory between the rooms and the solved games.
async fn balance(hub: Weak<Hub>) {
    let mut often = tokio::time::interval(BALANCES);
    loop {
        often.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        hub.balance();
    }
}

/// Shows that the server is alive, tries to write while writing fails, and corrects the clocks that followers see once
/// they run again.
async fn beat(hub: Weak<Hub>) {
    let mut often = tokio::time::interval(BEAT);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        often.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        if hub.pulse.beat() {
            tracing::info!(seconds = hub.lost_time().as_secs(), "the clocks run again");
            tokio::spawn(async move { hub.correct_clocks().await });
        } else if hub.pulse.fails() {
            tokio::spawn(async move { hub.try_again().await });
        }
    }
}

impl Hub {
    async fn correct_clocks(&self) {
        let rooms: Vec<Arc<Live>> = self.rooms().values().map(Arc::clone).collect();
        for live in rooms {
            let inside = live.lock().await;
            if inside.room.next_flag().is_some() {
                live.tell_all(inside).await;
            }
        }
    }

    /// Tries to write, one attempt at a time: the disk may be slow to refuse.
    async fn try_again(&self) {
        if let Ok(_only) = self.trying.try_lock()
            && self.probe().await.is_err()
        {
            tokio::time::sleep(AGAIN / 2).await;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use numberline_table::{Chosen, Name};

    use super::*;
    use crate::room::Offer;
    use crate::{ClientId, HubConfig, LocalBus, Sqlite, SqliteReader, Study, Writer};

    /// A generous timeout for something that must happen. No test waits for it to pass.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// The offer was withdrawn while the computer was thinking.
    #[tokio::test]
    async fn a_late_decision_releases_the_room() {
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
        assert!(tokio::time::timeout(PATIENCE, thinks).await.is_ok(), "the computer deadlocks");
        assert_eq!(live.lock().await.room.version(), 1, "nothing was accepted");
    }

    #[tokio::test]
    async fn a_decision_for_an_old_position_is_not_played_in_a_new_one() {
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
        assert_eq!(inside.room.version(), 2, "the other machine was not notified");
        let play = Command::Move { text: "1 right".into() };
        let late =
            there.act(Arc::clone(&live), inside, Seat::One, &play, Sender::Computer(None), Some(2)).await;
        assert!(matches!(late, Err(HubError::Refused { .. })));
        assert_eq!(live.lock().await.room.version(), 4);
    }

    /// The note comes with the move that it is about, and only once that is stored.
    #[tokio::test]
    async fn a_note_belongs_to_a_stored_move_and_to_its_round() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.db");
        let (writer, _) = Writer::start(Sqlite::open(&path).unwrap()).unwrap();
        let config = HubConfig { longest_thought: PATIENCE, ..HubConfig::default() };
        let hub = Hub::start(writer, SqliteReader::new(&path), LocalBus::new(), Study::default(), config);
        let wish = r#"{"game":"duel","players":["human","computer:1"],"rounds":3}"#;
        let ada = hub.open(serde_json::from_str(wish).unwrap(), None, None).await.unwrap();
        let live = hub.room(ada.room).await.unwrap();
        let follow = async |text: &str, note: &str| {
            // Keeps the hub's own computer from moving.
            Seat::Two.of(&live.thinking).store(true, Ordering::Relaxed);
            let task = live.lock().await.room.task(Seat::Two).unwrap_or(Task::Move(0));
            let thought = Thought::Move(Some(Chosen { text: text.into(), note: Some(note.into()) }));
            hub.follow(&live, Seat::Two, task, thought).await.unwrap();
            live.lock().await.room.note().map(ToOwned::to_owned)
        };
        assert_eq!(follow("5", "too early").await, None, "it was not the computer's turn");
        let id = |text: &str| ClientId::try_from(text.to_owned()).unwrap();
        let play = Command::Move { text: "1".into() };
        hub.command(ada.room, &ada.key, &play, id("a"), None).await.unwrap();
        assert_eq!(follow("5", "any move").await.as_deref(), Some("any move"));
        let play = Command::Move { text: "2".into() };
        hub.command(ada.room, &ada.key, &play, id("b"), None).await.unwrap();
        assert_eq!(follow("7", "again").await.as_deref(), Some("any move"), "it is said once");
        for (number, command) in [("c", Command::Resign), ("d", Command::NextRound)] {
            hub.command(ada.room, &ada.key, &command, id(number), None).await.unwrap();
        }
        assert_eq!(live.lock().await.room.note(), None);
    }
}
