//! The game that was left unfinished, kept in a file of its own until it is gone on with.

use std::fs;
use std::io::{self, Read};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use numberline_history::Home;
use numberline_table::{Limits, Record, clean, read_records, write_atomically};
use serde::{Deserialize, Serialize};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 4 << 20;

/// A game that was left unfinished, with who plays it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// Who sits where, as the options `--p1` and `--p2` say it.
    pub players: [String; 2],
    /// Whether the coach warns.
    pub coach: bool,
    /// The invalid attempt in a row that forfeits the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_invalid: Option<NonZeroU32>,
    /// How many plies the match may have before it is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<NonZeroU32>,
    /// The records of the finished rounds, and last the one that goes on.
    pub records: String,
}

impl Unfinished {
    /// What the players agreed on beyond the rules.
    pub(crate) fn limits(&self) -> Limits {
        Limits { max_invalid: self.max_invalid, max_turns: self.max_turns }
    }

    /// The record of the match that goes on.
    pub(crate) fn record(&self) -> Result<Record, String> {
        let records = read_records(&self.records).map_err(|error| error.to_string())?;
        let last = records.into_iter().next_back().filter(|record| record.ending().is_none());
        last.ok_or_else(|| "there is no unfinished game in it".to_owned())
    }

    /// Writes it down, in place of the one that was written down before.
    pub(crate) fn remember(&self, home: &Home) -> Result<(), String> {
        let file = home.unfinished();
        let failed = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", file.display());
        let text = toml::to_string(self).map_err(|error| failed(&error))?;
        fs::create_dir_all(home.folder()).map_err(|error| failed(&error))?;
        write_atomically(&file, text.as_bytes()).map_err(|error| failed(&error))
    }

    /// The game that was written down, if there is one. A file that cannot be read is put aside, not thrown away.
    pub(crate) fn recall(home: &Home) -> Result<Option<Box<Self>>, String> {
        let file = home.unfinished();
        let text = match read(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() != io::ErrorKind::InvalidData => {
                return Err(format!("cannot read {}: {error}", file.display()));
            }
            Err(error) => return Err(put_aside(home, &error.to_string())),
        };
        let game = toml::from_str::<Self>(&text).map_err(|error| error.message().to_owned());
        match game.and_then(|game| game.record().map(|_| game)) {
            Ok(game) => Ok(Some(Box::new(game))),
            Err(reason) => Err(put_aside(home, &reason)),
        }
    }

    /// Removes what was written down.
    pub(crate) fn forget(home: &Home) -> Result<(), String> {
        let file = home.unfinished();
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(format!("cannot remove {}: {error}", file.display()))
            }
            _ => Ok(()),
        }
    }
}

/// The text of a file; what is no text, or too long for one, is invalid data.
fn read(file: &Path) -> io::Result<String> {
    let invalid = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason.to_owned());
    // Looked at before it is opened: opening a pipe would wait for somebody to write to it.
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(invalid("it is too large for a game"));
    }
    String::from_utf8(bytes).map_err(|_| invalid("it is not UTF-8 text"))
}

/// Renames a file that cannot be read, and says so.
fn put_aside(home: &Home, reason: &str) -> String {
    let file = home.unfinished();
    let reason = clean(reason).into_owned();
    let names = (1..=99).map(|number| home.folder().join(format!("unfinished-damaged-{number}.toml")));
    let free: Option<PathBuf> = names.into_iter().find(|name| !name.exists());
    let moved = free.filter(|name| fs::rename(&file, name).is_ok());
    match moved {
        Some(name) => format!(
            "The unfinished game cannot be read: {reason}. Its file is kept as {}.",
            clean(&name.display().to_string())
        ),
        None => format!("The unfinished game in {} cannot be read: {reason}.", file.display()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

    use super::*;

    const RECORD: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n";

    fn game(records: &str) -> Unfinished {
        let players = ["human".to_owned(), "computer:3".to_owned()];
        Unfinished {
            players,
            coach: true,
            max_invalid: None,
            max_turns: NonZeroU32::new(7),
            records: records.to_owned(),
        }
    }

    #[test]
    fn a_game_is_remembered_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("new"));
        assert_eq!(Unfinished::recall(&home), Ok(None));
        let game = game(RECORD);
        game.remember(&home).unwrap();
        assert_eq!(Unfinished::recall(&home).unwrap(), Some(Box::new(game)));
        Unfinished::forget(&home).unwrap();
        Unfinished::forget(&home).unwrap();
        assert_eq!(Unfinished::recall(&home), Ok(None));
    }

    #[test]
    fn what_cannot_be_read_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path());
        let over = "[Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0\n";
        let finished = RECORD.replace("[Result \"*\"]\n[Ending \"unfinished\"]\n\n1. 3 2. 2 *\n", over);
        assert!(numberline_table::read_records(&finished).is_ok(), "only that it is over is wrong with it");
        let finished = toml::to_string(&game(&finished)).unwrap();
        let mut kept = 0;
        for bytes in [b"\xff".to_vec(), b"coach = 3".to_vec(), vec![b'x'; 5 << 20], finished.into_bytes()] {
            fs::write(home.unfinished(), &bytes).unwrap();
            let message = Unfinished::recall(&home).unwrap_err();
            kept += 1;
            let aside = folder.path().join(format!("unfinished-damaged-{kept}.toml"));
            assert!(message.contains(&aside.display().to_string()), "{message}");
            assert_eq!(fs::read(aside).unwrap(), bytes);
            assert_eq!(Unfinished::recall(&home), Ok(None), "nobody is told twice");
        }
    }
}
