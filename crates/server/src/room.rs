//! A room as its log has made it.
//!
//! Deciding changes nothing and applying never refuses, so that between the two an entry can be written to the disk.

mod apply;
mod decide;
mod refused;

use std::collections::HashMap;
use std::time::Instant;

use numberline_rules::Seat;
use numberline_table::{Ending, Name, Record, Session};

use crate::charter::Charter;
use crate::clock::Clock;
use crate::id::{ClientId, KeyHash, RoomId};
use crate::store::RoomPhase;

pub use apply::{DamagedLogError, Plies};
pub use refused::CommandError;

/// A room. Its players are known by the seats in which they sat down; in which they sit now, the session knows.
pub struct Room {
    id: RoomId,
    charter: Charter,
    session: Session,
    keys: [Option<KeyHash>; 2],
    /// What each player has called their commands, and the versions that these made.
    taken: [HashMap<ClientId, u64>; 2],
    version: u64,
    /// The version with which this round began.
    round_since: u64,
    /// The version with which the position came about.
    since: u64,
    offer: Option<Waiting>,
    clock: Option<Clock>,
    rematch: Option<RoomId>,
    /// How often a move was taken back.
    taken_back: u32,
    /// Where a computer falls short of its name. It is said, but no part of the log.
    note: Option<String>,
}

/// Something that waits for the other player's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Offer {
    /// A draw, offered by this seat.
    Draw(Seat),
    /// Taking back this seat's last move.
    Back(Seat),
    /// Playing again, offered by this seat.
    Rematch(Seat),
}

impl Offer {
    /// Who waits for the answer.
    #[must_use]
    pub fn by(self) -> Seat {
        match self {
            Self::Draw(seat) | Self::Back(seat) | Self::Rematch(seat) => seat,
        }
    }
}

/// An offer, and the version with which it was made.
#[derive(Clone, Copy)]
struct Waiting {
    offer: Offer,
    since: u64,
}

/// Something that a computer has to do. As long as it is the same, so is what it is thinking about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Choose a move in the position that came about with this version.
    Move(u64),
    /// Answer the offer that was made with this version.
    Answer(Offer, u64),
}

impl Room {
    /// A room that nobody has entered.
    #[must_use]
    pub fn new(id: RoomId, charter: Charter) -> Self {
        let session = Session::begin(charter.terms().clone(), None, 0);
        let clock = charter.time().map(Clock::new);
        Self {
            id,
            charter,
            session,
            keys: [None, None],
            taken: Default::default(),
            version: 0,
            round_since: 0,
            since: 0,
            offer: None,
            clock,
            rematch: None,
            taken_back: 0,
            note: None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> RoomId {
        self.id
    }

    /// What it was opened for.
    #[must_use]
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// The rounds, and who sits where.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// How many entries there are.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// What waits for an answer.
    #[must_use]
    pub fn offer(&self) -> Option<Offer> {
        self.offer.map(|waiting| waiting.offer)
    }

    /// The clocks.
    #[must_use]
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Who sits in a seat; none while it is free.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&Name> {
        let is_taken = self.session.is_computer(seat) || self.key(seat).is_some();
        is_taken.then(|| self.session.name(seat))
    }

    /// The room in which the same players play again.
    #[must_use]
    pub fn rematch(&self) -> Option<RoomId> {
        self.rematch
    }

    /// Where a computer falls short of its name.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// A computer has to say where it falls short of its name.
    pub(crate) fn set_note(&mut self, note: String) {
        self.note = Some(note);
    }

    /// The key of the player in a seat.
    fn key(&self, seat: Seat) -> Option<&KeyHash> {
        self.session.home(seat).of(&self.keys).as_ref()
    }

    /// The seat in which the holder of a key sat down.
    #[must_use]
    pub fn home_of(&self, key: &KeyHash) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|home| home.of(&self.keys).as_ref() == Some(key))
    }

    /// The version that a player's command of this name made, if it was taken before.
    #[must_use]
    pub fn version_of(&self, home: Seat, client: &ClientId) -> Option<u64> {
        home.of(&self.taken).get(client).copied()
    }

    /// Whether both seats are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.name(seat).is_some())
    }

    /// Where the room is listed.
    #[must_use]
    pub fn standing(&self) -> RoomPhase {
        if !self.is_full() {
            return RoomPhase::Open;
        }
        self.session.ending().and_then(|ending| self.standing_at(ending)).unwrap_or(RoomPhase::Live)
    }

    /// Where the room is listed once the match has ended like this, if that changes.
    fn standing_at(&self, ending: Ending) -> Option<RoomPhase> {
        self.session.is_decided_by(ending).then_some(RoomPhase::Over)
    }

    /// What the computer in a seat has to do now, if one sits there.
    pub(crate) fn task(&self, seat: Seat) -> Option<Task> {
        self.session.player(seat).filter(|_| self.is_full())?;
        if let Some(Waiting { offer, since }) = self.offer.filter(|waiting| waiting.offer.by() != seat) {
            return Some(Task::Answer(offer, since));
        }
        let game = self.session.at();
        let thinks = self.session.ending().is_none() && game.turn().acts(seat) && !game.has_chosen(seat);
        thinks.then_some(Task::Move(self.since))
    }

    /// When the first flag falls if nobody moves.
    #[must_use]
    pub fn next_flag(&self) -> Option<Instant> {
        self.clock.and_then(|clock| clock.next_flag())
    }

    /// The records of the rounds, this one last. While it goes on, nobody is told what the computer's choices come from.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        let mut records = self.session.records();
        if self.standing() != RoomPhase::Over {
            records.iter_mut().for_each(|record| record.tags.seed = None);
        }
        records
    }
}
