//! A match at the table: who sits where, the limits they agreed on, and how it ended.

use std::collections::HashMap;
use std::num::NonZeroU32;

use numberline_rules::{Goal, Seat, Turn};

use crate::any_match::secret_flaw;
use crate::{Act, AnyMatch, Ending, MoveEffect, MoveError, Name, Ply};

/// A game between two computers is a draw after this many turns, unless a limit is given (ruling R2).
pub const COMPUTER_TURNS: NonZeroU32 = NonZeroU32::MIN.saturating_add(199);

/// What the players agreed on beyond the rules. By default nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// This many invalid attempts in a row forfeit the match (ruling R7).
    pub max_invalid: Option<NonZeroU32>,
    /// How many plies the match may have before it is a draw (ruling R2).
    pub max_turns: Option<NonZeroU32>,
}

/// One match with everything around it.
pub struct Table {
    game: Box<dyn AnyMatch>,
    names: [Name; 2],
    limits: Limits,
    invalid_in_a_row: [u32; 2],
    ending: Option<Ending>,
    /// How often each position has come up, in a game where positions can repeat.
    seen: HashMap<String, usize>,
    /// How often the current one has.
    occurrences: usize,
}

/// The result of a move that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It waits for the other seat's.
    Waiting,
    /// The ply is complete.
    Played(Ply),
}

/// A move that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedMove {
    /// Why, as a sentence.
    pub reason: MoveError,
    /// How many more invalid attempts in a row the seat may make; `Some(0)` means that it has just forfeited.
    pub attempts_left: Option<u32>,
    /// What can be said about a secret choice without telling what was typed; `None` for all that sounds alike.
    unsaid: Option<Unsaid>,
}

/// Why a secret choice was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unsaid {
    /// The seat has made this very choice before.
    Spent,
    /// It cannot be read, and why.
    Unreadable(&'static str),
}

impl RefusedMove {
    /// The reason, and what another invalid attempt would mean.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("{}{}", self.reason, self.warning())
    }

    /// The same for a secret choice. What was typed is not named, because a slip of the finger would tell what was meant.
    #[must_use]
    pub fn secret_sentence(&self, game: &dyn AnyMatch, seat: Seat) -> String {
        const LISTED: usize = 40;
        let moves = game.moves(seat, LISTED + 1);
        let more = if moves.len() > LISTED { ", …" } else { "" };
        let moves = moves.into_iter().take(LISTED).collect::<Vec<_>>().join(", ");
        let piece = game.info().piece;
        // That a choice was made before is no secret, nor is what cannot be one; all other refusals sound alike.
        let why = match self.unsaid {
            Some(Unsaid::Spent) => format!("You have played that {piece} already."),
            Some(Unsaid::Unreadable(why)) => why.to_owned(),
            None => format!("That is not one of your {piece}s."),
        };
        format!("{why} You can choose {moves}{more}.{}", self.warning())
    }

    fn warning(&self) -> String {
        match self.attempts_left {
            None | Some(0) => String::new(),
            Some(1) => " One more invalid attempt forfeits the game.".to_owned(),
            Some(left) => format!(" {left} more invalid attempts in a row forfeit the game."),
        }
    }
}

/// What was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undone {
    /// A choice that waited for the other seat's.
    Choice(Seat),
    /// The last finished ply.
    Ply,
    /// A seat's last move, and what came after it.
    Own(Seat),
}

impl Undone {
    /// What was taken back, in a sentence.
    #[must_use]
    pub fn sentence(self, names: &[Name; 2]) -> String {
        match self {
            Self::Choice(seat) => format!("{}'s choice is taken back.", seat.of(names)),
            Self::Ply => "The last move is taken back.".to_owned(),
            Self::Own(_) => "Your last move is taken back.".to_owned(),
        }
    }
}

/// Why nothing was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UndoError {
    /// No move was made yet.
    #[error("There is nothing to take back.")]
    Nothing,
    /// The match has ended.
    #[error("The game is over: nothing can be taken back any more.")]
    Over,
}

