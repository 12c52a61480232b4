//! All rooms. A room is loaded on demand, changed by one command at a time, and broadcast to its followers.

mod alarms;
mod carried;
mod carry;
mod channels;
mod elsewhere;
mod live;
mod look;
mod memory;
mod notices;
mod pulse;
mod seated;
mod tend;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_table::RequestError;
use tokio::sync::{Semaphore, broadcast};
use tokio::task::{JoinError, JoinSet};

use crate::bus::{Bus, Member};
use crate::command::Command;
use crate::id::{ClientId, RoomId, SeatKey};
use crate::room::{CommandError, DamagedLogError, Room};
use crate::store::{Kept, Reader, StoreError, Write};
use crate::study::Study;
use crate::writer::Writer;

use alarms::Alarms;
use carry::Sender;
use elsewhere::Elsewhere;
use live::{Live, Present};
use pulse::Pulse;

pub use channels::{Detail, Told};
pub(crate) use live::RoomClosed;
pub use seated::Seated;

/// How many rooms may load at a time: loading a room replays its log. Long ones wait for each other and hold up no others.
/// Both together are fewer than the store's reads, so that a list never waits for a room.
const LOADS: usize = 2;
const LONG_LOADS: usize = 1;

/// A room with more entries is long.
const LONG: u64 = 1_000;

/// All the rooms.
pub struct Hub {
    me: Weak<Self>,
    member: Member,
    /// None once the hub is closed.
    writer: Mutex<Option<Writer>>,
    reader: Arc<dyn Reader>,
    /// Permits to load a room, and a long one.
    loads: Arc<Semaphore>,
    long_loads: Arc<Semaphore>,
    bus: Arc<dyn Bus>,
    config: HubConfig,
    /// The computers' thinking.
    study: Study,
    rooms: Mutex<HashMap<RoomId, Arc<Live>>>,
    /// Who follows rooms on other machines.
    elsewhere: Elsewhere,
    alarms: Arc<Alarms>,
    /// The time by which the clocks run.
    pulse: Arc<Pulse>,
    /// How many changes wait for the disk.
    writing: Arc<AtomicUsize>,
    /// How many rooms could not be taken in for want of memory.
    turned_away: AtomicU64,
    /// Held while all rooms are compared with the log.
    comparing: tokio::sync::Mutex<()>,
    /// Held while a failed store is tried again.
    trying: tokio::sync::Mutex<()>,
    started: Instant,
    /// Cancelled when the hub is dropped.
    tending: Mutex<JoinSet<()>>,
}

/// The time settings of a hub.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HubConfig {
    /// How long a room without followers stays in memory.
    pub idle: Duration,
    /// How long a computer may think about a move.
    pub longest_thought: Duration,
    /// How many bytes of memory rooms and solved games may take together.
    pub memory: u64,
    /// How long a player may be gone before they count as having left.
    pub gone: Duration,
}

impl Default for HubConfig {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(60),
            longest_thought: Duration::from_secs(2),
            memory: 256 << 20,
            gone: Duration::from_secs(60),
        }
    }
}

/// Why a request to the hub failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HubError {
    /// There is no such room.
    #[error("there is no game with this name. Check the link; it ends with twelve letters and digits")]
    NoRoom,
    /// The room cannot be opened with these settings.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The key does not match any seat in this room.
    #[error("this key does not match any seat in this game. Send the key you got when you joined")]
    NotYours,
    /// The room refuses the command.
    #[error("{reason}")]
    Refused {
        /// Why.
        reason: CommandError,
        /// The room's version.
        version: u64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored log is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedLogError),
}

/// A subscription to a room. The room counts it as present until it is dropped.
pub struct Visit {
    /// The player's first seat, if they hold a key.
    pub seat: Option<Seat>,
    /// The number of entries in the room's log.
    pub version: u64,
    /// What the follower missed: the changes since the version it knows, or the full state.
    pub first: Vec<Told>,
    /// Every message after that.
    pub changes: broadcast::Receiver<Told>,
    detail: Detail,
    present: Present,
}

