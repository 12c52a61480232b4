//! The picture of a position: plain data that every front end draws in its own way.

use alloc::vec::Vec;

use crate::Seat;

/// Consecutive cells, both ends included. Never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The leftmost cell.
    pub first: i64,
    /// The rightmost cell.
    pub last: i64,
}

impl Span {
    /// The cells from one to the other, in whichever order they are given.
    #[must_use]
    pub fn between(a: i64, b: i64) -> Self {
        Self { first: a.min(b), last: a.max(b) }
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(self) -> u64 {
        self.first.abs_diff(self.last).saturating_add(1)
    }

    /// Always false; a span has at least one cell.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }

    /// Whether the cell lies within.
    #[must_use]
    pub fn contains(self, cell: i64) -> bool {
        (self.first..=self.last).contains(&cell)
    }

    /// The same span with up to `margin` more cells on both sides, but not beyond `limits`.
    #[must_use]
    pub fn widened(self, margin: i64, limits: Self) -> Self {
        let first = self.first.saturating_sub(margin).clamp(limits.first, limits.last);
        let last = self.last.saturating_add(margin).clamp(limits.first, limits.last);
        Self { first, last }
    }

    /// The cells from left to right.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = i64> {
        self.first..=self.last
    }
}

/// What to point at to make a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// Cells of the line: those to take, or the one to land on.
    Cells(Span),
    /// A card of the player's hand.
    Card(u8),
}

impl Aim {
    /// A single cell.
    #[must_use]
    pub fn cell(number: i64) -> Self {
        Self::Cells(Span { first: number, last: number })
    }

    /// The cell, if it is a single one.
    #[must_use]
    pub fn single(self) -> Option<i64> {
        match self {
            Self::Cells(Span { first, last }) if first == last => Some(first),
            Self::Cells(_) | Self::Card(_) => None,
        }
    }
}

/// What a cell shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// Nothing: the cell's own number.
    Open,
    /// Crossed out, by either seat.
    Crossed,
    /// Claimed by a seat.
    Claimed(Seat),
    /// No longer available.
    Blocked,
    /// The piece that both seats move.
    Shared,
    /// A seat's own piece.
    Piece(Seat),
}

/// A cell of the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Its place on the line.
    pub number: i64,
    /// What it shows.
    pub mark: Mark,
}

/// The cards a seat still holds, ascending.
pub type Hand = Vec<u8>;

/// A stretch of the line, with the hands where the game has cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The cells from left to right.
    pub cells: Vec<Cell>,
    /// Player 1's hand and Player 2's. Hands are open; only a choice is secret (ruling R9).
    pub hands: Option<[Hand; 2]>,
}

impl Line {
    /// Draws the cells of `window`, asking for each one's mark.
    pub fn draw(window: Span, mark: impl Fn(i64) -> Mark) -> Self {
        let cells = window.cells().map(|number| Cell { number, mark: mark(number) }).collect();
        Self { cells, hands: None }
    }

    /// What the cell of that number shows, if it is part of the picture.
    #[must_use]
    pub fn mark(&self, number: i64) -> Option<Mark> {
        self.cells.iter().find(|cell| cell.number == number).map(|cell| cell.mark)
    }
}
