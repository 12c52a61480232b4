//! How a room applies entries of its log.

use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_table::{Ply, Taken};

use super::{Accepted, Offer, Room, Waiting};
use crate::clock::Clock;
use crate::entry::{LogEntry, RoomEvent};
use crate::view::PlyView;

/// How an entry changed the finished plies of the round: those after the first `from` are removed, and these are added.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Plies {
    /// How many plies stay.
    pub from: usize,
    /// The added plies.
    pub add: Vec<PlyView>,
}

/// What an entry did to the plies, before anybody wants to read it.
pub(crate) struct Applied {
    from: usize,
    ply: Option<Ply>,
}

impl Applied {
    /// The ply that it has finished.
    pub(crate) fn ply(&self) -> Option<&Ply> {
        self.ply.as_ref()
    }

    /// The same to be read, as long as nothing else has been applied.
    pub(crate) fn plies(&self, room: &Room) -> Plies {
        let add = self.ply.iter().map(|ply| PlyView::of(&room.session, ply)).collect();
        Plies { from: self.from, add }
    }
}

/// The log of a room is not what was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "this game is damaged at entry {version} of its log and cannot be loaded. Other games are not affected"
)]
pub struct DamagedLogError {
    /// The first damaged entry; 0 for the settings of the room.
    pub version: u64,
}

impl Room {
    /// Applies an entry that is in the log. `chosen` is the seat's move in a turn of both.
    ///
    /// An entry that does not fit the room's state means a damaged log, and is an error.
    pub fn apply(
        &mut self,
        entry: &LogEntry,
        chosen: Option<&str>,
        now: Instant,
    ) -> Result<Plies, DamagedLogError> {
        Ok(self.take_in(entry, chosen, now)?.plies(self))
    }

    /// The same without words for what it did.
    pub(crate) fn take_in(
        &mut self,
        entry: &LogEntry,
        chosen: Option<&str>,
        now: Instant,
    ) -> Result<Applied, DamagedLogError> {
        let damaged = || DamagedLogError { version: entry.version };
        if entry.version != self.version + 1 {
            return Err(damaged());
        }
        let version = entry.version;
        let home = entry.seat.ok_or_else(damaged);
        let seat = home.map(|home| self.session.home(home));
        let before = self.session.at().length();
        let mut add = None;
        match &entry.event {
            RoomEvent::Joined { name, key } => {
                self.session.seat(seat?, name.clone());
                *home?.of_mut(&mut self.keys) = Some(*key);
            }
            RoomEvent::Moved { text } => add = self.submit(seat?, text).ok_or_else(damaged)?,
            // A choice whose turn was never finished is never shown and has no effect.
            RoomEvent::Chose => match chosen {
                Some(text) => add = self.submit(seat?, text).ok_or_else(damaged)?,
                None => self.offer = None,
            },
            RoomEvent::ChoseAgain => {
                // The earlier choice is there unless it was read from the log, which has forgotten it.
                self.offer = None;
                if let Some(text) = chosen {
                    self.session.resubmit(seat?, text).map_err(|_| damaged())?;
                }
            }
            RoomEvent::OfferedDraw => self.offer = Waiting::new(Offer::Draw(seat?), version),
            RoomEvent::AskedBack => self.offer = Waiting::new(Offer::Back(seat?), version),
            RoomEvent::OfferedRematch => self.offer = Waiting::new(Offer::Rematch(seat?), version),
            RoomEvent::Declined => self.offer = None,
            RoomEvent::AgreedDraw | RoomEvent::Resigned | RoomEvent::RanOut | RoomEvent::Claimed => {
                self.offer = None;
                self.session.end(entry.event.act(seat?).ok_or_else(damaged)?);
            }
            RoomEvent::TookBack => {
                let Some(Offer::Back(by)) = self.offer() else { return Err(damaged()) };
                self.offer = None;
                self.session.take_back_ply_of(by).map_err(|_| damaged())?;
                self.replayed = self.replayed.saturating_add(before as u64);
            }
            RoomEvent::NextRound => {
                self.session.begin_next_round().map_err(|_| damaged())?;
                self.clock = self.charter.time().map(Clock::new);
                self.offer = None;
                self.note = None;
                self.round_since = version;
            }
            RoomEvent::Rematched { room } => {
                self.offer = None;
                self.rematch = Some(*room);
            }
            RoomEvent::Cancelled => self.is_withdrawn = true,
            RoomEvent::Left => *home?.of_mut(&mut self.away) = Some(now),
            RoomEvent::Returned => *home?.of_mut(&mut self.away) = None,
            RoomEvent::Emoted { .. } => *home?.of_mut(&mut self.said) += 1,
        }
        let after = self.session.at().length();
        if add.is_some() || after < before || self.round_since == version {
            self.since = version;
        }
        self.version = version;
        if let (Ok(home), RoomEvent::Chose | RoomEvent::ChoseAgain) = (&home, &entry.event) {
            *home.of_mut(&mut self.chose) = version;
        }
        if let (Ok(home), Some(client), Some(accepted)) = (home, &entry.client, Accepted::of(entry, chosen)) {
            home.of_mut(&mut self.accepted).insert(client.clone(), accepted);
        }
        self.set_clock(entry.left, now);
        Ok(Applied { from: before.min(after), ply: add })
    }

    /// Submits a move to the match: returns the ply if that completes it; none if the move is illegal.
    fn submit(&mut self, seat: Seat, text: &str) -> Option<Option<Ply>> {
        self.offer = None;
        match self.session.submit(seat, text).ok()? {
            Taken::Waiting => Some(None),
            Taken::Played(ply) => Some(Some(ply)),
        }
    }

    /// The clocks run from when both players are seated until the match is over.
    fn set_clock(&mut self, left: Option<[Duration; 2]>, now: Instant) {
        let (Some(clock), Some(control)) = (self.clock, self.charter.time()) else { return };
        let mut clock = left.map_or(clock, |left| Clock::restored(control, left));
        if self.is_full() && self.session.ending().is_none() {
            let game = self.session.at();
            clock.run_for(game.turn(), |seat| game.has_chosen(seat), now);
        } else {
            clock.stop(now);
        }
        self.clock = Some(clock);
    }
}
