//! Everything that can happen to the program.

use crossterm::event::{KeyEvent, MouseEvent};
use numberline_history::{Entry, Stats};
use numberline_table::{Analysis, Chosen, Record, Review, ReviewError, SolveError, Weighing};

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

/// The answer to a question.
pub enum Answer {
    /// A long thought is so far; the answer is still to come.
    Thinking {
        /// What is done.
        done: u64,
        /// What there is to do.
        total: u64,
    },
    /// What is known about a position.
    Analysed(Result<Analysis, SolveError>),
    /// What a move changes.
    Weighed(Result<Weighing, SolveError>),
    /// A computer's move; none if it was told to stop.
    Chosen(Option<Chosen>),
    /// Whether a computer takes a draw.
    Accepted(bool),
    /// A match looked at again.
    Reviewed(Result<Review, ReviewError>),
    /// Something was written; or why not.
    Written(Result<(), String>),
    /// The session that can be resumed, if there is one.
    Unfinished(Result<Option<Vec<Record>>, String>),
    /// The finished games.
    History(Result<Finished, String>),
    /// A finished game.
    Read(Result<Box<Record>, String>),
}

/// The finished games, the last one first, and in numbers.
pub struct Finished {
    pub(crate) games: Vec<Entry>,
    pub(crate) stats: Stats,
}
