//! What a command comes to in a room. Nothing changes.

use std::time::{Duration, Instant};

use numberline_rules::{Seat, Turn};
use numberline_table::{Ending, Name};

use super::{Offer, Refused, Room, Waiting};
use crate::charter::NoCharter;
use crate::command::Command;
use crate::entry::{Deed, Entry};
use crate::id::{ClientId, KeyHash, RoomId};
use crate::store::{Opening, Standing};

/// The most entries that a log has before nothing new can be begun: whoever loads the room plays through all of them.
const LONGEST_LOG: u64 = 100_000;

/// How often a move is taken back in a room at most: each time the match is played again from its start.
const MOST_TAKEN_BACK: u32 = 1_000;

/// What a command comes to, if the log takes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Decision {
    /// The next entry.
    pub entry: Entry,
    /// A move that the entry must not tell, because the other seat has not chosen yet or has just chosen too.
    pub secret: Option<Secret>,
    /// Where the room is listed afterwards. How a turn of both ends is not known yet: see [`Room::standing_with`].
    pub standing: Standing,
    /// The room that is opened together with the entry.
    pub opens: Option<Box<Opening>>,
}

/// A seat's move in a turn of both.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    /// The move.
    pub text: String,
    /// Whether the other seat has chosen already, so that both moves are told now.
    pub completes: bool,
}

impl Room {
    /// What it comes to if somebody sits down.
    pub fn join(
        &self,
        seat: Option<Seat>,
        name: Name,
        key: KeyHash,
        client: Option<ClientId>,
    ) -> Result<Decision, Refused> {
        let free = |seat: &Seat| seat.of(&self.names).is_none();
        let first_free = || Seat::BOTH.into_iter().find(free).ok_or(Refused::Full);
        let seat = seat.map_or_else(first_free, |seat| {
            if free(&seat) { Ok(seat) } else { first_free().and(Err(Refused::Taken)) }
        })?;
        let standing = if free(&seat.other()) { Standing::Open } else { Standing::Live };
        let decision = self.decision(Deed::Joined { name, key }, Some(seat), client, None);
        Ok(Decision { standing, ..decision })
    }

    /// Whether somebody who last saw that version means the same thing by a command as the room does now.
    #[must_use]
    pub fn is_current(&self, command: &Command, seen: u64) -> bool {
        let since = match command {
            Command::Move { .. } | Command::AskBack => self.since,
            Command::Accept | Command::Decline => self.offer.map_or(0, |waiting| waiting.since),
            Command::OfferDraw | Command::OfferRematch | Command::Resign | Command::NextRound => {
                self.round_since
            }
        };
        (since..=self.version).contains(&seen)
    }

    /// What a player's command comes to. Nothing changes.
    pub fn decide(
        &self,
        seat: Seat,
        command: &Command,
        client: Option<ClientId>,
        now: Instant,
    ) -> Result<Decision, Refused> {
        let ending = self.table.ending();
        let offer = self.offer();
        // What waits can always be answered, and a match be given up.
        let begins = !matches!(command, Command::Accept | Command::Decline | Command::Resign);
        let deed = match command {
            _ if !self.is_full() => return Err(Refused::Waiting),
            _ if begins && self.version >= LONGEST_LOG => return Err(Refused::TooLong),
            Command::NextRound => match ending {
                None => return Err(Refused::NotOver),
                Some(ending) if self.is_decided_by(ending) => return Err(Refused::NoMoreRounds),
                Some(_) => Deed::NextRound,
            },
            Command::OfferRematch if ending.is_none() => return Err(Refused::NotOver),
            Command::OfferRematch if self.rematch.is_some() => return Err(Refused::Rematched),
            Command::OfferDraw | Command::AskBack | Command::OfferRematch if offer.is_some() => {
                return Err(Refused::OfferWaits);
            }
            Command::OfferRematch => Deed::OfferedRematch,
            Command::Accept => match offer {
                Some(offer) if offer.by() == seat => return Err(Refused::NoOffer),
                Some(Offer::Draw(_)) => Deed::AgreedDraw,
                Some(Offer::Back(_)) => Deed::TookBack,
                Some(Offer::Rematch(_)) => return self.decide_rematch(seat, client, now),
                None => return Err(Refused::NoOffer),
            },
            Command::Decline if offer.is_none() => return Err(Refused::NoOffer),
            Command::Decline => Deed::Declined,
            _ if ending.is_some() => return Err(Refused::Over),
            Command::Move { text } => return self.decide_move(seat, text, client, now),
            Command::Resign => Deed::Resigned,
            Command::OfferDraw => Deed::OfferedDraw,
            Command::AskBack if self.back_to(seat).is_none() => return Err(Refused::NothingToTakeBack),
            Command::AskBack if self.taken_back >= MOST_TAKEN_BACK => return Err(Refused::TooOften),
            Command::AskBack => Deed::AskedBack,
        };
        // Another round begins with full clocks.
        let left = if deed == Deed::NextRound { None } else { self.times(now) };
        Ok(self.decision(deed, Some(seat), client, left))
    }

