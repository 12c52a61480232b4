//! A session of rounds: who plays, the score, what is recorded, and what comes next.
//!
//! Every front end plays through one of these. Line mode, full screen and rooms use it, and decide nothing of this
//! themselves.

mod computers;
mod records;
mod resume;

use numberline_rules::{Seat, Turn};

pub use computers::ComputerTurn;
pub use resume::ResumeError;

use crate::seating::{Person, Seating, names_of, toss_sentence};
use crate::words::capital;
use crate::{
    Act, AnyGame, AnyMatch, Date, DrawOffer, Ending, MoveEffect, Name, NextRound, Player, Ply, Record,
    RefusedMove, Score, Seats, Table, Taken, Terms, UndoError, Undone,
};

/// A session of rounds, with its current match.
pub struct Session {
    terms: Terms,
    /// The players, by their seats in the first round.
    people: [Person; 2],
    /// The seat that begins, where that is open.
    first: Seat,
    /// Whether the players change seats after each round.
    seats: Seats,
    /// Whether the players have swapped seats since the first round.
    swapped: bool,
    /// Whether they changed seats for this round.
    changed: bool,
    toss: Option<String>,
    /// Without the current match.
    score: Score,
    table: Table,
    finished: Vec<Record>,
    /// The resumed record, for its comments and tags.
    earlier: Option<Record>,
    date: Option<Date>,
    seed: u64,
    /// How many plies were played or taken back: this numbers the dice of a computer's next decision.
    decisions: u64,
    /// Which of the players has already said where it falls short of its name.
    excused: [bool; 2],
    /// Whether the players were told how to change seats.
    advised: bool,
}

/// Why no other round begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RoundError {
    /// The match is still being played.
    #[error("The game is not over.")]
    NotOver,
    /// The session is over.
    #[error("All rounds have been played.")]
    NoMore,
}

impl Session {
    /// Begins a session. `drawn` is the seed, unless the terms have one.
    #[must_use]
    pub fn begin(terms: Terms, date: Option<Date>, drawn: u64) -> Self {
        let seed = terms.seed.unwrap_or(drawn);
        let Seating { people, first, toss } = Seating::new(&terms, seed);
        let names = names_of(&people, false);
        let table = Table::new(terms.begin(first), names, terms.table_limits());
        // Turns of the setup count, so that a resumed session has the same dice as one that never stopped.
        let decisions = count(table.game().length());
        let told_apart = people.iter().any(|person| person.name.is_some() || person.player.is_some());
        let seats = terms.seats.unwrap_or(if told_apart { Seats::Swap } else { Seats::Keep });
        Self {
            people,
            first,
            seats,
            swapped: false,
            changed: false,
            toss,
            score: Score::new(terms.rounds),
            table,
            finished: Vec::new(),
            earlier: None,
            date,
            seed,
            decisions,
            excused: [false, false],
            advised: terms.seats.is_some() || told_apart,
            terms,
        }
    }

