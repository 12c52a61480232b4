//! The token: where it stands or lands, and which squares are safe.

use std::fmt;

use crate::words::plies;

/// Why a position or move of a token on squares is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SquareReason {
    /// A position where no move loses and none wins.
    AllSafe {
        /// Where the token stands.
        square: u16,
        /// How many moves there are.
        moves: usize,
    },
    /// A position where some moves lose and none wins.
    SomeSafe {
        /// Where the token stands.
        square: u16,
        /// How many moves lose.
        losing: u64,
        /// How many moves there are.
        moves: usize,
    },
    /// A position that is won.
    Won {
        /// Where the token stands.
        square: u16,
        /// The fastest winning move.
        best: String,
        /// Plies to the end.
        plies: u32,
    },
    /// A position that is lost.
    Lost {
        /// Where the token stands.
        square: u16,
        /// How many moves there are.
        moves: usize,
        /// Plies to the end.
        plies: u32,
    },
    /// A move onto an end of the line.
    End {
        /// Where it lands.
        landing: u16,
    },
    /// A move after which the opponent has no square to go to.
    Stuck {
        /// Where it lands.
        landing: u16,
    },
    /// A move after which every reply loses.
    Wins {
        /// Where it lands.
        landing: u16,
    },
    /// A move after which a reply wins.
    Loses {
        /// Where it lands.
        landing: u16,
        /// The reply.
        reply: String,
    },
    /// A move after which nobody can force anything.
    Safe {
        /// Where it lands.
        landing: u16,
        /// How many replies lose.
        losing: u64,
        /// How many replies there are.
        replies: usize,
    },
}

impl fmt::Display for SquareReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllSafe { square, moves } => {
                write!(f, "From {square} each of the {moves} moves is safe, so the game need not end.")
            }
            Self::SomeSafe { square, losing: 1, moves } => {
                write!(f, "From {square} the game need not end, but 1 of the {moves} moves loses.")
            }
            Self::SomeSafe { square, losing, moves } => {
                write!(f, "From {square} the game need not end, but {losing} of the {moves} moves lose.")
            }
            Self::Won { square, best, plies: 1 } => write!(f, "From {square} the move {best} wins at once."),
            Self::Won { square, best, plies: distance } => {
                write!(f, "From {square} the move {best} forces a win in {}.", plies(*distance))
            }
            Self::Lost { square, moves: 1, plies: 1 } => {
                write!(f, "From {square} the only move loses at once.")
            }
            Self::Lost { square, moves: 1, plies: distance } => {
                write!(f, "From {square} the only move loses in {}.", plies(*distance))
            }
            Self::Lost { square, plies: 1, .. } => write!(f, "From {square} every move loses at once."),
            Self::Lost { square, plies: distance, .. } => {
                write!(f, "From {square} every move loses; the best holds out for {}.", plies(*distance))
            }
            Self::End { landing } => write!(f, "It lands on {landing}, an end of the line, which loses."),
            Self::Stuck { landing } => {
                write!(f, "It lands on {landing} and leaves the opponent no square to go to.")
            }
            Self::Wins { landing } => write!(f, "It lands on {landing}. Every reply loses."),
            Self::Loses { landing, reply } => write!(f, "It lands on {landing}. The reply {reply} wins."),
            Self::Safe { landing, losing: 0, replies } => {
                write!(f, "It lands on {landing}, a safe square; none of the {replies} replies loses.")
            }
            Self::Safe { landing, losing: 1, replies } => {
                write!(f, "It lands on {landing}, a safe square; 1 of the {replies} replies loses.")
            }
            Self::Safe { landing, losing, replies } => {
                write!(f, "It lands on {landing}, a safe square; {losing} of the {replies} replies lose.")
            }
        }
    }
}
