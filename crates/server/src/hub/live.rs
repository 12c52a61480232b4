//! A room in memory, with its followers and its latest messages.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use numberline_rules::Seat;
use serde::Serialize;
use tokio::sync::{OwnedMutexGuard, broadcast};

use super::alarms::Alarms;
use super::channels::{Channels, Detail, Told};
use super::pulse::Pulse;
use crate::bus::CrowdCount;
use crate::entry::{LogEntry, RoomEvent};
use crate::id::RoomId;
use crate::room::{Applied, Room};
use crate::view::{Before, Change, Diff, GameView, PresenceView, Step, moves};

/// How many bytes of recent changes are kept for clients that reconnect.
const MOST_KEPT: usize = 3 << 10;

/// The state of a longer match is encoded off the threads that serve requests.
const LONGEST_AT_ONCE: usize = 500;

/// The delay before a presence message, so that many arrivals at once make one message.
const CROWD_DELAY: Duration = Duration::from_millis(40);

/// A room in memory.
pub(crate) struct Live {
    pub(super) id: RoomId,
    pub(super) inside: Arc<tokio::sync::Mutex<Inside>>,
    /// None once the room is closed, which its followers hear.
    told: Mutex<Option<Channels>>,
    closed: OnceLock<RoomClosed>,
    crowd: Mutex<Crowd>,
    pulse: Arc<Pulse>,
    /// Whether a computer is thinking in each seat.
    pub(super) thinking: [AtomicBool; 2],
    /// How many entries the room has, for all who do not hold the lock.
    pub(super) entries: AtomicU64,
    /// When a client last used the room, in seconds since the hub started.
    pub(super) touched: AtomicU64,
}

/// Why a room has no followers any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoomClosed {
    /// It was deleted.
    Deleted,
    /// The database has lost entries of it. It continues from what is there.
    Shortened,
}

/// The room itself. Only the holder of the lock may change it.
pub(crate) struct Inside {
    pub(super) room: Room,
    /// Recent changes with their versions.
    kept: VecDeque<(u64, Told)>,
    /// What the next diff is made from, after a diff.
    before: Option<Before>,
}

/// The lock on a room.
pub(super) type Held = OwnedMutexGuard<Inside>;

struct Crowd {
    /// Who follows the room on this machine.
    here: CrowdCount,
    /// Who follows it on other machines.
    elsewhere: CrowdCount,
    /// What the other machines were told last.
    announced: CrowdCount,
    changed: bool,
    /// When each player was last here; none for one who follows the room on another machine.
    seen: [Option<Instant>; 2],
}

/// Whether a player is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gone {
    /// They follow the room.
    Here,
    /// They follow it on another machine.
    Elsewhere,
    /// They were last here then.
    Since(Instant),
}

impl Live {
    pub(super) fn new(room: Room, pulse: &Arc<Pulse>) -> Arc<Self> {
        Arc::new(Self {
            id: room.id(),
            entries: AtomicU64::new(room.version()),
            inside: Arc::new(tokio::sync::Mutex::new(Inside { room, kept: VecDeque::new(), before: None })),
            told: Mutex::new(Some(Channels::default())),
            closed: OnceLock::new(),
            crowd: Mutex::new(Crowd {
                here: CrowdCount::default(),
                elsewhere: CrowdCount::default(),
                announced: CrowdCount::default(),
                changed: false,
                seen: [Some(pulse.now()); 2],
            }),
            pulse: Arc::clone(pulse),
            thinking: Default::default(),
            touched: AtomicU64::new(0),
        })
    }

    pub(super) async fn lock(&self) -> Held {
        Arc::clone(&self.inside).lock_owned().await
    }

    /// Applies an entry that is on disk, with the note of the computer that made the move, and broadcasts it.
    pub(super) fn take_over(
        &self,
        inside: &mut Inside,
        entry: &LogEntry,
        chosen: Option<&str>,
        note: Option<String>,
    ) -> Result<(), crate::room::DamagedLogError> {
        let now = self.pulse.now();
        let wants_diffs = self.told().as_ref().is_some_and(|told| told.diffs().next().is_some());
        let before = inside.before.take().filter(|before| before.is_current(&inside.room));
        let before = wants_diffs.then(|| before.unwrap_or_else(|| Before::of(&inside.room, now)));
        let before = before.map(|before| before.awaiting(&entry.event, &inside.room, now));
        let applied = inside.room.take_in(entry, chosen, now)?;
        self.entries.store(entry.version, Ordering::Relaxed);
        if let Some(home) = entry.seat {
            inside.room.excuse(home, note);
            // Another machine says that they are back, and will say when they leave.
            if entry.event == RoomEvent::Returned && self.gone(home) != Gone::Here {
                *home.of_mut(&mut self.crowd().seen) = None;
            }
        }
        let change = self.tell(inside, entry, &applied, now);
        if let Some(before) = before {
            let made = Diff::of(&before, &inside.room, entry, &applied, now);
            self.tell_diffs(&inside.room, made.as_ref().map(|(diff, _)| diff), change.as_ref(), now);
            inside.before = made.map(|(_, after)| after);
        }
        Ok(())
    }