impl Table {
    /// Seats two players at a match, which may be in progress.
    #[must_use]
    pub fn new(game: Box<dyn AnyMatch>, names: [Name; 2], limits: Limits) -> Self {
        let (mut seen, mut occurrences) = (HashMap::new(), 1);
        for position in if game.info().repeats { game.positions() } else { Vec::new() } {
            occurrences = count(&mut seen, position);
        }
        let mut table =
            Self { game, names, limits, invalid_in_a_row: [0, 0], ending: None, seen, occurrences };
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

    /// The names of both players.
    #[must_use]
    pub fn names(&self) -> &[Name; 2] {
        &self.names
    }

    /// How the match ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// How often the position has come up in this match, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.occurrences
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

    /// Submits a seat's move.
    pub fn submit(&mut self, seat: Seat, text: &str) -> Result<Taken, RefusedMove> {
        if self.ending.is_some() {
            return Err(RefusedMove { reason: MoveError::over(), attempts_left: None, unsaid: None });
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
            Err(reason) => {
                let unsaid = match reason {
                    MoveError::Unreadable(_) => secret_flaw(text).map(Unsaid::Unreadable),
                    MoveError::NotAllowed(_) => self.is_spent(seat, text).then_some(Unsaid::Spent),
                };
                Err(RefusedMove { unsaid, ..self.count_invalid(seat, reason) })
            }
        }
    }

    /// Takes back a choice that waits for the other seat's. Says whether there was one.
    pub fn withdraw(&mut self, seat: Seat) -> bool {
        self.ending.is_none() && self.game.withdraw(seat)
    }

    /// Plays one finished turn, such as `5 6`, or `3/4` where both seats act.
    pub fn play_turn(&mut self, text: &str) -> Result<(), MoveError> {
        if self.ending.is_some() {
            return Err(MoveError::over());
        }
        self.game.play_turn(text)?;
        self.count_position();
        self.look_for_ending();
        Ok(())
    }

    /// Counts an attempt that the front end could not even submit, such as half a move.
    pub fn refuse(&mut self, seat: Seat, reason: String) -> RefusedMove {
        self.count_invalid(seat, MoveError::Unreadable(reason))
    }

    /// Ends the match, unless it has ended already.
    pub fn end(&mut self, act: Act) {
        self.ending.get_or_insert(act.into());
    }

    /// How a move of this seat would end the match; `None` if it would not, or if that depends on the other seat's choice.
    #[must_use]
    pub fn ending_after(&self, seat: Seat, text: &str) -> Option<Ending> {
        let turn = self.game.turn_after(seat, text)?;
        self.ending_with(turn, self.game.length() + 1)
    }

    /// How a finished turn such as `3/4` would end the match; `None` if it would not, or cannot be played.
    #[must_use]
    pub fn ending_after_turn(&self, text: &str) -> Option<Ending> {
        let mut copy = self.game.copy();
        copy.play_turn(text).ok()?;
        self.ending_with(copy.turn(), copy.length())
    }

    /// What a move of this seat would do; `None` if it is not allowed, or depends on the other seat's choice.
    #[must_use]
    pub fn effect(&self, seat: Seat, text: &str) -> Option<MoveEffect> {
        let effect = self.game.preview(text).ok().filter(|_| self.game.turn() == Turn::Of(seat))?;
        Some(MoveEffect::of(self.game(), &effect, self.ending_after(seat, text)))
    }

    /// What the last finished ply did.
    #[must_use]
    pub fn last_effect(&self) -> Option<MoveEffect> {
        Some(MoveEffect::of(self.game(), &self.game.last_ply()?, self.ending))
    }

    /// What to do and how to win.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.game.goal(&self.names)
    }

    /// How the match ended and why, in one sentence, once it has.
    #[must_use]
    pub fn conclusion(&self) -> Option<String> {
        self.ending.map(|ending| ending.sentence(self.game(), &self.names))
    }

