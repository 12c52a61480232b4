//! The common parts of the two games in which numbers run out and the last move decides: their variant and their texts.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::cells::{Unread, read_cells, read_runs};
use crate::text::split_mover;
use crate::{
    Domain, Goal, Parameter, ParsePositionError, Run, Seat, SettingError, SettingValue, Settings, Span, Turn,
    Variant,
};

const LONGEST: u64 = 1_000_000_000_000_000_000;

/// How long the line is (`BOOK` in the rule book), and whether the last move wins or loses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LastMoveVariant<const BOOK: u64> {
    length: u64,
    misere: bool,
}

impl<const BOOK: u64> LastMoveVariant<BOOK> {
    /// The last number of the line.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether the player who makes the last move loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    pub(crate) fn with_length(&self, length: u64) -> Self {
        Self { length, misere: self.misere }
    }

    pub(crate) fn extent(&self) -> Span {
        Span { first: 1, last: self.length.cast_signed() }
    }

    /// What to do, and whether the player who does it last wins; what is done last in a few words.
    pub(crate) fn goal(&self, task: &str, doing_last: &str, last: &str) -> Goal {
        let [win, brief] = [doing_last, last].map(|last| format!("{last} {}", self.outcome()));
        Goal::with_brief(task, &win, &brief)
    }

    /// Who did what last, and whether that wins.
    pub(crate) fn conclusion(&self, names: [&str; 2], last: Seat, did: &str) -> String {
        format!("{} {did} and {}.", last.of(&names), self.outcome())
    }

    fn outcome(&self) -> &'static str {
        if self.misere { "loses" } else { "wins" }
    }

    /// `mover` is to move; without a number left, the other seat has made the last move.
    #[inline]
    pub(crate) fn turn(&self, mover: Seat, none_left: bool) -> Turn {
        match (none_left, self.misere) {
            (false, _) => Turn::Of(mover),
            (true, false) => Turn::Over { winner: mover.other() },
            (true, true) => Turn::Over { winner: mover },
        }
    }
}

impl<const BOOK: u64> Default for LastMoveVariant<BOOK> {
    fn default() -> Self {
        Self { length: BOOK, misere: false }
    }
}

impl<const BOOK: u64> Variant for LastMoveVariant<BOOK> {
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "length",
            help: "the line is 1..length",
            differs: "numbers 1 to {}",
            domain: Domain::Number { book: BOOK, min: 1, max: LONGEST },
        },
        Parameter {
            name: "misere",
            help: "yes: the player who makes the last move loses",
            differs: "the last move loses",
            domain: Domain::YesNo { book: false },
        },
    ];

    fn read(settings: &Settings) -> Result<Self, SettingError> {
        Ok(Self { length: settings.number("length")?, misere: settings.flag("misere")? })
    }

    fn settings(&self) -> Settings {
        Settings::book(Self::PARAMETERS)
            .with("length", SettingValue::Number(self.length))
            .with("misere", SettingValue::Flag(self.misere))
    }
}

/// A position text taken apart: runs of equal letters, how many cells there are, and who is to move.
pub(crate) struct Board {
    pub(crate) parts: Vec<(Run, char)>,
    pub(crate) length: u64,
    pub(crate) mover: Seat,
}

/// Reads cells and mover, or `runs 4 4 / 2`: free runs set one cell apart on a line of at least `length` cells.
pub(crate) fn read_board(
    text: &str,
    letters: &[char],
    length: u64,
    expected: &'static str,
) -> Result<Board, ParsePositionError> {
    let read = || {
        let (board, mover) = split_mover(text).ok_or(Unread::Shape)?;
        let Some(runs) = board.strip_suffix('/') else {
            let (parts, length) = read_cells(board, letters, LONGEST)?;
            return Ok(Board { parts, length, mover });
        };
        let (runs, needed) = read_runs(runs, LONGEST)?;
        let parts = runs.into_iter().map(|run| (run, '.')).collect();
        Ok(Board { parts, length: needed.max(length), mover })
    };
    read().map_err(|unread| match unread {
        Unread::Shape => ParsePositionError::Shape { expected },
        Unread::TooLong => ParsePositionError::Impossible(format!(
            "The position needs more than {LONGEST} cells, the longest line there is."
        )),
    })
}
