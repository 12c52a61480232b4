//! A room, as its log defines it.
//!
//! Deciding changes nothing and applying never refuses, so an entry can be written to disk in between.

mod absence;
mod accepted;
mod apply;
mod decide;
mod refused;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::time::Instant;

use numberline_rules::Seat;
use numberline_table::{Ending, Name, Record, Session};

use crate::charter::Charter;
use crate::clock::Clock;
use crate::command::Command;
use crate::id::{ClientId, KeyHash, RoomId};
use crate::store::RoomStanding;

use accepted::Accepted;

pub(crate) use apply::Applied;
pub use apply::{DamagedLogError, Plies};
pub use refused::CommandError;

/// A room. Its players are identified by the seats they first took; the session knows their current seats.
pub struct Room {
    id: RoomId,
    charter: Charter,
    session: Session,
    keys: [Option<KeyHash>; 2],
    /// Each player's commands, by their ids.
    accepted: [HashMap<ClientId, Accepted>; 2],
    version: u64,
    /// The version at which this round began.
    round_since: u64,
    /// The version at which the current position was reached.
    since: u64,
    /// The version of each player's latest secret choice.
    chose: [u64; 2],
    offer: Option<Waiting>,
    clock: Option<Clock>,
    rematch: Option<RoomId>,
    /// Whether the challenge was withdrawn.
    is_withdrawn: bool,
    /// Since when each player has been away.
    away: [Option<Instant>; 2],
    /// How often each player has said something.
    said: [u32; 2],
    /// How many plies the matches had when moves were taken back, all together.
    replayed: u64,
    /// Where a computer falls short of its name in this round. It is broadcast, but not part of the log.
    note: Option<String>,
}

/// An offer or request that waits for the other player's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Offer {
    /// A draw, offered by this seat.
    Draw(Seat),
    /// Taking back this seat's last move.
    Back(Seat),
    /// A rematch, offered by this seat.
    Rematch(Seat),
}

impl Offer {
    /// The seat that waits for the answer.
    #[must_use]
    pub fn by(self) -> Seat {
        match self {
            Self::Draw(seat) | Self::Back(seat) | Self::Rematch(seat) => seat,
        }
    }

    /// The offer, in a sentence.
    #[must_use]
    pub fn sentence(self, session: &Session) -> String {
        match self {
            Self::Draw(seat) => session.draw_offer(seat).to_string(),
            Self::Back(seat) => format!("{} asks to take a move back.", session.name(seat)),
            Self::Rematch(seat) => format!("{} asks for a rematch.", session.name(seat)),
        }
    }
}

/// An offer with the version at which it was made.
#[derive(Clone, Copy)]
struct Waiting {
    offer: Offer,
    since: u64,
}

/// A computer's task. While it stays the same, the computer keeps thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Choose a move in the position reached at this version.
    Move(u64),
    /// Answer the offer made at this version.
    Answer(Offer, u64),
}

impl Room {
    /// An empty room.
    #[must_use]
    pub fn new(id: RoomId, charter: Charter) -> Self {
        let session = Session::begin(charter.terms().clone(), None, 0);
        let clock = charter.time().map(Clock::new);
        Self {
            id,
            charter,
            session,
            keys: [None, None],
            accepted: Default::default(),
            version: 0,
            round_since: 0,
            since: 0,
            chose: [0, 0],
            offer: None,
            clock,
            rematch: None,
            is_withdrawn: false,
            away: [None, None],
            said: [0, 0],
            replayed: 0,
            note: None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> RoomId {
        self.id
    }

    /// Its settings.
    #[must_use]
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// The rounds, and the players' seats.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The number of entries.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The offer that waits for an answer.
    #[must_use]
    pub fn offer(&self) -> Option<Offer> {
        self.offer.map(|waiting| waiting.offer)
    }

    /// The clocks.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The name in a seat; none while it is free.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&Name> {
        let is_taken = self.session.is_computer(seat) || self.key(seat).is_some();
        is_taken.then(|| self.session.name(seat))
    }

    /// The room of the rematch.
    #[must_use]
    pub fn rematch(&self) -> Option<RoomId> {
        self.rematch
    }

    /// Where a computer falls short of its name.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Keeps a computer's note on where it falls short of its name, the first time that it does.
    pub(crate) fn excuse(&mut self, home: Seat, note: Option<String>) {
        let seat = self.session.home(home);
        if let Some(note) = self.session.excuse(seat, note) {
            self.note = Some(note);
        }
    }

    /// The key of the player in a seat.
    fn key(&self, seat: Seat) -> Option<&KeyHash> {
        self.session.home(seat).of(&self.keys).as_ref()
    }

    /// The first seat of a key's holder.
    #[must_use]
    pub fn home_of(&self, key: &KeyHash) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|home| home.of(&self.keys).as_ref() == Some(key))
    }

    /// The version that a player's command created, if it was accepted before under this id. An id means one command.
    pub fn version_of(
        &self,
        home: Seat,
        client: &ClientId,
        command: &Command,
    ) -> Result<Option<u64>, CommandError> {
        match home.of(&self.accepted).get(client) {
            None => Ok(None),
            Some(known) if known.is(command, self.session.at()) => Ok(Some(known.version)),
            Some(_) => Err(CommandError::IdReused),
        }
    }

    /// Whether both seats are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.name(seat).is_some())
    }

    /// Where the room is listed.
    #[must_use]
    pub fn standing(&self) -> RoomStanding {
        self.standing_without(|home| self.is_away(home))
    }

    /// Whether the challenge was withdrawn before the game began.
    #[must_use]
    pub fn is_withdrawn(&self) -> bool {
        self.is_withdrawn
    }

    /// The room's new listing once the match has ended like this, if it changes.
    fn standing_at(&self, ending: Ending) -> Option<RoomStanding> {
        self.session.is_decided_by(ending).then_some(RoomStanding::Over)
    }

    /// The task of the computer in a seat, if any.
    pub(crate) fn task(&self, seat: Seat) -> Option<Task> {
        self.session.player(seat).filter(|_| self.is_full() && !self.is_withdrawn)?;
        if let Some(Waiting { offer, since }) = self.offer.filter(|waiting| waiting.offer.by() != seat) {
            return Some(Task::Answer(offer, since));
        }
        let game = self.session.at();
        let thinks = self.session.ending().is_none() && game.turn().acts(seat) && !game.has_chosen(seat);
        thinks.then_some(Task::Move(self.since))
    }

    /// When the first flag falls if no seat moves.
    #[must_use]
    pub fn next_flag(&self) -> Option<Instant> {
        self.clock.and_then(|clock| clock.next_flag())
    }

    /// The records of the rounds, this one last. Until the session is over they leave out a seed that nobody knows.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        let mut records = self.session.records();
        if self.standing() != RoomStanding::Over && self.charter.wish().chosen_seed().is_none() {
            records.iter_mut().for_each(|record| record.tags.seed = None);
        }
        records
    }
}
