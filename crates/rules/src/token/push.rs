//! A move of the token: how far, and which way.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use crate::ParseMoveError;
use crate::text::number;

/// Towards 1, or towards the other end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards 1.
    Left,
    /// Away from 1.
    Right,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

impl Direction {
    fn read(word: &str) -> Option<Self> {
        let is_any_of = |words: [&str; 3]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
        if is_any_of(["left", "l", "-"]) {
            Some(Self::Left)
        } else if is_any_of(["right", "r", "+"]) {
            Some(Self::Right)
        } else {
            None
        }
    }
}

/// How far to push the token, and which way. Written `2 right`.
///
/// It is kept as how far to the right, so that playing it is one addition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Push(pub(super) i32);

impl Push {
    /// A push of so many positions.
    #[must_use]
    pub fn new(distance: u16, direction: Direction) -> Self {
        let distance = i32::from(distance);
        Self(if direction == Direction::Left { -distance } else { distance })
    }

    /// How many positions.
    #[must_use]
    pub fn distance(self) -> u16 {
        self.0.unsigned_abs() as u16
    }

    /// Which way.
    #[must_use]
    pub fn direction(self) -> Direction {
        if self.0 < 0 { Direction::Left } else { Direction::Right }
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.distance(), self.direction())
    }
}

/// The shorter comes first, and then the one to the left.
impl Ord for Push {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.distance(), self.0).cmp(&(other.distance(), other.0))
    }
}

impl PartialOrd for Push {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for Push {
    type Err = ParseMoveError;

    /// Takes `2 right`, `right 2`, `2r`, `r2`, `+2` and `-2`.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let read = || {
            let text = text.trim();
            let digits = |c: char| c.is_ascii_digit();
            let from = text.find(digits)?;
            let until = text.rfind(digits)? + 1;
            let (before, after) = (text.get(..from)?.trim(), text.get(until..)?.trim());
            let word = match (before, after) {
                ("", "+" | "-") => return None,
                ("", word) | (word, "") => word,
                _ => return None,
            };
            let distance = u16::try_from(number(text.get(from..until)?)?).ok()?;
            Some(Self::new(distance, Direction::read(word)?))
        };
        read().ok_or(ParseMoveError { expected: "how far and which way" })
    }
}
