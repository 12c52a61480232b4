//! All the rooms: each is loaded when somebody comes, changed by one command at a time, and told to everybody who watches.

mod alarms;
mod carry;
mod live;
mod tend;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_table::{Name, Record, RequestError};
use tokio::sync::{Semaphore, broadcast};
use tokio::task::{JoinError, JoinSet};

use crate::bus::{Bus, Member};
use crate::charter::Wish;
use crate::command::Command;
use crate::id::{ClientId, RoomId, SeatKey};
use crate::room::{CommandError, DamagedLogError, Room};
use crate::store::{Kept, NewRoom, Reader, RoomPhase, StoreError, Write};
use crate::study::Study;
use crate::view::Listed;
use crate::writer::Writer;

use alarms::Alarms;
use live::{Live, Present};

pub use live::Told;

/// How many rooms are loaded at a time: whoever loads a room plays through its log.
const LOADS: usize = 4;

/// All the rooms.
pub struct Hub {
    me: Weak<Self>,
    member: Member,
    /// None once the hub is closed.
    writer: Mutex<Option<Writer>>,
    reader: Arc<dyn Reader>,
    /// Whoever has one of these may load a room.
    loads: Arc<Semaphore>,
    bus: Arc<dyn Bus>,
    config: HubConfig,
    /// What the computers think with.
    study: Study,
    rooms: Mutex<HashMap<RoomId, Arc<Live>>>,
    alarms: Arc<Alarms>,
    started: Instant,
    /// Ends with the hub.
    tending: Mutex<JoinSet<()>>,
}

/// What a hub makes of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HubConfig {
    /// How long a room that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long a computer may think about a move.
    pub longest_thought: Duration,
}

impl Default for HubConfig {
    fn default() -> Self {
        Self { idle: Duration::from_secs(60), longest_thought: Duration::from_secs(2) }
    }
}

/// Why something could not be done in a room.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HubError {
    /// There is no such room.
    #[error("there is no game of this name. Check the link; it ends with twelve letters and digits")]
    NoRoom,
    /// The room cannot be opened like that.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The key belongs to no seat of this room.
    #[error("this key belongs to no seat of this game. Send the key that joining has given you")]
    NotYours,
    /// The room refuses.
    #[error("{reason}")]
    Refused {
        /// Why.
        reason: CommandError,
        /// How far the room has come.
        version: u64,
    },
    /// The room cannot be kept or read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was kept makes no sense.
    #[error(transparent)]
    Damaged(#[from] DamagedLogError),
}

/// A seat, and the key to it. The key is told this once.
pub struct Seated {
    /// The room.
    pub room: RoomId,
    /// The seat in which its holder sat down. Players may change seats after each round; the key goes along.
    pub seat: Seat,
    /// Its key.
    pub key: SeatKey,
}

/// Somebody who looks at a room. The room counts them until this is dropped.
pub struct Visit {
    /// The seat in which they sat down, if they hold a key.
    pub seat: Option<Seat>,
    /// How many entries the room's log has.
    pub version: u64,
    /// What they have missed: the changes since the version they know, or the whole picture.
    pub first: Vec<Told>,
    /// Every message after that.
    pub changes: broadcast::Receiver<Told>,
    present: Present,
}

impl Visit {
    /// The whole picture for somebody who could not keep up. Every message after it comes from `changes`.
    pub async fn refresh(&mut self) -> Told {
        let inside = self.present.live().lock().await;
        self.changes = self.present.live().hear();
        self.version = inside.room.version();
        // Who is here is no part of the picture, and may have been among what was missed.
        self.present.say_again();
        inside.picture()
    }
}

