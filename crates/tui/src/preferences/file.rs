//! The preferences as a file: limited in size, written atomically, never over a file that cannot be read.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use numberline_table::{Name, Player, clean, write_atomically};
use toml::Value;
use toml::de::{DeTable, DeValue};

use super::{Preferences, Setting};
use crate::Environment;

/// The largest preferences file that is read, in bytes.
const LARGEST: u64 = 1 << 16;

/// The comment above the settings.
const HEAD: &str =
    "# The settings of numberline. The program rewrites this file when you change a setting on its screen.\n";

/// The players' names, and who they were: not settings, but kept with them.
const NAMES: &str = "names";
const PLAYERS: &str = "players";

/// Why preferences cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PreferencesError {
    /// A line cannot be read.
    #[error("{}, line {line}: {reason}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it, and what is allowed.
        reason: String,
    },
    /// It is larger than any preferences file.
    #[error("{} is larger than {LARGEST} bytes, which is too large for settings", .0.display())]
    TooLarge(PathBuf),
    /// The system refused to read it.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Read(PathBuf, io::Error),
    /// The system refused to write it.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
}

impl Preferences {
    /// Reads the preferences. If that fails, the defaults apply, and the error says why.
    #[must_use]
    pub fn load(here: &Environment) -> (Self, Option<PreferencesError>) {
        let usual = || Self { here: here.clone(), ..Self::default() };
        match here.config.as_deref().map_or_else(|| Ok(usual()), |file| read(file, usual())) {
            Ok(preferences) => (preferences, None),
            Err(error) => (usual(), Some(error)),
        }
    }

    /// Saves the preferences, without command-line overrides. A file that cannot be read is not overwritten.
    pub fn save(&self) -> Result<(), PreferencesError> {
        let Some(file) = self.path() else { return Ok(()) };
        // It may hold the player's own edits, with one typing error.
        read(file, Self::default())?;
        let failed = |error| PreferencesError::Write(file.clone(), error);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        write_atomically(file, self.text().as_bytes()).map_err(failed)
    }

    fn text(&self) -> String {
        let words = self.chosen.iter().map(|(setting, word)| {
            let value = match *word {
                "on" => Value::Boolean(true),
                "off" => Value::Boolean(false),
                word => word.into(),
            };
            (setting.name(), value)
        });
        let names = self.names.as_ref().map(|names| names.each_ref().map(Name::as_str));
        let names = names.map(|names| (NAMES, names.to_vec().into()));
        let lines = words.chain(names).chain([(PLAYERS, self.seats.to_vec().into())]);
        let lines = lines.map(|(name, value): (&str, Value)| format!("{name} = {value}\n"));
        HEAD.to_owned() + &lines.collect::<String>()
    }

    /// Applies a line of a file, or says what is wrong with it.
    fn take(&mut self, name: &str, value: &DeValue<'_>) -> Result<(), String> {
        match (Setting::from_str(name), name) {
            (Ok(setting), _) => {
                let word = match value {
                    DeValue::Boolean(on) => setting.read(if *on { "on" } else { "off" }),
                    DeValue::String(word) => setting.read(word),
                    other => setting.read(other.type_str()),
                };
                self.chosen.insert(setting, word.map_err(|error| error.to_string())?);
            }
            (Err(_), NAMES) => {
                let [one, two] = pair(value)?.map(|name| Name::new(name).map_err(|error| error.to_string()));
                self.names = Some([one?, two?]);
            }
            (Err(_), PLAYERS) => {
                let players = pair(value)?;
                for player in players.iter().filter(|player| **player != "human") {
                    player.parse::<Player>().map_err(|error| error.to_string())?;
                }
                self.seats = players.map(str::to_owned);
            }
            (Err(_), _) => {
                let known = Setting::ALL.iter().map(|setting| setting.name());
                let known = known.chain([NAMES, PLAYERS]).map(|name| format!("`{name}`"));
                let known = known.collect::<Vec<_>>().join(", ");
                return Err(format!("unknown field `{name}`, expected one of {known}"));
            }
        }
        Ok(())
    }
}

/// Two texts.
fn pair<'a>(value: &'a DeValue<'_>) -> Result<[&'a str; 2], String> {
    let texts = value.as_array().map(|array| array.iter().map(|text| text.get_ref().as_str()));
    match texts.map(Iterator::collect::<Vec<_>>).as_deref() {
        Some([Some(one), Some(two)]) => Ok([*one, *two]),
        _ => Err("two texts are needed, such as [\"one\", \"two\"]".to_owned()),
    }
}

/// The preferences with the file's values; unchanged if there is no such file.
fn read(file: &Path, mut preferences: Preferences) -> Result<Preferences, PreferencesError> {
    let failed = |error| PreferencesError::Read(file.to_owned(), error);
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(preferences),
        Err(error) => return Err(failed(error)),
        // Checked before it is opened: opening a pipe would block until another program writes to it.
        Ok(about) if !about.is_file() => return Err(failed(io::Error::other("it is not a file"))),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(failed)?;
    opened.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(PreferencesError::TooLarge(file.to_owned()));
    }
    let unreadable = |place: usize, reason: &str| PreferencesError::Unreadable {
        file: file.to_owned(),
        line: bytes.iter().take(place).filter(|byte| **byte == b'\n').count() + 1,
        reason: clean(reason.trim_end()).into_owned(),
    };
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| unreadable(error.valid_up_to(), "this is not UTF-8 text"))?;
    let table = DeTable::parse(text).map_err(|error| {
        unreadable(error.span().map_or(0, |span| span.start), &error.message().replace('\n', " "))
    })?;
    for (name, value) in table.get_ref() {
        let taken = preferences.take(name.get_ref(), value.get_ref());
        taken.map_err(|reason| unreadable(name.span().start, &reason))?;
    }
    Ok(preferences)
}
