//! Cards: the card that guarantees the win, or the cards to mix and what that is worth.

use std::fmt;

use numberline_rules::Seat;
use numberline_solver::Fraction;

use crate::words::{list, share};

/// Why a position in which both seats play a card is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardReason {
    /// One seat wins for sure.
    Sure {
        /// Which.
        winner: Seat,
        /// A card that keeps the win, whatever the other plays.
        card: String,
    },
    /// Neither seat wins for sure.
    Open {
        /// The cards that each seat plays at its best.
        cards: [Vec<String>; 2],
        /// Player 1's chance of winning.
        chance: Fraction,
    },
}

impl fmt::Display for CardReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sure { winner, card } => {
                write!(f, "Player {winner}'s card {card} keeps a sure win, whatever the other plays.")
            }
            Self::Open { cards: [one, two], chance } => write!(
                f,
                "Player 1 {}, Player 2 {}: Player 1's chance is {}.",
                Plays(one),
                Plays(two),
                share(chance)
            ),
        }
    }
}

/// More cards than this are not listed.
const MOST: usize = 6;

/// `plays 3`, `mixes 1, 2 and 4`, or `mixes 8 cards`.
struct Plays<'a>(&'a [String]);

impl fmt::Display for Plays<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [card] => write!(f, "plays {card}"),
            cards if cards.len() > MOST => write!(f, "mixes {} cards", cards.len()),
            cards => write!(f, "mixes {}", list(cards)),
        }
    }
}
