//! How a room takes over what the log has taken in.

use std::time::{Duration, Instant};

use numberline_rules::Seat;
use numberline_table::{Table, Taken};

use super::{Offer, Room, Waiting, shown};
use crate::charter::NoCharter;
use crate::clock::Clock;
use crate::entry::{Deed, Entry};

/// What an entry has done to the finished plies of the round: all after the first `from` are gone, and these are added.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Plies {
    /// How many stay.
    pub from: usize,
    /// What follows them.
    pub add: Vec<String>,
}

/// The log of a room does not make sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {version} of the room's log does not fit")]
pub struct Damaged {
    /// The entry.
    pub version: u64,
}

impl Room {
    /// Takes over an entry that the log has taken in. `chosen` is the seat's move in a turn of both.
    ///
    /// An entry that does not fit where the room stands is a damaged log, and says so.
    pub fn apply(&mut self, entry: &Entry, chosen: Option<&str>, now: Instant) -> Result<Plies, Damaged> {
        let damaged = || Damaged { version: entry.version };
        if entry.version != self.version + 1 {
            return Err(damaged());
        }
        let version = entry.version;
        let seat = entry.seat.ok_or_else(damaged);
        let before = self.table.game().length();
        let mut add = None;
        match &entry.deed {
            Deed::Joined { name, key } => {
                let seat = seat?;
                *seat.of_mut(&mut self.names) = Some(name.clone());
                *seat.of_mut(&mut self.keys) = Some(*key);
                self.table.rename(shown(&self.names));
            }
            Deed::Moved { text } => add = self.submit(seat?, text).ok_or_else(damaged)?,
            // A choice whose turn was never finished is not told to anybody, and bears on nothing.
            Deed::Chose => match chosen {
                Some(text) => add = self.submit(seat?, text).ok_or_else(damaged)?,
                None => self.offer = None,
            },
            Deed::OfferedDraw => self.offer = Waiting::new(Offer::Draw(seat?), version),
            Deed::AskedBack => self.offer = Waiting::new(Offer::Back(seat?), version),
            Deed::OfferedRematch => self.offer = Waiting::new(Offer::Rematch(seat?), version),
            Deed::Declined => self.offer = None,
            Deed::AgreedDraw => self.end(Table::agree_draw),
            Deed::Resigned => {
                let seat = seat?;
                self.end(|table| table.resign(seat));
            }
            Deed::RanOut => {
                let seat = seat?;
                self.end(|table| table.forfeit(seat));
                self.ran_out = true;
            }
            Deed::TookBack => {
                let Some(Offer::Back(by)) = self.offer() else { return Err(damaged()) };
                self.take_back(by).ok_or_else(damaged)?;
                self.taken_back = self.taken_back.saturating_add(1);
            }
            Deed::NextRound => {
                self.begin_round().map_err(|_| damaged())?;
                self.round_since = version;
            }
            Deed::Rematched { room } => {
                self.offer = None;
                self.rematch = Some(*room);
            }
        }
        let after = self.table.game().length();
        if add.is_some() || after < before || self.round_since == version {
            self.since = version;
        }
        self.version = version;
        if let (Some(seat), Some(client)) = (entry.seat, &entry.client) {
            seat.of_mut(&mut self.taken).insert(client.clone(), version);
        }
        self.set_clock(entry.left, now);
        Ok(Plies { from: before.min(after), add: add.into_iter().collect() })
    }

    /// Hands a move to the match: the ply, if it is complete with it; none if it is not allowed.
    fn submit(&mut self, seat: Seat, text: &str) -> Option<Option<String>> {
        self.offer = None;
        match self.table.submit(seat, text).ok()? {
            Taken::Waiting => Some(None),
            Taken::Played(ply) => Some(Some(ply.choices.to_string())),
        }
    }

    /// Goes back to where the seat made its last move. A choice that waits is withdrawn on the way.
    fn take_back(&mut self, seat: Seat) -> Option<()> {
        self.offer = None;
        let left = self.back_to(seat)?;
        while self.table.game().length() > left {
            if self.table.undo() == numberline_table::Undone::Nothing {
                return None;
            }
        }
        Some(())
    }

    fn end(&mut self, how: impl FnOnce(&mut Table)) {
        self.offer = None;
        how(&mut self.table);
    }

    fn begin_round(&mut self) -> Result<(), NoCharter> {
        let table = Table::new(self.charter.begin()?, shown(&self.names), self.charter.limits());
        self.finished.push(self.record());
        self.score = self.score();
        self.table = table;
        self.clock = self.charter.time().map(Clock::new);
        self.offer = None;
        self.ran_out = false;
        Ok(())
    }

    /// The clocks run once both players are here, and until the match is over.
    fn set_clock(&mut self, left: Option<[Duration; 2]>, now: Instant) {
        let (Some(clock), Some(control)) = (self.clock, self.charter.time()) else { return };
        let mut clock = left.map_or(clock, |left| Clock::restored(control, left));
        if self.is_full() && self.table.ending().is_none() {
            let game = self.table.game();
            clock.run_for(game.turn(), |seat| game.has_chosen(seat), now);
        } else {
            clock.stop(now);
        }
        self.clock = Some(clock);
    }
}
