//! The terms of a session of rounds: a request that was checked, so that it can be played.

use std::num::NonZeroU32;

use numberline_rules::Seat;

use crate::{AnyGame, AnyMatch, COMPUTER_TURNS, First, Limits, Name, Player, Rounds, Seats};

/// The terms of a session of rounds. Only [`crate::Request`] and a resumed record make one.
pub struct Terms {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The match at the start of each round.
    pub(crate) start: Box<dyn AnyMatch>,
    /// The same with Player 2 to begin, where the players may agree on that.
    pub(crate) second: Option<Box<dyn AnyMatch>>,
    /// The computer players; `None` where a person sits.
    pub players: [Option<Player>; 2],
    /// The players' names; `None` for one named after their seat or kind.
    pub names: [Option<Name>; 2],
    /// Who begins; `None` for the book's choice.
    pub first: Option<First>,
    /// How many rounds.
    pub rounds: Rounds,
    /// Whether the players change seats after each round; `None` for the default.
    pub seats: Option<Seats>,
    /// What the players agree on beyond the rules.
    pub limits: Limits,
    /// The most turns allowed where the match is played.
    pub(crate) turns: Option<NonZeroU32>,
    /// The seed of everything random; `None` if one is to be drawn.
    pub seed: Option<u64>,
}

impl Terms {
    /// The seat of the only person, if there is only one.
    #[must_use]
    pub fn only_person(&self) -> Option<Seat> {
        match Seat::BOTH.map(|seat| seat.of(&self.players).is_none()) {
            [true, false] => Some(Seat::One),
            [false, true] => Some(Seat::Two),
            _ => None,
        }
    }
}

impl Clone for Terms {
    fn clone(&self) -> Self {
        Self {
            start: self.start.copy(),
            second: self.second.as_ref().map(|second| second.copy()),
            names: self.names.clone(),
            ..*self
        }
    }
}

impl Terms {
    /// The match as each round begins.
    #[must_use]
    pub fn start(&self) -> &dyn AnyMatch {
        &*self.start
    }

    /// Another match from the start, with this seat to begin where that is open.
    pub(crate) fn begin(&self, first: Seat) -> Box<dyn AnyMatch> {
        match (&self.second, first) {
            (Some(second), Seat::Two) => second.copy(),
            _ => self.start.copy(),
        }
    }

    /// The limits at the table: two computers could play for ever, and a server does not allow that to anyone.
    pub(crate) fn table_limits(&self) -> Limits {
        let computers = self.players.iter().all(Option::is_some).then_some(COMPUTER_TURNS);
        let max_turns = match (self.limits.max_turns.or(computers), self.turns) {
            (Some(agreed), Some(most)) => Some(agreed.min(most)),
            (agreed, most) => agreed.or(most),
        };
        Limits { max_turns, ..self.limits }
    }
}
