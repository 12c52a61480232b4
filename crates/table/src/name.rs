//! A player's name, cleaned once.

use std::fmt;

use numberline_rules::Seat;

use crate::Player;
use crate::clean::{AS_EMOJI, JOINER, cleaned};

/// A name that is safe to show: 1 to 32 characters, no control or direction characters, single spaces, and nothing
/// invisible but what holds an emoji together.
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
    /// It would pass for a computer's.
    #[error("computer players have that name; a person needs another one")]
    Computer,
    /// The other player has it.
    #[error("the two players need different names")]
    Taken,
}

impl Name {
    /// How many characters a name has at most.
    pub const LONGEST: usize = 32;

    /// Takes a text without the characters that must not be shown.
    pub fn new(text: &str) -> Result<Self, NameError> {
        let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let name = cleaned(&spaced).split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        match name.chars().count() {
            0 => Err(NameError::Empty),
            1..=Self::LONGEST => Ok(Self(name)),
            _ => Err(NameError::TooLong),
        }
    }

    /// The name of a person, which must not pass for a computer's.
    pub fn of_person(text: &str) -> Result<Self, NameError> {
        let name = Self::new(text)?;
        if name.is_like_a_computer() { Err(NameError::Computer) } else { Ok(name) }
    }

    /// Whether it is the name of a computer player, whatever its case, spaces and marks are, also with a number as two
    /// computers of a kind have them.
    fn is_like_a_computer(&self) -> bool {
        let letters =
            |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let called = letters(&self.0);
        let kind = called.trim_end_matches(char::is_numeric);
        let known =
            |player: Player| [player.title(), player.to_string()].iter().any(|name| letters(name) == kind);
        called.starts_with("computer") || Player::all().into_iter().any(known)
    }

    /// Whether the two look alike, because no more than invisible characters tells them apart.
    #[must_use]
    pub fn looks_like(&self, other: &Self) -> bool {
        let visible = |name: &Self| name.0.replace([JOINER, AS_EMOJI], "");
        visible(self) == visible(other)
    }

    /// `Player 1` or `Player 2`, as the rule books say.
    #[must_use]
    pub fn of_seat(seat: Seat) -> Self {
        Self(format!("Player {seat}"))
    }

    /// Whether it is what a player without a name is called, in one seat or the other.
    #[must_use]
    pub fn is_of_a_seat(&self) -> bool {
        Self::of_both_seats().iter().any(|seat| seat.0.eq_ignore_ascii_case(&self.0))
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    #[test]
    fn emoji_stay_whole_and_make_no_two_names_that_look_alike() {
        let [family, apart] = ["👨\u{200D}👩\u{200D}👧", "👨👩👧"].map(|text| Name::new(text).unwrap());
        assert_eq!(family.as_str(), "👨\u{200D}👩\u{200D}👧");
        assert!(family != apart && family.looks_like(&apart));
        assert!(!family.looks_like(&Name::new("👨👩").unwrap()));
        assert_eq!(Name::new("A\u{200D}da"), Name::new("Ada"));
        assert_eq!(Name::new("\u{200D}\u{FE0F}"), Err(NameError::Empty));
        assert_eq!(Name::of_person("Com\u{200D}puter"), Err(NameError::Computer));
        assert_eq!(Name::new(family.as_str()), Ok(family));
    }

    #[test]
    fn a_person_is_not_called_like_a_computer() {
        let like = [
            "Computer",
            "computer",
            " COMPUTER ",
            "Com-puter",
            "Computer 2",
            "computer:perfect",
            "mirror",
            "MIRROR 1",
        ];
        let like = like.map(str::to_owned).into_iter();
        for text in like.chain(Player::all().iter().flat_map(|player| [player.title(), player.to_string()])) {
            assert_eq!(Name::of_person(&text), Err(NameError::Computer), "{text}");
            assert!(Name::new(&text).is_ok(), "{text} is a name all the same");
        }
        for text in ["Ada", "Ada 2", "Mirrorball", "Player 1", "7", "計算機", "Human"] {
            assert_eq!(Name::of_person(text), Name::new(text), "{text}");
        }
    }
}
