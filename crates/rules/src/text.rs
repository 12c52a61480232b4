//! The common parts of the texts of moves and positions: bounded numbers, and errors that say what was expected. And numbers of
//! the line in sentences.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::{Seat, SettingError};

/// The text is not a move of this game, whatever the position. Says what would be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    /// How a move is written, such as "one number or two neighbours". Examples are added where it is known what is legal.
    pub expected: &'static str,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Type {}.", self.expected)
    }
}

impl core::error::Error for ParseMoveError {}

/// The text is not a position of this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsePositionError {
    /// The text does not have the shape of a position.
    Shape {
        /// How a position is written.
        expected: &'static str,
    },
    /// The shape is right, but no such position can exist; the reason is a whole sentence.
    Impossible(String),
    /// The position needs a variant that is out of range.
    Setting(SettingError),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { expected } => write!(f, "A position of this game is written {expected}."),
            Self::Impossible(reason) => f.write_str(reason),
            Self::Setting(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParsePositionError {}

impl From<SettingError> for ParsePositionError {
    fn from(error: SettingError) -> Self {
        Self::Setting(error)
    }
}

/// What stands before a number below zero for people to read. What is typed has a hyphen instead.
pub const MINUS: char = '−';

/// A number of the line as people read it: `−4`.
#[must_use]
pub fn numeral(number: i64) -> String {
    if number < 0 { format!("{MINUS}{}", number.unsigned_abs()) } else { number.to_string() }
}

/// The same on a line that has negative numbers, where others have a sign too: `+4`.
#[must_use]
pub fn signed_numeral(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { numeral(number) }
}

/// Reads a plain run of at most 19 digits: no sign, no space, nothing that could overflow.
pub(crate) fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.len() <= 19 && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// Splits off the seat to move, which ends most position texts.
pub(crate) fn split_mover(text: &str) -> Option<(&str, Seat)> {
    let (rest, mover) = text.trim().rsplit_once(char::is_whitespace)?;
    Some((rest.trim_end(), mover.parse().ok()?))
}

/// The allowed distances, in words: `1 position`, `1 or 2 positions`, `1 to 3 positions`.
pub(crate) struct UpTo(pub(crate) u16);

impl fmt::Display for UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 position"),
            2 => f.write_str("1 or 2 positions"),
            longest => write!(f, "1 to {longest} positions"),
        }
    }
}
