//! A player's name, cleaned once.

use std::fmt;

use numberline_rules::Seat;

use crate::clean::is_hostile;

/// A name that is safe to show: 1 to 32 characters, no control or direction characters, single spaces.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(String);

/// Why a text is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// It has no visible characters.
    #[error("a name needs at least one visible character")]
    Empty,
    /// It is longer than a name may be.
    #[error("a name has at most {} characters", Name::LONGEST)]
    TooLong,
    /// The other player has it.
    #[error("the two players need different names")]
    Taken,
}

impl Name {
    /// How many characters a name has at most.
    pub const LONGEST: usize = 32;

    /// Takes a text without the characters that must not be shown.
    pub fn new(text: &str) -> Result<Self, NameError> {
        let visible: String = text
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c })
            .filter(|c| !is_hostile(*c))
            .collect();
        let name = visible.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        match name.chars().count() {
            0 => Err(NameError::Empty),
            1..=Self::LONGEST => Ok(Self(name)),
            _ => Err(NameError::TooLong),
        }
    }

    /// `Player 1` or `Player 2`, as the rule books say.
    #[must_use]
    pub fn of_seat(seat: Seat) -> Self {
        Self(format!("Player {seat}"))
    }

    /// Both seats as the rule books call them.
    #[must_use]
    pub fn of_both_seats() -> [Self; 2] {
        Seat::BOTH.map(Self::of_seat)
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