    /// Tells those who do not want diffs. Returns the whole change if it had to be made.
    fn tell(&self, inside: &mut Inside, entry: &LogEntry, applied: &Applied, now: Instant) -> Option<Change> {
        let told = self.told();
        let channels = told.as_ref()?;
        let (full, brief) = (channels.full(), channels.brief());
        let step = brief.and_then(|brief| Some((brief, text(&Step::of(&inside.room, entry, applied, now)?))));
        if full.is_none() && (brief.is_none() || step.is_some()) {
            // The full change is not encoded, so the next follower gets the full state.
            inside.forget();
            if let Some((brief, step)) = step {
                let _ = brief.send(step);
            }
            return None;
        }
        let change = Change::by(&inside.room, entry, applied, now);
        let whole = text(&change);
        inside.keep(entry.version, whole.clone());
        for channel in [full, brief.filter(|_| step.is_none())].into_iter().flatten() {
            let _ = channel.send(whole.clone());
        }
        if let Some((brief, step)) = step {
            let _ = brief.send(step);
        }
        Some(change)
    }

    /// Tells those who want diffs. The moves are those of the whole change, if there is one. What cannot be told as a diff is
    /// told as the whole state.
    fn tell_diffs(&self, room: &Room, diff: Option<&Diff>, change: Option<&Change>, now: Instant) {
        let told = self.told();
        let Some(channels) = &*told else { return };
        let same = diff.map(|diff| Told::from(&diff.text));
        for (home, channel) in channels.diffs() {
            let seat = home.map(|home| room.session().home(home));
            let renewed = seat.zip(diff).filter(|(seat, diff)| diff.renews_moves_of(room, *seat));
            let told = match renewed {
                Some((seat, diff)) => {
                    let known = change.map(|change| seat.of(&change.state.moves).as_slice());
                    let moves = known.map_or_else(|| Cow::Owned(moves(room, seat)), Cow::Borrowed);
                    diff.with_moves(&moves).map(Told::from)
                }
                None => same.clone(),
            };
            let _ = channel.send(told.unwrap_or_else(|| text(&GameView::of(room, now))));
        }
    }

    /// The messages for a follower who wants so much detail, and who first took this seat.
    pub(super) fn hear(&self, detail: Detail, home: Option<Seat>) -> broadcast::Receiver<Told> {
        // The channel of a deleted room is closed from the start.
        self.told().as_mut().map_or_else(|| broadcast::channel(1).1, |channels| channels.hear(detail, home))
    }

    fn has_followers(&self) -> bool {
        self.told().as_ref().is_some_and(|told| told.all().next().is_some())
    }

    /// Tells the followers that the room is not this one any more.
    pub(super) fn close(&self, why: RoomClosed) {
        let _ = self.closed.set(why);
        drop(self.told().take());
    }

    /// Why it was closed.
    pub(super) fn closed(&self) -> RoomClosed {
        self.closed.get().copied().unwrap_or(RoomClosed::Deleted)
    }

    fn send(&self, message: &Told) {
        if let Some(channels) = &*self.told() {
            channels.send(message);
        }
    }

    fn told(&self) -> MutexGuard<'_, Option<Channels>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The full state. Encoding that of a long match takes a while, so it runs off the threads that serve requests.
    pub(super) async fn picture(self: &Arc<Self>, inside: Held) -> (Held, Told) {
        let encode = |live: &Self, inside: &Held| text(&GameView::of(&inside.room, live.pulse.now()));
        if inside.room.session().at().length() <= LONGEST_AT_ONCE {
            let told = encode(self, &inside);
            return (inside, told);
        }
        let live = Arc::clone(self);
        let encoded = tokio::task::spawn_blocking(move || {
            let told = encode(&live, &inside);
            (inside, told)
        });
        match encoded.await {
            Ok(encoded) => encoded,
            // The runtime is shutting down, and nobody waits for this any longer.
            Err(_) => (self.lock().await, Told::default()),
        }
    }

    /// Broadcasts the full state, because the clocks are not what followers believe.
    pub(super) async fn tell_all(self: &Arc<Self>, inside: Held) {
        if self.has_followers() {
            let (_held, told) = self.picture(inside).await;
            self.send(&told);
        }
    }

    /// Counts a follower for as long as the returned guard lives.
    pub(super) fn welcome(self: &Arc<Self>, seat: Option<Seat>, alarms: &Arc<Alarms>) -> Present {
        let present = Present { live: Arc::clone(self), alarms: Arc::clone(alarms), seat };
        present.count(1);
        present
    }

