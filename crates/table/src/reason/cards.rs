//! Where both seats choose at once: the card that guarantees the win, or the cards to mix and what that is worth. A game
//! that has no cards says what its moves choose instead.

use std::fmt;

use numberline_rules::Seat;
use numberline_solver::Fraction;

use crate::words::{list, share};

/// Why a position in which both seats choose is worth what it is. A card is whatever one move chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardReason {
    /// One seat wins for sure.
    Sure {
        /// Which.
        winner: Seat,
        /// What a card is called in the game.
        piece: &'static str,
        /// A card that keeps the win, whatever the other plays.
        card: String,
    },
    /// Neither seat wins for sure.
    Open {
        /// What a card is called in the game.
        piece: &'static str,
        /// The cards that each seat plays at its best.
        cards: [Vec<String>; 2],
        /// Player 1's chance of winning.
        chance: Fraction,
    },
}

impl fmt::Display for CardReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sure { winner, piece, card } => {
                write!(f, "Player {winner}'s {piece} {card} keeps a sure win, whatever the other plays.")
            }
            Self::Open { piece, cards: [one, two], chance } => write!(
                f,
                "Player 1 {}, Player 2 {}: Player 1's chance is {}.",
                Plays(piece, one),
                Plays(piece, two),
                share(chance)
            ),
        }
    }
}

/// More cards than this are not listed.
const MOST: usize = 6;

/// `plays 3`, `mixes 1, 2 and 4`, or `mixes 8 cards`.
struct Plays<'a>(&'static str, &'a [String]);

impl fmt::Display for Plays<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            [card] => write!(f, "plays {card}"),
            cards if cards.len() > MOST => write!(f, "mixes {} {}s", cards.len(), self.0),
            cards => write!(f, "mixes {}", list(cards)),
        }
    }
}