impl Hub {
    /// Rooms that are written by the writer's thread and read by the reader. Needs the runtime that it is to run on.
    #[must_use]
    pub fn start(
        writer: Writer,
        reader: impl Reader + 'static,
        bus: Arc<dyn Bus>,
        study: Study,
        config: HubConfig,
    ) -> Arc<Self> {
        let (member, notices) = bus.enter();
        let hub = Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            member,
            writer: Mutex::new(Some(writer)),
            reader: Arc::new(reader),
            loads: Arc::new(Semaphore::new(LOADS)),
            bus,
            config,
            study,
            rooms: Mutex::default(),
            alarms: Arc::default(),
            started: Instant::now(),
            tending: Mutex::default(),
        });
        hub.tend(notices);
        hub
    }

    /// Opens a room, and seats who wanted it: where they like, or in any seat that is free.
    pub async fn open(&self, wish: Wish, name: Name, seat: Option<Seat>) -> Result<Seated, HubError> {
        self.open_anew(wish, name, seat, SeatKey::random()).await
    }

    /// Opens a room with a key that its holder has made up. Whoever has not heard the answer asks again, and sits in the
    /// room that there is.
    pub async fn open_with(
        &self,
        wish: Wish,
        name: Name,
        seat: Option<Seat>,
        key: SeatKey,
    ) -> Result<Seated, HubError> {
        if let Some(seated) = self.opened_before(&wish, &key).await? {
            return Ok(seated);
        }
        match self.open_anew(wish.clone(), name, seat, key.clone()).await {
            // The same was asked for twice at once, and the other one was quicker.
            Err(HubError::Store(StoreError::Stale)) => {
                self.opened_before(&wish, &key).await?.ok_or(HubError::NoRoom)
            }
            seated => seated,
        }
    }

    /// The seat in the room that this key has opened for the same wish, if it has.
    pub async fn opened_before(&self, wish: &Wish, key: &SeatKey) -> Result<Option<Seated>, HubError> {
        let room = key.room();
        let live = match self.room(room).await {
            Ok(live) => live,
            Err(HubError::NoRoom) => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut inside = live.lock().await;
        let seat = self.home_of(&live, &mut inside, key).await?;
        if !wish.is_met_by(inside.room.charter().wish()) {
            return Err(HubError::Refused {
                reason: CommandError::OtherGame,
                version: inside.room.version(),
            });
        }
        Ok(Some(Seated { room, seat, key: key.clone() }))
    }

    async fn open_anew(
        &self,
        wish: Wish,
        name: Name,
        seat: Option<Seat>,
        key: SeatKey,
    ) -> Result<Seated, HubError> {
        let wish = wish.settled();
        let room = key.room();
        let mut opened = Room::new(room, wish.grant()?);
        let any = if rand::random() { Seat::One } else { Seat::Two };
        let seat = seat.unwrap_or(if opened.name(any).is_some() { any.other() } else { any });
        let refused = |reason| HubError::Refused { reason, version: 0 };
        let entry = opened.join(Some(seat), name, key.hash(), None).map_err(refused)?.entry;
        opened.apply(&entry, None, Instant::now())?;
        let opening = NewRoom { room, wish, joined: vec![entry], standing: opened.standing() };
        self.writer()?.write(Write::Open(Box::new(opening))).await?;
        self.keep_live(opened).await;
        Ok(Seated { room, seat, key })
    }

    /// Takes a seat, and hands over its key.
    pub async fn join(&self, room: RoomId, name: Name, seat: Option<Seat>) -> Result<Seated, HubError> {
        self.join_with(room, name, seat, SeatKey::random()).await
    }

    /// Takes a seat with a key that its holder has made up. Whoever has not heard the answer asks again, and sits where
    /// they sit.
    pub async fn join_with(
        &self,
        room: RoomId,
        name: Name,
        seat: Option<Seat>,
        key: SeatKey,
    ) -> Result<Seated, HubError> {
        let live = self.room(room).await?;
        let inside = live.lock().await;
        let seat = self.seat_down(live, inside, seat, name, key.hash()).await?;
        Ok(Seated { room, seat, key })
    }

    /// Does what a player wants, and says which version that made. The same command sent again counts once.
    pub async fn command(
        &self,
        room: RoomId,
        key: &SeatKey,
        command: &Command,
        client: ClientId,
        seen: Option<u64>,
    ) -> Result<u64, HubError> {
        let live = self.room(room).await?;
        let mut inside = live.lock().await;
        let home = self.home_of(&live, &mut inside, key).await?;
        self.act(live, inside, home, command, Some(client), seen).await
    }

    /// Looks at a room, and goes on looking. Whoever has seen a version gets what they have missed.
    pub async fn visit(
        &self,
        room: RoomId,
        key: Option<&SeatKey>,
        since: Option<u64>,
    ) -> Result<Visit, HubError> {
        let live = self.room(room).await?;
        let mut inside = live.lock().await;
        let seat = match key {
            Some(key) => Some(self.home_of(&live, &mut inside, key).await?),
            None => None,
        };
        let (version, first, changes) = (inside.room.version(), inside.missed(since), live.hear());
        Ok(Visit { seat, version, first, changes, present: live.welcome(seat, &self.alarms) })
    }

    /// Whether there is such a room.
    pub async fn find(&self, room: RoomId) -> Result<(), HubError> {
        self.room(room).await.map(drop)
    }

    /// The whole picture of a room.
    pub async fn game(&self, room: RoomId) -> Result<Told, HubError> {
        Ok(self.room(room).await?.lock().await.picture())
    }

    /// The records of a room's rounds, the last one last.
    pub async fn records(&self, room: RoomId) -> Result<Vec<Record>, HubError> {
        Ok(self.room(room).await?.lock().await.room.records())
    }

    /// The newest rooms of a standing that strangers may find.
    pub async fn list(&self, standing: RoomPhase, most: u32) -> Result<Vec<Listed>, HubError> {
        let rows = self.reader.list(standing, most).await?;
        Ok(rows.into_iter().map(|row| Listed::of(row, standing)).collect())
    }

    /// How many rooms are in memory.
    #[must_use]
    pub fn loaded(&self) -> usize {
        self.rooms().len()
    }

    /// Whether something can be written just now.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.writer()?.write(Write::Probe).await
    }

    /// Takes nothing any more. When this returns, everything that was taken is on the disk.
    pub async fn close(&self) -> Result<(), StoreError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        match writer {
            // What was queued before it is written before it.
            Some(writer) => writer.write(Write::Probe).await,
            None => Ok(()),
        }
    }

    fn writer(&self) -> Result<Writer, StoreError> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Arc<Live>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room, loaded from the disk if it is not in memory.
    async fn room(&self, id: RoomId) -> Result<Arc<Live>, HubError> {
        if let Some(live) = self.rooms().get(&id) {
            live.touch(self.started.elapsed().as_secs());
            return Ok(Arc::clone(live));
        }
        let turn = Arc::clone(&self.loads).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        if let Some(live) = self.rooms().get(&id) {
            return Ok(Arc::clone(live));
        }
        let hub = self.me.upgrade().ok_or(StoreError::Closed)?;
        // The turn ends with the work, even if nobody waits for it any more.
        let loading = tokio::spawn(async move {
            let _turn = turn;
            hub.load(id).await
        });
        loading.await.map_err(broke_off)?
    }

    async fn load(&self, id: RoomId) -> Result<Arc<Live>, HubError> {
        let kept = self.reader.load(id, 0).await?.ok_or(HubError::NoRoom)?;
        // A long log takes a while to play through, so that is done beside the threads that answer everybody.
        let restoring = tokio::task::spawn_blocking(move || restored(id, &kept));
        let live = self.keep_live(restoring.await.map_err(broke_off)??).await;
        // What another machine wrote between the loading and the keeping was told to nobody here.
        let mut inside = live.lock().await;
        self.look_again(&live, &mut inside).await?;
        self.go_on(&live, &inside);
        drop(inside);
        Ok(live)
    }

    /// Two may have loaded the same room at once; the first of them counts.
    async fn keep_live(&self, room: Room) -> Arc<Live> {
        let live = Arc::clone(self.rooms().entry(room.id()).or_insert_with(|| Live::new(room)));
        live.touch(self.started.elapsed().as_secs());
        let inside = live.lock().await;
        self.go_on(&live, &inside);
        live
    }
}

fn broke_off(_: JoinError) -> StoreError {
    StoreError::Failed("loading broke off".into())
}

/// A room as it was kept. Its clocks go on from now.
fn restored(id: RoomId, kept: &Kept) -> Result<Room, HubError> {
    let mut room = Room::new(id, kept.wish.grant()?);
    let now = Instant::now();
    for (entry, chosen) in &kept.log {
        room.apply(entry, chosen.as_deref(), now)?;
    }
    Ok(room)
}
