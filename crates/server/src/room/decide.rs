//! Decides what a command leads to. Deciding never changes the room.

use std::time::{Duration, Instant};

use numberline_rules::{Seat, SubmitError, Turn};
use numberline_table::{Ending, Name, NameError, RequestError, RoundError, Seats, UndoError};

use super::{CommandError, Offer, Room, Waiting};
use crate::charter::Wish;
use crate::command::Command;
use crate::entry::{LogEntry, RoomEvent};
use crate::id::{ClientId, KeyHash, RoomId};
use crate::store::{Decision, NewRoom, RoomStanding, SecretFate};

/// The maximum number of log entries before nothing new can begin: loading the room replays all of them. A thousand rounds
/// by the book fit.
pub(crate) const LONGEST_LOG: u64 = 20_000;

/// How many more entries there may be to end the match in peace and to agree on a rematch.
const RESERVE: u64 = 100;

/// How many plies may be replayed for all take-backs in a room: each one replays the match from its start.
const MOST_REPLAYED: u64 = 1_000_000;

/// How often a player may say something in a room.
const MOST_SAID: u32 = 50;

impl Room {
    /// Decides what happens when a player takes a seat. One without a name goes by the seat they have.
    pub fn join(
        &self,
        seat: Option<Seat>,
        name: impl Into<Option<Name>>,
        key: KeyHash,
        client: Option<ClientId>,
    ) -> Result<Decision, CommandError> {
        if self.is_withdrawn {
            return Err(CommandError::Withdrawn);
        }
        let free = |seat: &Seat| self.name(*seat).is_none();
        let first_free = || Seat::BOTH.into_iter().find(free).ok_or(CommandError::Full);
        let seat = seat.map_or_else(first_free, |seat| {
            if free(&seat) { Ok(seat) } else { first_free().and(Err(CommandError::Taken)) }
        })?;
        let name = name.into();
        let other = self.session.own_name(seat.other());
        if name.as_ref().zip(other).is_some_and(|(name, other)| name.looks_like(other)) {
            return Err(NameError::Taken.into());
        }
        let standing = Some(RoomStanding::Live).filter(|_| !free(&seat.other()));
        let decision = self.decision(RoomEvent::Joined { name, key }, Some(seat), client, None);
        Ok(Decision { standing, ..decision })
    }

    /// Whether a player's command from a client that last saw that version still means the same now. A secret choice is
    /// only replaced by a client that has seen it.
    #[must_use]
    pub fn is_current(&self, home: Seat, command: &Command, seen: u64) -> bool {
        let since = match command {
            Command::Move { .. } => self.since.max(*home.of(&self.chose)),
            Command::AskBack => self.since,
            Command::Accept | Command::Decline => self.offer.map_or(0, |waiting| waiting.since),
            Command::OfferDraw
            | Command::OfferRematch
            | Command::Resign
            | Command::NextRound
            | Command::Cancel
            | Command::Claim
            | Command::Emote { .. } => self.round_since,
        };
        (since..=self.version).contains(&seen)
    }

