//! Which record a command is about: a file, or a number of the history.

use std::fmt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use numberline_history::Home;
use numberline_table::{Record, counted, load, read_records};

use crate::Failure;

/// A file of records, or a game of the history by its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file. One whose name is a number is written with its folder: `./12`.
    File(PathBuf),
    /// A number of `numberline history`.
    Number(i64),
}

impl FromStr for Source {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        Ok(number.map_or_else(|| Self::File(text.into()), Self::Number))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "{}", file.display()),
            Self::Number(number) => write!(f, "game {number} of the history"),
        }
    }
}

impl Source {
    /// Whether there may be such a record: a number, or a file that exists.
    #[must_use]
    pub fn is_there(&self) -> bool {
        match self {
            Self::File(file) => file.exists(),
            Self::Number(_) => true,
        }
    }

    /// All records of it.
    pub fn records(&self) -> Result<Vec<Record>, Failure> {
        match self {
            Self::File(file) => load(file).map_err(Failure::failed),
            Self::Number(number) => {
                let text = Home::find().map_err(Failure::failed)?.record(*number).map_err(Failure::failed)?;
                read_records(&text).map_err(Failure::failed)
            }
        }
    }

    /// One record of it, and how many it holds.
    pub fn record(&self, number: NonZeroU32) -> Result<(Record, usize), Failure> {
        let records = self.records()?;
        let games = records.len();
        let place = usize::try_from(number.get() - 1).unwrap_or(usize::MAX);
        let record = records.into_iter().nth(place).ok_or_else(|| {
            Failure::Usage(format!("{self} holds {}, so there is no game {number}", counted(games, "game")))
        })?;
        Ok((record, games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_is_a_game_of_the_history() {
        for (text, source) in [
            ("12", Source::Number(12)),
            ("./12", Source::File("./12".into())),
            ("12.txt", Source::File("12.txt".into())),
            ("-1", Source::File("-1".into())),
            ("99999999999999999999", Source::File("99999999999999999999".into())),
        ] {
            assert_eq!(text.parse(), Ok(source), "{text}");
        }
    }
}
