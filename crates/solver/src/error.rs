//! Why there is no answer. A solver answers exactly or says which limit is in the way.

use core::fmt;

/// Why a solver gives no answer. Nothing is ever answered by approximation instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The free runs need a longer line than the solver handles.
    TooLong {
        /// The line that the runs need.
        cells: u64,
        /// The longest line that is solved.
        most: u64,
    },
    /// There are more positions than the solver handles.
    TooManyPositions {
        /// How many there are, or may be, where that is known before counting.
        estimate: Option<u64>,
        /// The most that are solved.
        most: u64,
    },
    /// The positions have more plies between them than the solver handles.
    TooManyPlies {
        /// The most that are solved.
        most: u64,
    },
    /// The game may continue for ever, so it cannot be solved from its end.
    Endless,
    /// No period of the nim-values was found, so long runs have no proven nimber.
    NoPeriod {
        /// How many values were computed.
        values: u64,
    },
    /// The position is not among those that were solved.
    Unknown,
    /// The weights do not make a strategy: one for each move, none negative, 1 in all.
    NotAStrategy,
    /// The caller asked to stop.
    Stopped,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { cells, most } => {
                write!(f, "the free runs need a line of {cells} cells; this is solved up to {most}")
            }
            Self::TooManyPositions { estimate: Some(estimate), most } => {
                write!(f, "there are up to {estimate} positions; this is solved up to {most}")
            }
            Self::TooManyPositions { estimate: None, most } => {
                write!(f, "there are more than {most} positions, the most that are solved")
            }
            Self::TooManyPlies { most } => {
                write!(f, "there are more than {most} plies between the positions, the most that are solved")
            }
            Self::Endless => {
                f.write_str("the game may continue for ever, so it cannot be solved from its end")
            }
            Self::NoPeriod { values } => write!(f, "no period was found among {values} nim-values"),
            Self::Unknown => f.write_str("the position cannot come up in the game that was solved"),
            Self::NotAStrategy => {
                f.write_str("a strategy has one weight for each move, none of them negative, and 1 in all")
            }
            Self::Stopped => f.write_str("stopped before the answer was found"),
        }
    }
}

impl core::error::Error for SolveError {}
