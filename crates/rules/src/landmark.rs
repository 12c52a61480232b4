//! Cells that mean something in every position: where a seat wants to get to, and where no seat wants to land.

use crate::Seat;

/// A cell with a meaning of its own, whatever stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Landmark {
    /// The cell.
    pub cell: i64,
    /// What it means.
    pub meaning: Meaning,
}

/// What a cell means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Meaning {
    /// The end that a seat pushes towards.
    Goal(Seat),
    /// A seat's own base, which the other seat runs for.
    Base(Seat),
    /// Landing there loses.
    Loses,
}

impl Meaning {
    /// The seat that it belongs to.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Goal(seat) | Self::Base(seat) => Some(seat),
            Self::Loses => None,
        }
    }
}