    /// Where the book can be read in two ways: which reading decided the match.
    #[must_use]
    pub fn ruling(&self) -> Option<&'static str> {
        self.game.ruling().filter(|_| matches!(self.ending, Some(Ending::Won(_))))
    }

    /// A note for a position that has come up for the third time (ruling R2).
    #[must_use]
    pub fn repetition(&self) -> Option<&'static str> {
        let third = self.occurrences() == 3 && self.ending.is_none();
        third.then_some(
            "This position has come up for the third time. The rules do not end the game for that.",
        )
    }

    /// Renames the players.
    pub fn rename(&mut self, names: [Name; 2]) {
        self.names = names;
    }

    /// Takes back the choice that waits, or else the last ply. An ended match stays as it is.
    pub fn undo(&mut self) -> Result<Undone, UndoError> {
        if self.ending.is_some() {
            return Err(UndoError::Over);
        }
        if let Some(seat) = Seat::BOTH.into_iter().find(|seat| self.game.withdraw(*seat)) {
            return Ok(Undone::Choice(seat));
        }
        let taken_back = self.game.position();
        if !self.game.undo() {
            return Err(UndoError::Nothing);
        }
        if let Some(times) = self.seen.get_mut(&taken_back) {
            *times = times.saturating_sub(1);
            self.occurrences = self.seen.get(&self.game.position()).copied().unwrap_or(1);
        }
        Ok(Undone::Ply)
    }

    /// Takes back everything since a seat's own last move, including it; or only that seat's waiting choice, if there is one.
    pub fn undo_of(&mut self, seat: Seat) -> Result<Undone, UndoError> {
        if self.ending.is_some() {
            return Err(UndoError::Over);
        }
        if self.game.withdraw(seat) {
            return Ok(Undone::Choice(seat));
        }
        self.undo_ply_of(seat)
    }

    /// Takes back everything since a seat's last finished ply, including it; waiting choices go too.
    pub fn undo_ply_of(&mut self, seat: Seat) -> Result<Undone, UndoError> {
        let left = self.game.before_last_of(seat).ok_or(UndoError::Nothing)?;
        while self.game.length() > left {
            self.undo()?;
        }
        Ok(Undone::Own(seat))
    }

    fn count_position(&mut self) {
        if self.game.info().repeats {
            self.occurrences = count(&mut self.seen, self.game.position());
        }
    }

    fn count_invalid(&mut self, seat: Seat, reason: MoveError) -> RefusedMove {
        let attempts = seat.of_mut(&mut self.invalid_in_a_row);
        *attempts = attempts.saturating_add(1);
        let attempts_left = self.limits.max_invalid.map(|most| most.get().saturating_sub(*attempts));
        if attempts_left == Some(0) {
            self.end(Act::Forfeit(seat));
        }
        RefusedMove { reason, attempts_left, unsaid: None }
    }

    /// Whether a seat chose this before, in a game where both choose at once.
    fn is_spent(&self, seat: Seat, text: &str) -> bool {
        let Ok(text) = self.game.spell(text) else { return false };
        let both = self.game.turn() == Turn::Both;
        both && self.game.plies().iter().any(|choices| choices.get(seat) == Some(&text))
    }

    fn look_for_ending(&mut self) {
        self.ending = self.ending_with(self.game.turn(), self.game.length());
    }

    /// How the match ends, given whose turn it is after this many plies.
    fn ending_with(&self, turn: Turn, plies: usize) -> Option<Ending> {
        let limit = self.limits.max_turns.and_then(|most| usize::try_from(most.get()).ok());
        match turn {
            Turn::Over { winner } => Some(Ending::Won(winner)),
            Turn::Of(_) | Turn::Both => limit.filter(|limit| plies >= *limit).map(|_| Ending::TurnLimit),
        }
    }
}

/// Counts a position, and returns how often it has come up by now.
fn count(seen: &mut HashMap<String, usize>, position: String) -> usize {
    let times = seen.entry(position).or_default();
    *times += 1;
    *times
}
