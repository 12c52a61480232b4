//! Where to look in a position: the second hint, which narrows the search down without naming the move.

use std::fmt;

use numberline_rules::{Direction, Run};

use crate::words::list;

/// Where to look for the best move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhereToLook {
    /// In a run of free cells.
    Run {
        /// The run.
        run: Run,
        /// How many runs the best move leaves of it.
        parts: usize,
    },
    /// At the distance that the best move leaves between the tokens.
    Distance(u16),
    /// At the opponent, who is within reach.
    Capture,
    /// At the far base: the tokens have passed.
    Base,
    /// At no distance: no step leaves a multiple of the stride.
    NoMultiple {
        /// One more than the longest step.
        stride: u16,
    },
    /// At the squares that are safe, all of those within reach.
    Squares(Vec<u16>),
    /// To one side of the token.
    Side(Direction),
    /// At no square: none within reach is safe.
    NoSquare,
    /// At how many moves are as good as the best.
    Count {
        /// How many are.
        good: usize,
        /// How many there are.
        moves: usize,
    },
    /// At the low cards of the hand.
    Low,
    /// In the middle of the hand.
    Middle,
    /// At the high cards of the hand.
    High,
    /// At low cards and high ones.
    LowAndHigh,
    /// At no card, or whatever a move chooses: none guarantees anything.
    NoPiece(&'static str),
    /// At the only card, or whatever a move chooses.
    OnlyPiece(&'static str),
    /// At how many moves make up the mix.
    Mix {
        /// What a move chooses.
        piece: &'static str,
        /// How many are played.
        mixed: usize,
        /// How many there are.
        moves: usize,
    },
}

impl WhereToLook {
    /// More squares than this are not listed.
    pub(crate) const MOST_SQUARES: usize = 8;

    /// Where the moves at these places are, among this many.
    pub(crate) fn in_mix(piece: &'static str, moves: usize, places: &[usize]) -> Self {
        match moves {
            1 => Self::OnlyPiece(piece),
            _ => Self::Mix { piece, mixed: places.len(), moves },
        }
    }

    /// Where in a hand of this many cards the given places are, counted from 0 for the lowest card.
    pub(crate) fn in_hand(piece: &'static str, cards: usize, places: &[usize]) -> Self {
        let half = cards / 2;
        let is_low = |place: &&usize| **place < half;
        let is_high = |place: &&usize| **place >= cards - half;
        let (low, high) = (places.iter().filter(is_low).count(), places.iter().filter(is_high).count());
        match places.len() {
            _ if cards == 1 => Self::OnlyPiece(piece),
            all if low == all => Self::Low,
            all if high == all => Self::High,
            _ if low == 0 && high == 0 => Self::Middle,
            _ if low > 0 && high > 0 => Self::LowAndHigh,
            // The middle card with some from one half: that half, as seen from the other.
            _ if low > 0 => Self::Low,
            _ => Self::High,
        }
    }
}

/// What to do with a run of which a move leaves this many parts.
fn done_to_it(parts: usize) -> &'static str {
    match parts {
        0 => "finish it",
        1 => "shorten it",
        _ => "split it in two",
    }
}

impl fmt::Display for WhereToLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run { run, .. } if run.len() == 1 => write!(f, "Look at {}.", run.first),
            Self::Run { run, parts } => {
                write!(f, "Look at the run {} to {}, and {}.", run.first, run.last, done_to_it(*parts))
            }
            Self::Distance(distance) => {
                write!(f, "Look for the step that leaves the tokens {distance} apart.")
            }
            Self::Capture => f.write_str("Look at the opponent: it is within your reach."),
            Self::Base => f.write_str("Look at the bases: the tokens have passed, and only speed counts."),
            Self::NoMultiple { stride } => {
                write!(f, "Look at the distance: no step leaves the tokens a multiple of {stride} apart.")
            }
            Self::Squares(squares) => match squares.as_slice() {
                [square] => write!(f, "Look at {square}: it is the only safe square within reach."),
                squares => write!(f, "Look at the safe squares within reach: {}.", list(squares)),
            },
            Self::Side(direction) => write!(f, "Look to the {direction}."),
            Self::NoSquare => f.write_str("No square within reach is safe."),
            Self::Count { moves: 1, .. } => f.write_str("You have only one move."),
            Self::Count { good, moves } if good == moves => {
                write!(f, "All {moves} of your moves are equally good.")
            }
            Self::Count { good: 1, moves } => {
                write!(f, "Look for the one best move among your {moves}.")
            }
            Self::Count { good, moves } => {
                write!(f, "Look for one of the {good} best moves among your {moves}.")
            }
            Self::Low => f.write_str("Look at your low cards."),
            Self::Middle => f.write_str("Look at the middle of your hand."),
            Self::High => f.write_str("Look at your high cards."),
            Self::LowAndHigh => f.write_str("Look at low cards and high ones: a mix is best."),
            Self::NoPiece(piece) => write!(f, "No {piece} of yours can keep the opponent from winning."),
            Self::OnlyPiece(piece) => write!(f, "You have only one {piece} left."),
            Self::Mix { piece, mixed: 1, moves } => {
                write!(f, "Look for one {piece} among your {moves}: no mix is needed.")
            }
            Self::Mix { piece, mixed, moves } if mixed == moves => {
                write!(f, "All {moves} of your {piece}s belong in the mix.")
            }
            Self::Mix { piece, mixed, moves } => {
                write!(f, "Look for {mixed} of your {moves} {piece}s to mix.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_has_low_cards_high_cards_and_a_middle() {
        let look = |cards, places: &[usize]| WhereToLook::in_hand("card", cards, places);
        assert_eq!(look(1, &[0]), WhereToLook::OnlyPiece("card"));
        assert_eq!(look(2, &[0]), WhereToLook::Low);
        assert_eq!(look(2, &[0, 1]), WhereToLook::LowAndHigh);
        assert_eq!(look(3, &[1]), WhereToLook::Middle);
        assert_eq!(look(5, &[0, 1]), WhereToLook::Low);
        assert_eq!(look(5, &[3]), WhereToLook::High);
        assert_eq!(look(5, &[0, 2]), WhereToLook::Low);
        assert_eq!(look(5, &[0, 4]), WhereToLook::LowAndHigh);
    }
}
