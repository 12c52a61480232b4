//! The two places at the table.

use core::fmt;
use core::str::FromStr;

/// Player 1 or Player 2. Written `1` and `2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// Player 1.
    One,
    /// Player 2.
    Two,
}

impl Seat {
    /// Both seats in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The opponent's seat.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// The one of two values that belongs to this seat.
    pub fn of<T>(self, pair: &[T; 2]) -> &T {
        let [one, two] = pair;
        match self {
            Self::One => one,
            Self::Two => two,
        }
    }

    /// The one of two values that belongs to this seat, to be changed.
    pub fn of_mut<T>(self, pair: &mut [T; 2]) -> &mut T {
        let [one, two] = pair;
        match self {
            Self::One => one,
            Self::Two => two,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The text was neither `1` nor `2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSeatError;

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seat is 1 or 2")
    }
}

impl core::error::Error for ParseSeatError {}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        match text {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            _ => Err(ParseSeatError),
        }
    }
}
