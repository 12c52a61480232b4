//! A room as its log has made it.
//!
//! Deciding changes nothing and applying never refuses, so that between the two an entry can be written to the disk.

mod apply;
mod decide;
mod refused;

use std::collections::HashMap;
use std::time::Instant;

use numberline_rules::Seat;
use numberline_table::{Ending, Name, Record, Score, Table, Tags};

use crate::charter::{Charter, NoCharter};
use crate::clock::Clock;
use crate::id::{ClientId, KeyHash, RoomId};
use crate::store::Standing;

pub use apply::{Damaged, Plies};
pub use decide::{Decision, Secret};
pub use refused::Refused;

/// A room.
pub struct Room {
    id: RoomId,
    charter: Charter,
    table: Table,
    score: Score,
    names: [Option<Name>; 2],
    keys: [Option<KeyHash>; 2],
    /// What each seat has called its commands, and the versions that these made.
    taken: [HashMap<ClientId, u64>; 2],
    version: u64,
    /// The version with which this round began.
    round_since: u64,
    /// The version with which the position came about.
    since: u64,
    offer: Option<Waiting>,
    clock: Option<Clock>,
    /// Whether the match ended because a flag fell.
    ran_out: bool,
    /// The rounds before this one.
    finished: Vec<Record>,
    rematch: Option<RoomId>,
    /// How often a move was taken back.
    taken_back: u32,
    /// Where a computer falls short of its name. It is said, but no part of the log.
    note: Option<String>,
}

/// Something that waits for the other player's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    pub fn new(id: RoomId, charter: Charter) -> Result<Self, NoCharter> {
        let names = Seat::BOTH.map(|seat| {
            charter
                .player(seat)
                .map(|player| Name::new(&player.title()).unwrap_or_else(|_| Name::of_seat(seat)))
        });
        let table = Table::new(charter.begin()?, shown(&names), charter.limits());
        let (score, clock) = (Score::new(charter.rounds()), charter.time().map(Clock::new));
        Ok(Self {
            id,
            charter,
            table,
            score,
            names,
            keys: [None, None],
            taken: Default::default(),
            version: 0,
            round_since: 0,
            since: 0,
            offer: None,
            clock,
            ran_out: false,
            finished: Vec::new(),
            rematch: None,
            taken_back: 0,
            note: None,
        })
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

    /// The match.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
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

    /// Whether the match ended because a flag fell.
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }

    /// The score of the rounds, with this one as soon as it is over.
    #[must_use]
    pub fn score(&self) -> Score {
        let mut score = self.score.clone();
        self.table.ending().into_iter().for_each(|ending| score.count(ending));
        score
    }

    /// Which round is being played, counted from 1.
    #[must_use]
    pub fn round(&self) -> usize {
        self.finished.len() + 1
    }

    /// Who sits in a seat; none while it is free.
    #[must_use]
    pub fn name(&self, seat: Seat) -> Option<&Name> {
        seat.of(&self.names).as_ref()
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

    /// The seat that a key belongs to.
    #[must_use]
    pub fn seat_of(&self, key: &KeyHash) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| seat.of(&self.keys).as_ref() == Some(key))
    }

    /// The version that a seat's command of this name made, if it was taken before.
    #[must_use]
    pub fn version_of(&self, seat: Seat, client: &ClientId) -> Option<u64> {
        seat.of(&self.taken).get(client).copied()
    }

    /// Whether both seats are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.names.iter().all(Option::is_some)
    }

    /// Where the room is listed.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match self.table.ending() {
            _ if !self.is_full() => Standing::Open,
            Some(ending) if self.is_decided_by(ending) => Standing::Over,
            Some(_) | None => Standing::Live,
        }
    }

    /// Whether the match is over and another round is to come.
    #[must_use]
    pub fn has_more_rounds(&self) -> bool {
        self.table.ending().is_some_and(|ending| !self.is_decided_by(ending))
    }

    /// Whether there is no round after one that ends like this.
    fn is_decided_by(&self, ending: Ending) -> bool {
        let mut score = self.score.clone();
        score.count(ending);
        score.next_round().is_none()
    }

    /// What the computer in a seat has to do now, if one sits there.
    pub(crate) fn task(&self, seat: Seat) -> Option<Task> {
        self.charter.player(seat).filter(|_| self.is_full())?;
        if let Some(Waiting { offer, since }) = self.offer.filter(|waiting| waiting.offer.by() != seat) {
            return Some(Task::Answer(offer, since));
        }
        let game = self.table.game();
        let thinks = self.table.ending().is_none() && game.turn().acts(seat) && !game.has_chosen(seat);
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
        let mut records: Vec<_> = self.finished.iter().cloned().chain([self.record()]).collect();
        if self.standing() != Standing::Over {
            records.iter_mut().for_each(|record| record.tags.seed = None);
        }
        records
    }

    fn record(&self) -> Record {
        let round = self.score.next_round().and_then(|round| round.tag);
        let seed = Some(self.charter.seed());
        let tags = Tags { names: shown(&self.names), date: None, round, seed };
        Record::of(self.charter.game(), &self.table, tags)
    }
}

/// What the players are called while some may not be there yet.
fn shown(names: &[Option<Name>; 2]) -> [Name; 2] {
    Seat::BOTH.map(|seat| seat.of(names).clone().unwrap_or_else(|| Name::of_seat(seat)))
}
