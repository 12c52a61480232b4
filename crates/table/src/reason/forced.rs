//! Any game in which one seat moves at a time: what can be forced, and in how many plies.

use std::fmt;

use crate::words::{all_lose, turns};

/// Why a position or move is worth what it is, without any knowledge of the game but its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForcedReason {
    /// A position that is won.
    Won {
        /// The fastest winning move.
        best: String,
        /// Plies to the end.
        plies: u32,
    },
    /// A position that is lost.
    Lost {
        /// How many moves there are.
        moves: usize,
        /// Plies to the end.
        plies: u32,
    },
    /// A position in which nobody can force anything.
    Endless {
        /// A move that keeps it so.
        best: String,
    },
    /// A move that ends the game.
    Ends {
        /// Whether it wins.
        wins: bool,
    },
    /// A move after which the opponent has to pass.
    Passes {
        /// The best move to continue with.
        best: String,
    },
    /// A move after which every reply loses.
    Wins {
        /// How many replies there are.
        replies: usize,
    },
    /// A move after which a reply wins.
    Loses {
        /// The reply.
        reply: String,
    },
    /// A move after which nobody can force anything.
    GoesOn {
        /// A reply that keeps it so.
        reply: String,
    },
}

impl fmt::Display for ForcedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won { best, plies: 1 } => write!(f, "The move {best} wins at once."),
            Self::Won { best, plies: distance } => {
                write!(f, "The move {best} forces a win in {}.", turns(*distance))
            }
            Self::Lost { moves: 1, plies: 1 } => f.write_str("Your only move loses at once."),
            Self::Lost { moves: 1, plies: distance } => {
                write!(f, "Your only move loses in {}.", turns(*distance))
            }
            Self::Lost { plies: 1, .. } => f.write_str("Every move loses at once."),
            Self::Lost { plies: distance, .. } => {
                write!(f, "Every move loses; the best holds out for {}.", turns(*distance))
            }
            Self::Endless { best } => {
                write!(f, "The move {best} keeps the game going; no move forces a win.")
            }
            Self::Ends { wins: true } => f.write_str("It ends the game and wins."),
            Self::Ends { wins: false } => f.write_str("It ends the game and loses."),
            Self::Passes { best } => write!(f, "The opponent has to pass; continue with {best}."),
            Self::Wins { replies } => f.write_str(all_lose(*replies)),
            Self::Loses { reply } => write!(f, "The reply {reply} wins."),
            Self::GoesOn { reply } => {
                write!(f, "The reply {reply} keeps the game going; no reply forces a win.")
            }
        }
    }
}