impl Visit {
    /// The full state for a follower that could not keep up. Every message after it comes from `changes`.
    pub async fn refresh(&mut self) -> Told {
        let live = Arc::clone(self.present.live());
        let inside = live.lock().await;
        self.changes = live.hear(self.detail, self.seat);
        self.version = inside.room.version();
        // Presence is not part of the state, and may be among the missed messages.
        self.present.say_again();
        live.picture(inside).await.1
    }
}

impl Hub {
    /// A hub that writes with the writer's thread and reads with the reader. It must be created within its runtime.
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
            long_loads: Arc::new(Semaphore::new(LONG_LOADS)),
            bus,
            config,
            study,
            rooms: Mutex::default(),
            elsewhere: Elsewhere::default(),
            alarms: Arc::default(),
            pulse: Arc::new(Pulse::new()),
            writing: Arc::default(),
            turned_away: AtomicU64::default(),
            comparing: tokio::sync::Mutex::default(),
            trying: tokio::sync::Mutex::default(),
            started: Instant::now(),
            tending: Mutex::default(),
        });
        hub.tend(notices);
        hub
    }

    /// Executes a player's command and returns the version it created. Sending the same command again counts once.
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
        self.act(live, inside, home, command, Sender::Client(client), seen).await
    }

    /// Subscribes to a room. A client that has seen a version gets the changes since then.
    pub async fn visit(
        &self,
        room: RoomId,
        key: Option<&SeatKey>,
        since: Option<u64>,
    ) -> Result<Visit, HubError> {
        self.visit_for(room, key, since, Detail::Full).await
    }

    /// The same for a client that says how much it wants to be told. What it missed comes in full. A client that builds on
    /// the state it has gets the whole one: after a restored backup, another state may have the version that it saw.
    pub async fn visit_for(
        &self,
        room: RoomId,
        key: Option<&SeatKey>,
        since: Option<u64>,
        detail: Detail,
    ) -> Result<Visit, HubError> {
        let live = self.room(room).await?;
        let mut inside = live.lock().await;
        let seat = match key {
            Some(key) => Some(self.home_of(&live, &mut inside, key).await?),
            None => None,
        };
        self.refresh(&live, &mut inside).await;
        let since = since.filter(|_| detail != Detail::Diffs);
        let (inside, first) = match inside.missed(since) {
            Some(missed) => (inside, missed),
            None => {
                let (inside, picture) = live.picture(inside).await;
                (inside, vec![picture])
            }
        };
        let (version, changes) = (inside.room.version(), live.hear(detail, seat));
        Ok(Visit { seat, version, first, changes, detail, present: live.welcome(seat, &self.alarms) })
    }

    /// How many rooms are in memory.
    #[must_use]
    pub fn loaded(&self) -> usize {
        self.rooms().len()
    }

    /// How many changes wait for the disk.
    #[must_use]
    pub fn writing(&self) -> usize {
        self.writing.load(Ordering::Relaxed)
    }

    /// Whether the store accepts writes right now.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.write(Write::Probe).await
    }

    /// For how long the clocks have stood still so far, because no move could be taken.
    #[must_use]
    pub fn lost_time(&self) -> Duration {
        self.pulse.lost()
    }

    /// Closes the hub. When this returns, everything it accepted is on disk.
    pub async fn close(&self) -> Result<(), StoreError> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        match writer {
            // Whatever was queued earlier is written earlier.
            Some(writer) => writer.write(Write::Probe).await,
            None => Ok(()),
        }
    }

    /// Writes a change. The clocks stand still from a failure until the next success.
    async fn write(&self, change: Write) -> Result<(), StoreError> {
        let (writer, since) = (self.writer()?, Instant::now());
        let _waiting = Waiting::new(&self.writing);
        let written = writer.write(change).await;
        match &written {
            Ok(()) | Err(StoreError::Stale) => self.pulse.succeeded(),
            // This says nothing about the moves of other rooms.
            Err(StoreError::NoSpace | StoreError::Damaged(_)) => {}
            Err(
                StoreError::Full
                | StoreError::Busy
                | StoreError::Closed
                | StoreError::Unsure
                | StoreError::Stopped(_)
                | StoreError::InUse
                | StoreError::Unfit(_)
                | StoreError::Failed(_)
                | StoreError::Unreadable(_),
            ) => self.pulse.failed(since),
        }
        written
    }

    fn writer(&self) -> Result<Writer, StoreError> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Arc<Live>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room, loaded from disk if it is not in memory.
    async fn room(&self, id: RoomId) -> Result<Arc<Live>, HubError> {
        if let Some(live) = self.rooms().get(&id) {
            live.touch(self.started.elapsed().as_secs());
            return Ok(Arc::clone(live));
        }
        // Boxed, like everything that a move hardly ever waits for, so that it takes no memory in every move.
        Box::pin(self.take_in(id)).await
    }

    async fn take_in(&self, id: RoomId) -> Result<Arc<Live>, HubError> {
        self.make_room()?;
        let is_long = self.reader.version(id).await? > LONG;
        let lane = if is_long { &self.long_loads } else { &self.loads };
        let turn = Arc::clone(lane).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        if let Some(live) = self.rooms().get(&id) {
            return Ok(Arc::clone(live));
        }
        let hub = self.me.upgrade().ok_or(StoreError::Closed)?;
        // The permit is held until the work ends, even if the caller stops waiting.
        let loading = tokio::spawn(async move {
            let _turn = turn;
            hub.load(id).await
        });
        loading.await.map_err(broke_off)?
    }

    async fn load(&self, id: RoomId) -> Result<Arc<Live>, HubError> {
        let damaged = |error: &HubError| {
            if let HubError::Damaged(_) | HubError::Store(StoreError::Damaged(_)) = error {
                tracing::error!(room = %id, %error, "a room cannot be loaded");
            }
        };
        let kept = self.reader.load(id, 0).await.map_err(HubError::from).inspect_err(damaged)?;
        let kept = kept.ok_or(HubError::NoRoom)?;
        // Replaying a long log takes a while, so it runs off the threads that serve requests.
        let now = self.pulse.now();
        let restoring = tokio::task::spawn_blocking(move || restored(id, &kept, now));
        let live = self.keep_live(restoring.await.map_err(broke_off)?.inspect_err(damaged)?).await;
        // No client here was notified of what another machine wrote while the room was loading.
        let mut inside = live.lock().await;
        self.look_again(&live, &mut inside).await?;
        self.go_on(&live, &inside);
        drop(inside);
        Ok(live)
    }

    /// Two requests may have loaded the same room at once; the first one wins.
    async fn keep_live(&self, room: Room) -> Arc<Live> {
        let live = Arc::clone(self.rooms().entry(room.id()).or_insert_with(|| Live::new(room, &self.pulse)));
        live.see_elsewhere(self.elsewhere.all(live.id));
        live.touch(self.started.elapsed().as_secs());
        let inside = live.lock().await;
        self.go_on(&live, &inside);
        live
    }
}

/// A change that waits for the disk, counted while this lives.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn broke_off(_: JoinError) -> StoreError {
    StoreError::Unreadable("loading was interrupted".into())
}

/// A room rebuilt from its stored log. Its clocks resume now.
pub(crate) fn restored(id: RoomId, kept: &Kept, now: Instant) -> Result<Room, HubError> {
    let mut room = Room::new(id, kept.wish.clone().of_log().grant()?);
    for (entry, chosen) in &kept.log {
        room.take_in(entry, chosen.as_deref(), now)?;
    }
    Ok(room)
}
