//! Everything that the program can do to the outside world.

use std::path::PathBuf;
use std::sync::Arc;

use numberline_history::Filter;
use numberline_learn::Attempt;
use numberline_rules::Seat;
use numberline_table::{Adviser, AnyGame, AnyMatch, Computer, Name, OracleCache, OwnFiles, Player, Record};

use crate::learn::{self, Class};
use crate::{Preferences, Ticket};

/// What to do after an event.
#[derive(Default)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// One after the other.
    Several(Vec<Effect>),
    /// Think in the background; the answer arrives as an event with the same ticket.
    Think(Ticket, Thought),
    /// Stop thinking. The answer is no longer needed.
    Cancel(Ticket),
    /// Read or write files, one errand after the other; the answer arrives as an event with the same ticket.
    Run(Ticket, Errand),
    /// Stop the program as the shell's job control does.
    Suspend,
    /// Redraw everything.
    Redraw,
    /// Put a text into the terminal's clipboard.
    Copy(String),
    /// Leave the full screen.
    Leave(Leave),
}

/// How the full screen was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// The player quit.
    Quit,
    /// The player wants line mode instead.
    Plain,
    /// A signal ended the program, or the key that stands for it.
    Signal(i32),
}

impl Leave {
    /// The matching exit code, as shells count.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Quit | Self::Plain => 0,
            Self::Signal(signal) => u8::try_from(128 + signal).unwrap_or(u8::MAX),
        }
    }
}

/// Something to think about.
pub enum Thought {
    /// What is a position worth?
    Analyse(Adviser, Box<dyn AnyMatch>),
    /// What does a move change?
    Weigh(Adviser, Box<dyn AnyMatch>, Seat, String),
    /// What does the coach say before a move?
    Warn(Adviser, Box<dyn AnyMatch>, Seat, String),
    /// Which move does a computer make?
    Choose(Box<Computer>, Box<dyn AnyMatch>, Seat),
    /// Does a computer accept a draw?
    Accept(Box<Computer>, Box<dyn AnyMatch>, Seat),
    /// Whom does a variant favour?
    Favour(&'static dyn AnyGame, Box<dyn AnyMatch>, Arc<OracleCache>),
    /// Where would these computers fall short of their names from here on?
    Shortfalls(Vec<Player>, &'static dyn AnyGame, Box<dyn AnyMatch>, Arc<OracleCache>),
    /// What was each move of a match worth?
    Review(Box<Record>, Arc<OracleCache>),
    /// What does a class say to a learner?
    Teach(Box<Class>, learn::Request),
}

/// Something to read or write.
pub enum Errand {
    /// Add a finished game to the history.
    Keep(Box<Record>),
    /// Save the current session, so that it can be resumed.
    Remember(Vec<Record>),
    /// There is no longer anything to resume of this session.
    Forget(Vec<Record>),
    /// Which sessions can be resumed?
    Recall,
    /// Give up the unfinished session with this number.
    Discard(u32),
    /// Who plays here?
    WhoPlays,
    /// Remember the name of the person who plays here, or that there is none.
    Introduce(Option<Name>),
    /// Save the preferences.
    Prefer(Preferences),
    /// Write records to a file, which may be one of these.
    Export(PathBuf, OwnFiles, Vec<Record>),
    /// Which finished games are there, and what are their statistics?
    Look(Filter),
    /// Read a finished game.
    Read(i64),
    /// What has the learner answered so far?
    Study(Arc<OracleCache>),
    /// Keep answers of the learner.
    Learn(Vec<Attempt>),
    /// Forget all answers of the learner.
    Unlearn,
}

impl Effect {
    /// Both effects, in this order.
    #[must_use]
    pub fn and(self, next: Self) -> Self {
        match (self, next) {
            (Self::None, only) | (only, Self::None) => only,
            (Self::Several(mut effects), next) => {
                effects.push(next);
                Self::Several(effects)
            }
            (first, next) => Self::Several(vec![first, next]),
        }
    }
}

impl From<(Ticket, Thought)> for Effect {
    fn from((ticket, thought): (Ticket, Thought)) -> Self {
        Self::Think(ticket, thought)
    }
}

impl From<(Ticket, Errand)> for Effect {
    fn from((ticket, errand): (Ticket, Errand)) -> Self {
        Self::Run(ticket, errand)
    }
}