    /// What it was begun with.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The row of the catalog.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        self.terms.game
    }

    /// The current match, with everything around it.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The match itself.
    #[must_use]
    pub fn at(&self) -> &dyn AnyMatch {
        self.table.game()
    }

    /// How the match ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    /// The result of the toss, if there was one.
    #[must_use]
    pub fn toss(&self) -> Option<&str> {
        self.toss.as_deref()
    }

    /// The seed of everything random.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The name of the player in a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &Name {
        self.table.name(seat)
    }

    /// The names of the players, by their seats.
    #[must_use]
    pub fn names(&self) -> &[Name; 2] {
        self.table.names()
    }

    /// The computer player in a seat; `None` where a person sits.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<Player> {
        self.home(seat).of(&self.people).player
    }

    /// Whether a computer sits there.
    #[must_use]
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.player(seat).is_some()
    }

    /// The seat of the only person, if there is only one.
    #[must_use]
    pub fn only_person(&self) -> Option<Seat> {
        match Seat::BOTH.map(|seat| self.is_computer(seat)) {
            [false, true] => Some(Seat::One),
            [true, false] => Some(Seat::Two),
            _ => None,
        }
    }

    /// Whether two people share the board.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.people.iter().all(|person| person.player.is_none())
    }

    /// Whether only computers play.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.people.iter().all(|person| person.player.is_some())
    }

    /// Whether both choose at once at one board, so that each must hide the choice from the other.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.is_shared() && self.ending().is_none() && self.at().turn() == Turn::Both
    }

    /// The seat that the player in this seat had in the first round; and the seat that the one from there has now.
    #[must_use]
    pub fn home(&self, seat: Seat) -> Seat {
        if self.swapped { seat.other() } else { seat }
    }

    /// Whether the players change seats after each round.
    #[must_use]
    pub fn seats(&self) -> Seats {
        self.seats
    }

    /// A new player takes a seat. One without a name is called after the seat they have.
    pub fn seat(&mut self, seat: Seat, name: Option<Name>) {
        self.home(seat).of_mut(&mut self.people).name = name;
        self.table.rename(self.names_with(self.swapped));
        if self.toss.is_some() {
            self.toss = Some(toss_sentence(self.first.of(&self.names_by_home())));
        }
    }

    /// The name that the player in a seat was given; `None` for one called after the seat, or after the kind of computer.
    #[must_use]
    pub fn own_name(&self, seat: Seat) -> Option<&Name> {
        self.home(seat).of(&self.people).name.as_ref()
    }

    /// Submits a seat's move.
    pub fn submit(&mut self, seat: Seat, text: &str) -> Result<Taken, RefusedMove> {
        let taken = self.table.submit(seat, text)?;
        if matches!(taken, Taken::Played(_)) {
            self.count_decisions(1);
        }
        Ok(taken)
    }

    /// Submits another choice in place of the one that waits for the other seat's.
    pub fn resubmit(&mut self, seat: Seat, text: &str) -> Result<Taken, RefusedMove> {
        self.table.withdraw(seat);
        self.submit(seat, text)
    }

    /// Counts an attempt that could not even be submitted, such as half a move.
    pub fn refuse(&mut self, seat: Seat, reason: String) -> RefusedMove {
        self.table.refuse(seat, reason)
    }

    /// Ends the match, unless it has ended already.
    pub fn end(&mut self, act: Act) {
        self.table.end(act);
    }

    /// Takes a move back: against a computer everything since the person's own last turn, else the last choice or ply.
    pub fn take_back(&mut self) -> Result<Undone, UndoError> {
        match self.only_person() {
            Some(seat) => self.counting(|table| table.undo_of(seat)),
            None => self.counting(Table::undo),
        }
    }

    /// Takes back a seat's last finished ply and what came after it, whatever waits: a room's log does not tell that.
    pub fn take_back_ply_of(&mut self, seat: Seat) -> Result<Undone, UndoError> {
        self.counting(|table| table.undo_ply_of(seat))
    }

    /// After a take-back, a computer rolls other dice: its choice cannot be foreseen.
    fn counting(
        &mut self,
        undo: impl FnOnce(&mut Table) -> Result<Undone, UndoError>,
    ) -> Result<Undone, UndoError> {
        let undone = undo(&mut self.table)?;
        self.count_decisions(1);
        Ok(undone)
    }

    /// A record may give any number to count on from.
    fn count_decisions(&mut self, more: u64) {
        self.decisions = self.decisions.wrapping_add(more);
    }

    /// The number of the current round, counted from 1.
    #[must_use]
    pub fn round(&self) -> usize {
        self.finished.len() + 1
    }

    /// The current round, as announced; `None` for a single match.
    #[must_use]
    pub fn announcement(&self) -> Option<String> {
        self.score.next_round().and_then(NextRound::announcement)
    }

    /// The score, with this match as soon as it is over.
    #[must_use]
    pub fn score(&self) -> Score {
        self.score_with(self.ending())
    }

    fn score_with(&self, ending: Option<Ending>) -> Score {
        let mut score = self.score.clone();
        if let Some(ending) = ending {
            score.count(ending.winner().map(|winner| self.home(winner)));
        }
        score
    }

    /// How many rounds the player in each seat has won.
    #[must_use]
    pub fn wins(&self) -> [u32; 2] {
        let wins = self.score().wins();
        Seat::BOTH.map(|seat| *self.home(seat).of(&wins))
    }

    /// The score in words, in the order of the first round; none for a single match.
    #[must_use]
    pub fn running_score(&self) -> Option<String> {
        self.score().running(&self.names_by_home())
    }

    /// Who won the session, once it is decided; none for a single match.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        self.score().result(&self.names_by_home())
    }

    /// Whether there is no round after one that ends like this.
    #[must_use]
    pub fn is_decided_by(&self, ending: Ending) -> bool {
        self.score_with(Some(ending)).next_round().is_none()
    }

    /// Whether the next round can begin.
    pub fn check_next_round(&self) -> Result<(), RoundError> {
        match self.ending() {
            None => Err(RoundError::NotOver),
            Some(ending) if self.is_decided_by(ending) => Err(RoundError::NoMore),
            Some(_) => Ok(()),
        }
    }

    /// Begins the next round.
    pub fn begin_next_round(&mut self) -> Result<(), RoundError> {
        self.check_next_round()?;
        self.finished.push(self.record());
        self.score = self.score();
        self.begin_round();
        Ok(())
    }

    /// Begins the next round, or after the last another session of the same kind with `drawn` for its seed.
    pub fn play_on(&mut self, drawn: u64) {
        if self.begin_next_round().is_err() {
            self.finished.clear();
            self.score = Score::new(self.terms.rounds);
            self.seed = drawn;
            // A new seed with the dice counted from zero: that seed alone repeats the session.
            self.decisions = 0;
            self.begin_round();
        }
    }

    fn begin_round(&mut self) {
        self.earlier = None;
        self.changed = self.seats == Seats::Swap;
        self.swapped ^= self.changed;
        self.table = self.next_table(self.swapped);
        self.count_decisions(count(self.at().length()));
    }

    fn next_table(&self, swapped: bool) -> Table {
        Table::new(self.terms.begin(self.first), self.names_with(swapped), self.terms.table_limits())
    }

    /// What the players are told as a new round begins: who sits where now, or once how to change seats.
    pub fn round_note(&mut self) -> Option<String> {
        let change = self.seat_change().map(|change| format!("{}.", capital(&change)));
        change.or_else(|| self.seats_advice().map(str::to_owned))
    }

    /// Who sits where, if the players changed seats for this round: `Grace plays as Player 1`.
    #[must_use]
    pub fn seat_change(&self) -> Option<String> {
        let named = Seat::BOTH.into_iter().find(|seat| *self.name(*seat) != Name::of_seat(*seat));
        (self.seats == Seats::Swap && self.changed).then(|| match named {
            Some(seat) => format!("{} plays as {}", self.name(seat), Name::of_seat(seat)),
            None => "the players change seats".to_owned(),
        })
    }

    /// A note, given once, for two people without names who play several rounds: they keep their seats, and can change that.
    pub fn seats_advice(&mut self) -> Option<&'static str> {
        let said = std::mem::replace(&mut self.advised, true);
        (!said).then_some(
            "Seats stay as they are. Give the players names, or set seats to swap, to change seats after each round.",
        )
    }

    /// What a finished ply did, in a sentence.
    #[must_use]
    pub fn played(&self, ply: &Ply) -> String {
        MoveEffect::of(self.at(), ply, self.ending()).sentence(self.names())
    }

    /// What to ask before a seat offers a draw that would be answered at once; `None` if a person will think about it.
    #[must_use]
    pub fn draw_question(&self, seat: Seat) -> Option<String> {
        let other = seat.other();
        self.is_computer(other).then(|| {
            format!(
                "{} answers at once, and if it accepts, the game is drawn. Offer a draw?",
                self.name(other)
            )
        })
    }

    /// What to ask before a seat resigns.
    #[must_use]
    pub fn resign_question(&self, seat: Seat) -> String {
        format!("{}, do you really resign?", self.name(seat))
    }

    /// A draw that the player in a seat offers.
    #[must_use]
    pub fn draw_offer(&self, seat: Seat) -> DrawOffer {
        DrawOffer { by: self.name(seat).clone(), to: self.name(seat.other()).clone() }
    }

    fn names_with(&self, swapped: bool) -> [Name; 2] {
        names_of(&self.people, swapped)
    }

    /// The names of the players, in the order of the first round.
    fn names_by_home(&self) -> [Name; 2] {
        Seat::BOTH.map(|seat| self.name(self.home(seat)).clone())
    }
}

fn count(plies: usize) -> u64 {
    u64::try_from(plies).unwrap_or(u64::MAX)
}