    /// Decides a player's command.
    pub fn decide(
        &self,
        seat: Seat,
        command: &Command,
        client: Option<ClientId>,
        now: Instant,
    ) -> Result<Decision, CommandError> {
        let ending = self.session.ending();
        let offer = self.offer();
        let longest = match command {
            // An offer can always be answered, and a match can always be resigned.
            Command::Accept | Command::Decline | Command::Resign | Command::Cancel | Command::Claim => {
                u64::MAX
            }
            Command::OfferDraw | Command::OfferRematch => LONGEST_LOG + RESERVE,
            Command::Move { .. } | Command::AskBack | Command::NextRound | Command::Emote { .. } => {
                LONGEST_LOG
            }
        };
        let event = match command {
            _ if self.is_withdrawn => return Err(CommandError::Withdrawn),
            Command::Cancel if self.is_full() => return Err(CommandError::Begun),
            Command::Cancel => {
                let decision = self.decision(RoomEvent::Cancelled, Some(seat), client, None);
                return Ok(Decision { standing: Some(RoomStanding::Over), ..decision });
            }
            _ if !self.is_full() => return Err(CommandError::Waiting),
            _ if self.version >= longest => return Err(CommandError::TooLong),
            Command::NextRound => {
                self.session.check_next_round()?;
                RoomEvent::NextRound
            }
            Command::Emote { .. } if self.session.is_computer(seat.other()) => {
                return Err(CommandError::NoListener);
            }
            Command::Emote { .. } if *self.session.home(seat).of(&self.said) >= MOST_SAID => {
                return Err(CommandError::SaidEnough);
            }
            Command::Emote { emote } => RoomEvent::Emoted { emote: *emote },
            Command::OfferRematch if ending.is_none() => return Err(RoundError::NotOver.into()),
            Command::OfferRematch if self.rematch.is_some() => return Err(CommandError::Rematched),
            Command::OfferDraw | Command::AskBack | Command::OfferRematch if offer.is_some() => {
                return Err(CommandError::OfferWaits);
            }
            Command::OfferRematch => RoomEvent::OfferedRematch,
            Command::Accept => match offer {
                Some(offer) if offer.by() == seat => return Err(CommandError::NoOffer),
                Some(Offer::Draw(_)) => RoomEvent::AgreedDraw,
                Some(Offer::Back(_)) => RoomEvent::TookBack,
                Some(Offer::Rematch(_)) => return self.decide_rematch(seat, client, now),
                None => return Err(CommandError::NoOffer),
            },
            Command::Decline if offer.is_none() => return Err(CommandError::NoOffer),
            Command::Decline => RoomEvent::Declined,
            _ if ending.is_some() => return Err(SubmitError::Over.into()),
            Command::Move { text } => return self.decide_move(seat, text, client, now),
            Command::Claim if self.claim(now) != Some((seat, Duration::ZERO)) => {
                return Err(CommandError::NotGone);
            }
            Command::Claim => RoomEvent::Claimed,
            Command::Resign => RoomEvent::Resigned,
            Command::OfferDraw => RoomEvent::OfferedDraw,
            Command::AskBack if self.session.at().before_last_of(seat).is_none() => {
                return Err(UndoError::Nothing.into());
            }
            Command::AskBack if self.replayed >= MOST_REPLAYED => return Err(CommandError::TooOften),
            Command::AskBack => RoomEvent::AskedBack,
        };
        // A new round begins with full clocks.
        let left = if event == RoomEvent::NextRound { None } else { self.times(now) };
        Ok(self.decision(event, Some(seat), client, left))
    }

    fn decide_move(
        &self,
        seat: Seat,
        text: &str,
        client: Option<ClientId>,
        now: Instant,
    ) -> Result<Decision, CommandError> {
        let refused = |error: numberline_table::MoveError| CommandError::Move(error.to_string());
        let game = self.session.at();
        // The rules would explain what is wrong with the move; the wrong turn comes first.
        if matches!(game.turn(), Turn::Of(mover) if mover != seat) {
            return Err(SubmitError::NotYourTurn.into());
        }
        let changes = game.has_chosen(seat);
        if changes {
            // Another choice is checked as if there were none yet.
            let mut without = game.copy();
            without.withdraw(seat);
            without.check(seat, text).map_err(refused)?;
        } else {
            game.check(seat, text).map_err(refused)?;
        }
        let text = game.spell(text).map_err(refused)?;
        if changes {
            // The clock was pressed with the first choice, and the other seat has not chosen.
            let decision = self.decision(RoomEvent::ChoseAgain, Some(seat), client, self.times(now));
            return Ok(Decision { secret: SecretFate::Keep(text), ..decision });
        }
        let left = self.clock.map(|clock| {
            let pressed = clock.pressed(seat, now);
            Seat::BOTH.map(|seat| pressed.left(seat, now))
        });
        Ok(match game.turn() {
            Turn::Both => {
                let fate = if game.has_chosen(seat.other()) { SecretFate::Reveal } else { SecretFate::Keep };
                let decision = self.decision(RoomEvent::Chose, Some(seat), client, left);
                Decision { secret: fate(text), ..decision }
            }
            Turn::Of(_) | Turn::Over { .. } => {
                let ending = self.session.table().ending_after(seat, &text);
                let standing = ending.and_then(|ending| self.standing_at(ending));
                let decision = self.decision(RoomEvent::Moved { text }, Some(seat), client, left);
                Decision { standing, ..decision }
            }
        })
    }

