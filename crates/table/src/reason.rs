//! Why a position or a move has its value: data, and one true sentence from it.
//!
//! A sentence addresses the seat to move. It claims nothing that is not in the data, and `tests/reasons.rs` checks the
//! data against an independent computation on every position.

mod cards;
mod forced;
mod misere;
mod race;
mod squares;
mod sums;

use std::fmt;

use numberline_rules::Seat;

pub use cards::CardReason;
pub use forced::ForcedReason;
pub use misere::{Continuation, FreeRuns, MisereReason, Then};
pub use race::RaceReason;
pub use squares::{Doom, SquareReason};
pub use sums::{Heaps, SumReason};

/// Why something is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Nothing is left to decide.
    Over {
        /// Who has won.
        winner: Seat,
    },
    /// Of a sum of runs where the last move wins.
    Sum(SumReason),
    /// Of a sum of runs where the last move loses.
    Misere(MisereReason),
    /// Of a token on squares.
    Square(SquareReason),
    /// Of two tokens that run towards each other.
    Race(RaceReason),
    /// Of cards, or whatever else both seats choose at once.
    Card(CardReason),
    /// Of any other game in which one seat moves at a time.
    Forced(ForcedReason),
}

impl Reason {
    /// The sentence without nimbers, for those who do not know them yet.
    #[must_use]
    pub fn without_nimbers(&self) -> String {
        match self {
            Self::Sum(reason) => reason.without_nimbers(),
            reason => reason.to_string(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over { winner } => write!(f, "The game is over: Player {winner} has won."),
            Self::Sum(reason) => reason.fmt(f),
            Self::Misere(reason) => reason.fmt(f),
            Self::Square(reason) => reason.fmt(f),
            Self::Race(reason) => reason.fmt(f),
            Self::Card(reason) => reason.fmt(f),
            Self::Forced(reason) => reason.fmt(f),
        }
    }
}

impl From<SumReason> for Reason {
    fn from(reason: SumReason) -> Self {
        Self::Sum(reason)
    }
}

impl From<MisereReason> for Reason {
    fn from(reason: MisereReason) -> Self {
        Self::Misere(reason)
    }
}

impl From<SquareReason> for Reason {
    fn from(reason: SquareReason) -> Self {
        Self::Square(reason)
    }
}

impl From<RaceReason> for Reason {
    fn from(reason: RaceReason) -> Self {
        Self::Race(reason)
    }
}

impl From<CardReason> for Reason {
    fn from(reason: CardReason) -> Self {
        Self::Card(reason)
    }
}

impl From<ForcedReason> for Reason {
    fn from(reason: ForcedReason) -> Self {
        Self::Forced(reason)
    }
}