    /// Broadcasts who is present, if that has changed.
    pub(super) fn tell_crowd(&self) {
        let presence = {
            let mut crowd = self.crowd();
            if !std::mem::take(&mut crowd.changed) {
                return;
            }
            let all = crowd.here + crowd.elsewhere;
            PresenceView { here: all.seats.map(|count| count > 0), watching: all.others }
        };
        self.send(&text(&presence));
    }

    /// Who follows the room here, if the other machines do not know yet.
    pub(super) fn news(&self) -> Option<CrowdCount> {
        let mut crowd = self.crowd();
        let here = crowd.here;
        (std::mem::replace(&mut crowd.announced, here) != here).then_some(here)
    }

    /// Who follows the room here.
    pub(super) fn here(&self) -> CrowdCount {
        self.crowd().here
    }

    /// Takes note of who follows the room on other machines, and returns whether that is news.
    pub(super) fn see_elsewhere(&self, elsewhere: CrowdCount) -> bool {
        let mut crowd = self.crowd();
        let before = std::mem::replace(&mut crowd.elsewhere, elsewhere);
        for home in Seat::BOTH {
            // A player who has left the other machine has left now.
            if *home.of(&before.seats) > 0 && *home.of(&elsewhere.seats) == 0 {
                *home.of_mut(&mut crowd.seen) = Some(self.pulse.now());
            }
        }
        let is_news = before != elsewhere;
        crowd.changed |= is_news;
        is_news
    }

    /// Whether a player is here.
    pub(super) fn gone(&self, home: Seat) -> Gone {
        let crowd = self.crowd();
        match (home.of(&crowd.here.seats), home.of(&crowd.elsewhere.seats), home.of(&crowd.seen)) {
            (0, 0, Some(since)) => Gone::Since(*since),
            (0, _, _) => Gone::Elsewhere,
            _ => Gone::Here,
        }
    }

    /// A player did something, and is here for the moment.
    pub(super) fn saw(&self, home: Seat, now: Instant) {
        *home.of_mut(&mut self.crowd().seen) = Some(now);
    }

    fn crowd(&self) -> MutexGuard<'_, Crowd> {
        self.crowd.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn touch(&self, second: u64) {
        self.touched.store(second, Ordering::Relaxed);
    }
}

impl Inside {
    fn keep(&mut self, version: u64, change: Told) {
        self.kept.push_back((version, change));
        let mut bytes: usize = self.kept.iter().map(|(_, change)| change.len()).sum();
        while bytes > MOST_KEPT {
            let Some((_, oldest)) = self.kept.pop_front() else { break };
            bytes -= oldest.len();
        }
    }

    /// What a follower that has seen a version missed, if that is still known. Otherwise it needs the full state.
    pub(super) fn missed(&self, since: Option<u64>) -> Option<Vec<Told>> {
        let version = self.room.version();
        let first_kept = self.kept.front().map_or(version + 1, |(first, _)| *first);
        // Clocks run between changes, and stop while the server is down.
        let is_known =
            |since: &u64| *since <= version && since + 1 >= first_kept && self.room.clock().is_none();
        let since = since.filter(is_known)?;
        let missed = self.kept.iter().filter(|(version, _)| *version > since);
        Some(missed.map(|(_, change)| change.clone()).collect())
    }

    /// Drops the recent changes.
    pub(super) fn forget(&mut self) {
        self.kept = VecDeque::new();
        self.before = None;
    }
}

/// A follower of a room, counted while this lives.
pub(super) struct Present {
    live: Arc<Live>,
    alarms: Arc<Alarms>,
    seat: Option<Seat>,
}

impl Present {
    pub(super) fn live(&self) -> &Arc<Live> {
        &self.live
    }

    /// Schedules a presence message even though presence has not changed.
    pub(super) fn say_again(&self) {
        self.count(0);
    }

    fn count(&self, by: i32) {
        let now = self.live.pulse.now();
        let mut crowd = self.live.crowd();
        if let Some(seat) = self.seat {
            *seat.of_mut(&mut crowd.seen) = Some(now);
        }
        let count = match self.seat {
            Some(seat) => seat.of_mut(&mut crowd.here.seats),
            None => &mut crowd.here.others,
        };
        *count = count.saturating_add_signed(by);
        crowd.changed = true;
        drop(crowd);
        self.alarms.at(self.live.id, Instant::now() + CROWD_DELAY);
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.count(-1);
    }
}

/// Encodes a message, without spare capacity.
fn text(message: &impl Serialize) -> Told {
    let mut text = serde_json::to_string(message).unwrap_or_default();
    text.shrink_to_fit();
    text.into()
}