    /// The same players in another room, with their keys.
    fn decide_rematch(
        &self,
        seat: Seat,
        client: Option<ClientId>,
        now: Instant,
    ) -> Result<Decision, CommandError> {
        let room = RoomId::random();
        // What was playable once is playable again.
        let opening = self.again(room, now).map_err(|error| CommandError::Move(error.to_string()))?;
        let decision = self.decision(RoomEvent::Rematched { room }, Some(seat), client, None);
        Ok(Decision { opens: Some(Box::new(opening)), ..decision })
    }

    /// A rematch room for the same players, with swapped seats unless the players keep them, and a new seed.
    fn again(&self, id: RoomId, now: Instant) -> Result<NewRoom, RequestError> {
        let mut wish = Wish { seed: None, ..self.charter.wish().clone() }.settled()?;
        let swaps = wish.grant_of(self.session.game())?.terms().seats == Some(Seats::Swap);
        let before = |seat: Seat| if swaps { seat.other() } else { seat };
        wish.players = Seat::BOTH.map(|seat| self.session.home(before(seat)).of(&wish.players).clone());
        let mut room = Self::new(id, wish.grant_of(self.session.game())?);
        let mut joined = Vec::new();
        for seat in Seat::BOTH {
            let Some(key) = self.key(before(seat)) else { continue };
            let name = self.session.own_name(before(seat)).cloned();
            let Ok(Decision { entry, .. }) = room.join(Some(seat), name, *key, None) else { continue };
            if room.apply(&entry, None, now).is_ok() {
                joined.push(entry);
            }
        }
        Ok(NewRoom { room: id, wish, joined, standing: room.standing() })
    }

    /// Decides what happens when a flag has fallen.
    #[must_use]
    pub fn flag(&self, now: Instant) -> Option<Decision> {
        let fallen = self.clock.and_then(|clock| clock.fallen(now))?;
        Some(self.decision(RoomEvent::RanOut, Some(fallen), None, self.times(now)))
    }

    /// The room's listing after a turn of both, once both have chosen and the choices are public.
    #[must_use]
    pub fn standing_with(&self, seat: Seat, chosen: &str, waiting: &str) -> Option<RoomStanding> {
        let (one, two) = match seat {
            Seat::One => (chosen, waiting),
            Seat::Two => (waiting, chosen),
        };
        let ending = self.session.table().ending_after_turn(&format!("{one}/{two}"))?;
        self.standing_at(ending)
    }

    fn times(&self, now: Instant) -> Option<[Duration; 2]> {
        self.clock.map(|clock| Seat::BOTH.map(|seat| clock.left(seat, now)))
    }

    pub(super) fn decision(
        &self,
        event: RoomEvent,
        seat: Option<Seat>,
        client: Option<ClientId>,
        left: Option<[Duration; 2]>,
    ) -> Decision {
        let ending = seat.and_then(|seat| event.act(seat)).map(Ending::from);
        let secret = if ending.is_some() || event == RoomEvent::TookBack {
            SecretFate::Forget
        } else {
            SecretFate::Untouched
        };
        let standing = ending.and_then(|ending| self.standing_at(ending));
        let home = seat.map(|seat| self.session.home(seat));
        let entry = LogEntry { version: self.version + 1, event, seat: home, client, left };
        Decision { entry, secret, standing, opens: None }
    }
}

impl Waiting {
    pub(super) fn new(offer: Offer, since: u64) -> Option<Self> {
        Some(Self { offer, since })
    }
}
