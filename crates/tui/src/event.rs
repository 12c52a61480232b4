//! Everything that can happen to the program.

use crossterm::event::{KeyEvent, MouseEvent};
use numberline_history::{Entry, Stats};
use numberline_table::{Adviser, Analysis, Chosen, Computer, Record, Refusal, Review, ReviewError, Weighing};

use crate::Unfinished;

/// Something that happened.
#[expect(clippy::large_enum_variant, reason = "events come one at a time and are not kept")]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The screen has another size.
    Resize {
        /// How many columns it has.
        width: u16,
        /// How many rows it has.
        height: u16,
    },
    /// A moment has passed. Comes only while something moves on the screen.
    Tick,
    /// What was asked for has been done.
    Answer(Ticket, Answer),
    /// The program is told to end, by the system or by Ctrl-C.
    Stop,
}

/// Tells which question an answer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ticket(pub(crate) u64);

/// The answer to a question. Whoever was lent to the question comes back with it.
pub enum Answer {
    /// A long thought is so far; the answer is still to come.
    Thinking {
        /// What is done.
        done: u64,
        /// What there is to do.
        total: u64,
    },
    /// What is known about a position.
    Analysed(Box<Adviser>, Result<Analysis, Refusal>),
    /// What a move changes.
    Weighed(Box<Adviser>, Result<Weighing, Refusal>),
    /// A computer's move; none if it was told to stop.
    Chosen(Box<Computer>, Option<Chosen>),
    /// Whether a computer takes a draw.
    Accepted(Box<Computer>, bool),
    /// A match looked at again.
    Reviewed(Box<Result<Review, ReviewError>>),
    /// Something was written; or why not.
    Written(Result<(), String>),
    /// The game that was left unfinished, if there is one.
    Unfinished(Result<Option<Box<Unfinished>>, String>),
    /// The finished games.
    Listed(Result<Vec<Entry>, String>),
    /// The finished games in numbers.
    Counted(Result<Box<Stats>, String>),
    /// A finished game.
    Read(Result<Box<Record>, String>),
}
