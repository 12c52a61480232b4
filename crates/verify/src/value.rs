//! The value that a certificate claims for a position.

use core::fmt;

use dashu_ratio::RBig;
use numberline_rules::Seat;

/// What a position is worth when both seats play perfectly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertifiedValue {
    /// A seat wins, and the game lasts this many plies when the winner hurries and the loser delays.
    Wins {
        /// Who wins.
        winner: Seat,
        /// The plies to the end.
        plies: u32,
    },
    /// Neither seat can force an end.
    Draw,
    /// A seat wins in a sum of runs where the last move wins.
    Nimber {
        /// Who wins.
        winner: Seat,
        /// The nimber of the position: 0 exactly if the seat to move loses.
        nimber: u64,
    },
    /// Player 1's chance of winning, a fraction in lowest terms.
    Chance(RBig),
}

impl CertifiedValue {
    /// Reads exactly what the value is written as.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.splitn(6, ' ').collect();
        match words.as_slice() {
            ["draw"] => Some(Self::Draw),
            [winner, "wins", "in", plies] => {
                Some(Self::Wins { winner: winner.parse().ok()?, plies: number(plies)?.try_into().ok()? })
            }
            [winner, "wins", "with", "nimber", nimber] => {
                Some(Self::Nimber { winner: winner.parse().ok()?, nimber: number(nimber)? })
            }
            ["1", "wins", "with", "chance", chance] => fraction(chance).map(Self::Chance),
            _ => None,
        }
    }
}

impl fmt::Display for CertifiedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins { winner, plies } => write!(f, "{winner} wins in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Nimber { winner, nimber } => write!(f, "{winner} wins with nimber {nimber}"),
            Self::Chance(chance) => write!(f, "1 wins with chance {chance}"),
        }
    }
}

/// A whole number of at most 9 digits, in canonical form.
pub(crate) fn number(text: &str) -> Option<u64> {
    if is_whole(text) && text.len() <= 9 { text.parse().ok() } else { None }
}

/// A fraction from 0 to 1, written in lowest terms: `0`, `1/3`, `1`.
pub(crate) fn fraction(text: &str) -> Option<RBig> {
    let plain = match text.split_once('/') {
        Some((above, below)) => is_whole(above) && is_whole(below) && above != "0" && below != "0",
        None => is_whole(text),
    };
    let fraction: RBig = if plain { text.parse().ok()? } else { return None };
    (fraction <= RBig::ONE && fraction.to_string() == text).then_some(fraction)
}

/// Digits without a leading zero.
fn is_whole(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
        && !text.is_empty()
}