    fn decide_move(
        &self,
        seat: Seat,
        text: &str,
        client: Option<ClientId>,
        now: Instant,
    ) -> Result<Decision, Refused> {
        let refused = |error: numberline_table::MoveError| Refused::Move(error.to_string());
        let game = self.table.game();
        // The rules would say what is wrong with the move; that it is not the seat's turn comes first.
        if matches!(game.turn(), Turn::Of(mover) if mover != seat) {
            return Err(Refused::Move("It is the other player's turn.".into()));
        }
        game.check(seat, text).map_err(refused)?;
        let text = game.spell(text).map_err(refused)?;
        let left = self.clock.map(|clock| {
            let pressed = clock.pressed(seat, now);
            Seat::BOTH.map(|seat| pressed.left(seat, now))
        });
        Ok(match game.turn() {
            Turn::Both => {
                let completes = game.has_chosen(seat.other());
                let decision = self.decision(Deed::Chose, Some(seat), client, left);
                Decision { secret: Some(Secret { text, completes }), ..decision }
            }
            Turn::Of(_) | Turn::Over { .. } => {
                let standing = self.standing_after(game.turn_after(seat, &text));
                let decision = self.decision(Deed::Moved { text }, Some(seat), client, left);
                Decision { standing, ..decision }
            }
        })
    }

    /// The same players in another room, with changed seats and the keys that they have.
    fn decide_rematch(
        &self,
        seat: Seat,
        client: Option<ClientId>,
        now: Instant,
    ) -> Result<Decision, Refused> {
        let room = RoomId::random();
        // What has been played once can be played again.
        let opening = self.again(room, now).map_err(|error| Refused::Move(error.to_string()))?;
        let decision = self.decision(Deed::Rematched { room }, Some(seat), client, None);
        Ok(Decision { opens: Some(Box::new(opening)), ..decision })
    }

    fn again(&self, id: RoomId, now: Instant) -> Result<Opening, NoCharter> {
        let wish = self.charter.again();
        let mut room = Self::new(id, wish.grant()?)?;
        let mut joined = Vec::new();
        for seat in Seat::BOTH {
            let (name, key) = (seat.other().of(&self.names), seat.other().of(&self.keys));
            let (Some(name), Some(key)) = (name, key) else { continue };
            let Ok(Decision { entry, .. }) = room.join(Some(seat), name.clone(), *key, None) else {
                continue;
            };
            if room.apply(&entry, None, now).is_ok() {
                joined.push(entry);
            }
        }
        Ok(Opening { room: id, wish, joined, standing: room.standing() })
    }

    /// What it comes to if a flag has fallen.
    #[must_use]
    pub fn flag(&self, now: Instant) -> Option<Decision> {
        let fallen = self.clock.and_then(|clock| clock.fallen(now))?;
        Some(self.decision(Deed::RanOut, Some(fallen), None, self.times(now)))
    }

    /// Where the room is listed after a turn of both, now that both have chosen and it is no secret any more.
    #[must_use]
    pub fn standing_with(&self, seat: Seat, chosen: &str, waiting: &str) -> Standing {
        let (one, two) = match seat {
            Seat::One => (chosen, waiting),
            Seat::Two => (waiting, chosen),
        };
        let mut copy = self.table.game().copy();
        let played = copy.play_turn_unseen(&format!("{one}/{two}"));
        self.standing_after(played.ok().map(|()| copy.turn()))
    }

    fn standing_after(&self, turn: Option<Turn>) -> Standing {
        let most = self.charter.limits().max_turns.and_then(|most| usize::try_from(most.get()).ok());
        let ending = match turn {
            Some(Turn::Over { winner }) => Some(Ending::Won(winner)),
            _ => most.filter(|most| self.table.game().length() + 1 >= *most).map(|_| Ending::TurnLimit),
        };
        if ending.is_some_and(|ending| self.is_decided_by(ending)) { Standing::Over } else { Standing::Live }
    }

    /// How many plies are left when a seat takes back its last move; none if it has made none.
    pub(super) fn back_to(&self, seat: Seat) -> Option<usize> {
        self.table.game().before_last_of(seat)
    }

    fn times(&self, now: Instant) -> Option<[Duration; 2]> {
        self.clock.map(|clock| Seat::BOTH.map(|seat| clock.left(seat, now)))
    }

    fn decision(
        &self,
        deed: Deed,
        seat: Option<Seat>,
        client: Option<ClientId>,
        left: Option<[Duration; 2]>,
    ) -> Decision {
        let ending = seat.and_then(|seat| match deed {
            Deed::Resigned => Some(Ending::Resigned { winner: seat.other() }),
            Deed::RanOut => Some(Ending::Forfeited { winner: seat.other() }),
            Deed::AgreedDraw => Some(Ending::DrawAgreed),
            _ => None,
        });
        let standing = match ending {
            Some(ending) if self.is_decided_by(ending) => Standing::Over,
            Some(_) => Standing::Live,
            None => self.standing(),
        };
        let entry = Entry { version: self.version + 1, deed, seat, client, left };
        Decision { entry, secret: None, standing, opens: None }
    }
}

impl Waiting {
    pub(super) fn new(offer: Offer, since: u64) -> Option<Self> {
        Some(Self { offer, since })
    }
}
