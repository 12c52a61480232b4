//! Everything that can happen to the program.

use crossterm::event::{KeyEvent, MouseEvent};
use numberline_history::{Entry, Person, Stats, Unfinished};
use numberline_learn::{Attempt, Misconception};
use numberline_table::{Analysis, Chosen, Favour, Record, Review, ReviewError, SolveError, Weighing};

use crate::learn::Taught;

/// Something that happened.
#[expect(clippy::large_enum_variant, reason = "events come one at a time and are not kept")]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The screen was resized.
    Resize {
        /// How many columns it has.
        width: u16,
        /// How many rows it has.
        height: u16,
    },
    /// A tick. Sent only while something moves on the screen.
    Tick,
    /// The answer to a request.
    Answer(Ticket, Answer),
    /// The program must end, because of the system or Ctrl-C.
    Stop,
}

/// Identifies the question that an answer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ticket(pub(crate) u64);

/// The answer to a question.
pub enum Answer {
    /// The progress of a long thought; the answer is still to come.
    Thinking {
        /// The steps done.
        done: u64,
        /// The total.
        total: u64,
    },
    /// What is known about a position.
    Analysed(Result<Analysis, SolveError>),
    /// What a move changes.
    Weighed(Result<Weighing, SolveError>),
    /// What the coach says before a move; nothing if it is no mistake.
    Warned(Result<Vec<String>, SolveError>),
    /// A computer's move; `None` if it was told to stop.
    Chosen(Option<Chosen>),
    /// Whether a computer accepts a draw.
    Accepted(bool),
    /// A reviewed match, with the misconceptions behind its mistakes.
    Reviewed(Result<(Review, Vec<Misconception>), ReviewError>),
    /// A file was written; or why not.
    Written(Result<(), String>),
    /// The sessions that can be resumed, the latest first.
    Unfinished(Result<Vec<Unfinished>, String>),
    /// The name of the person who plays here.
    Person(Person),
    /// Whom a variant favours.
    Favoured(Result<Favour, SolveError>),
    /// Where computers fall short of their names.
    Shortfalls(Vec<String>),
    /// The finished games.
    History(Result<Finished, String>),
    /// A finished game.
    Read(Result<Box<Record>, String>),
    /// What the learner has answered so far.
    Studied(Result<Vec<Attempt>, String>),
    /// A class hands something out.
    Taught(Box<Taught>),
}

/// The finished games, the latest first, and their statistics.
pub struct Finished {
    pub(crate) games: Vec<Entry>,
    pub(crate) stats: Stats,
}
