//! A match at the table: who sits where, the limits they agreed on, and how it ended.

use std::collections::HashMap;
use std::num::NonZeroU32;

use numberline_rules::{Seat, Turn};

use crate::{AnyMatch, Ending, MoveError, Name, Player, Ply};

/// A game between two computers is a draw after so many turns, if nothing else is said (ruling R2).
pub const COMPUTER_TURNS: NonZeroU32 = NonZeroU32::MIN.saturating_add(199);

/// What the players agreed on beyond the rules. Nothing, unless they say so.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The invalid attempt in a row that forfeits the match (ruling R7).
    pub max_invalid: Option<NonZeroU32>,
    /// How many plies the match may have before it is a draw (ruling R2).
    pub max_turns: Option<NonZeroU32>,
}

impl Limits {
    /// The same limits for these players: two computers could play for ever.
    #[must_use]
    pub fn between(self, players: &[Option<Player>; 2]) -> Self {
        let cap = players.iter().all(Option::is_some).then_some(COMPUTER_TURNS);
        Self { max_turns: self.max_turns.or(cap), ..self }
    }
}

/// One match with everything around it.
pub struct Table {
    game: Box<dyn AnyMatch>,
    names: [Name; 2],
    limits: Limits,
    invalid_in_a_row: [u32; 2],
    ending: Option<Ending>,
    /// How often each position has come up, in a game where one can come back.
    seen: HashMap<String, usize>,
}

/// What became of a move that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It waits for the other seat's.
    Waiting,
    /// The ply is complete.
    Played(Ply),
}

/// A move that was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Why, as a sentence.
    pub reason: MoveError,
    /// How many more invalid attempts in a row the seat may make; `Some(0)` means that it has just forfeited.
    pub attempts_left: Option<u32>,
}

/// What `undo` took back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undone {
    /// A choice that waited for the other seat's.
    Choice(Seat),
    /// The last finished ply.
    Ply,
    /// Nothing: the match has just begun.
    Nothing,
}

impl Table {
    /// Seats two players at a match, which may be under way.
    #[must_use]
    pub fn new(game: Box<dyn AnyMatch>, names: [Name; 2], limits: Limits) -> Self {
        let mut seen = HashMap::new();
        for position in if game.info().repeats { game.positions() } else { Vec::new() } {
            *seen.entry(position).or_default() += 1;
        }
        let mut table = Self { game, names, limits, invalid_in_a_row: [0, 0], ending: None, seen };
        table.look_for_ending();
        table
    }

    /// The match itself.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// The name of the player in that seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &Name {
        seat.of(&self.names)
    }

    /// How the match ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How often the position has come up in this match, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        if self.game.info().repeats { self.seen.get(&self.game.position()).copied().unwrap_or(1) } else { 1 }
    }

    /// The seat to ask next: the one to move, or the first that has not chosen yet. `None` once the match has ended.
    #[must_use]
    pub fn next_seat(&self) -> Option<Seat> {
        if self.ending.is_some() {
            return None;
        }
        let turn = self.game.turn();
        Seat::BOTH.into_iter().find(|seat| turn.acts(*seat) && !self.game.has_chosen(*seat))
    }

    /// Hands in a seat's move.
    pub fn submit(&mut self, seat: Seat, text: &str) -> Result<Taken, Refused> {
        if self.ending.is_some() {
            let reason = MoveError::NotAllowed("The game is over.".into());
            return Err(Refused { reason, attempts_left: None });
        }
        match self.game.submit(seat, text) {
            Ok(ply) => {
                *seat.of_mut(&mut self.invalid_in_a_row) = 0;
                if ply.is_some() {
                    self.count_position();
                }
                self.look_for_ending();
                Ok(ply.map_or(Taken::Waiting, Taken::Played))
            }
            Err(reason) => Err(self.count_invalid(seat, reason)),
        }
    }

    /// Plays one finished turn, such as `5 6`, or `3/4` where both seats act.
    pub fn play_turn(&mut self, text: &str) -> Result<Ply, MoveError> {
        if self.ending.is_some() {
            return Err(MoveError::NotAllowed("The game is over.".into()));
        }
        let ply = self.game.play_turn(text)?;
        self.count_position();
        self.look_for_ending();
        Ok(ply)
    }

    /// Counts an attempt that the front end could not even hand in, such as half a move.
    pub fn refuse(&mut self, seat: Seat, reason: String) -> Refused {
        self.count_invalid(seat, MoveError::Unreadable(reason))
    }

    /// Both players agree on a draw.
    pub fn agree_draw(&mut self) {
        self.ending.get_or_insert(Ending::DrawAgreed);
    }

    /// A player gives up.
    pub fn resign(&mut self, seat: Seat) {
        self.ending.get_or_insert(Ending::Resigned { winner: seat.other() });
    }

    /// A player breaks a limit that the players agreed on, such as the time to think.
    pub fn forfeit(&mut self, seat: Seat) {
        self.ending.get_or_insert(Ending::Forfeited { winner: seat.other() });
    }

    /// The players are called something else from now on.
    pub fn rename(&mut self, names: [Name; 2]) {
        self.names = names;
    }

    /// Takes back the choice that waits, or else the last ply. An ended match stays as it is.
    pub fn undo(&mut self) -> Undone {
        if self.ending.is_some() {
            return Undone::Nothing;
        }
        if let Some(seat) = Seat::BOTH.into_iter().find(|seat| self.game.withdraw(*seat)) {
            return Undone::Choice(seat);
        }
        let taken_back = self.game.position();
        if !self.game.undo() {
            return Undone::Nothing;
        }
        if let Some(times) = self.seen.get_mut(&taken_back) {
            *times = times.saturating_sub(1);
        }
        Undone::Ply
    }

    fn count_position(&mut self) {
        if self.game.info().repeats {
            *self.seen.entry(self.game.position()).or_default() += 1;
        }
    }

    fn count_invalid(&mut self, seat: Seat, reason: MoveError) -> Refused {
        let attempts = seat.of_mut(&mut self.invalid_in_a_row);
        *attempts = attempts.saturating_add(1);
        let attempts_left = self.limits.max_invalid.map(|most| most.get().saturating_sub(*attempts));
        if attempts_left == Some(0) {
            self.ending.get_or_insert(Ending::Forfeited { winner: seat.other() });
        }
        Refused { reason, attempts_left }
    }

    fn look_for_ending(&mut self) {
        let turns = self.game.length();
        let limit = self.limits.max_turns.and_then(|most| usize::try_from(most.get()).ok());
        self.ending = match self.game.turn() {
            Turn::Over { winner } => Some(Ending::Won(winner)),
            Turn::Of(_) | Turn::Both => limit.filter(|limit| turns >= *limit).map(|_| Ending::TurnLimit),
        };
    }
}
