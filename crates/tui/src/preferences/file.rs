//! The preferences as a file: read only up to a size, written whole or not at all, never over what cannot be read.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use numberline_table::{Name, Player, clean, write_atomically};
use serde::{Deserialize, Serialize};

use super::{DepthChoice, Overrides, Preferences, SymbolsChoice};
use crate::{Environment, ThemeName};

/// The largest file of preferences that is read, in bytes.
const LARGEST: u64 = 1 << 16;

/// What stands above the settings.
const HEAD: &str =
    "# The settings of numberline. The program writes this file when a setting is changed on its screen.\n";

/// Why preferences cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PreferencesError {
    /// A line is not what preferences look like.
    #[error("{}, line {line}: {reason}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it, and what is allowed.
        reason: String,
    },
    /// It is larger than any file of preferences.
    #[error("{} is larger than {LARGEST} bytes, which is too large for settings", .0.display())]
    TooLarge(PathBuf),
    /// The system refused to let it be read.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Read(PathBuf, io::Error),
    /// The system refused to let it be written.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
}

/// The settings of a file. What is not there is as it always is.
#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Settings {
    theme: Option<ThemeName>,
    depth: Option<DepthChoice>,
    symbols: Option<SymbolsChoice>,
    motion: Option<bool>,
    mouse: Option<bool>,
    coach: Option<bool>,
    nimbers: Option<bool>,
    names: Option<[CheckedName; 2]>,
    players: Option<[CheckedPlayer; 2]>,
}

#[derive(Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct CheckedName(Name);

// What `serde` asks for by `into` it clones first.
impl Clone for CheckedName {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl TryFrom<String> for CheckedName {
    type Error = numberline_table::NameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Name::new(&text).map(Self)
    }
}

impl From<CheckedName> for String {
    fn from(name: CheckedName) -> Self {
        name.0.to_string()
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct CheckedPlayer(String);

impl TryFrom<String> for CheckedPlayer {
    type Error = numberline_table::NoSuchPlayer;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text != "human" {
            text.parse::<Player>()?;
        }
        Ok(Self(text))
    }
}

impl From<CheckedPlayer> for String {
    fn from(player: CheckedPlayer) -> Self {
        player.0
    }
}

impl Preferences {
    /// Reads the preferences. Where that fails they are as they always are, and the error says why.
    #[must_use]
    pub fn load(here: &Environment) -> (Self, Option<PreferencesError>) {
        let settings = here.config.as_deref().map_or(Ok(None), read);
        let (settings, error) = match settings {
            Ok(settings) => (settings.unwrap_or_default(), None),
            Err(error) => (Settings::default(), Some(error)),
        };
        let usual = Self::default();
        let preferences = Self {
            theme: settings.theme.unwrap_or(usual.theme),
            depth: settings.depth.unwrap_or(usual.depth),
            symbols: settings.symbols.unwrap_or(usual.symbols),
            motion: settings.motion.unwrap_or(usual.motion),
            mouse: settings.mouse.unwrap_or(usual.mouse),
            coach: settings.coach.unwrap_or(usual.coach),
            nimbers: settings.nimbers.unwrap_or(usual.nimbers),
            names: settings.names.map(|names| names.map(|name| name.0)),
            seats: settings.players.map_or(usual.seats, |players| players.map(|player| player.0)),
            here: here.clone(),
            given: Overrides::default(),
            kept: Overrides::default(),
        };
        (preferences, error)
    }

    /// Writes the preferences, but for what only the command line says. A file that cannot be read is left alone.
    pub fn save(&self) -> Result<(), PreferencesError> {
        let Some(file) = self.path() else { return Ok(()) };
        // Somebody's own work may be in it, with one slip of the finger.
        read(file)?;
        let failed = |error| PreferencesError::Write(file.clone(), error);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let text = toml::to_string(&self.settings()).map_err(|error| failed(io::Error::other(error)))?;
        write_atomically(file, format!("{HEAD}{text}").as_bytes()).map_err(failed)
    }

    fn settings(&self) -> Settings {
        /// What was given for this time only is not kept, unless it has been changed since.
        fn lasting<T: Copy + PartialEq>(now: T, given: Option<T>, kept: Option<T>) -> Option<T> {
            if given == Some(now) { kept.or(Some(now)) } else { Some(now) }
        }
        let (given, kept) = (&self.given, &self.kept);
        Settings {
            theme: lasting(self.theme, given.theme, kept.theme),
            depth: lasting(self.depth, given.depth, kept.depth),
            symbols: lasting(self.symbols, given.symbols, kept.symbols),
            motion: lasting(self.motion, given.motion, kept.motion),
            mouse: lasting(self.mouse, given.mouse, kept.mouse),
            coach: lasting(self.coach, given.coach, kept.coach),
            nimbers: lasting(self.nimbers, given.nimbers, kept.nimbers),
            names: self.names.clone().map(|names| names.map(CheckedName)),
            players: Some(self.seats.clone().map(CheckedPlayer)),
        }
    }
}

/// The settings of a file; none if there is no such file.
fn read(file: &Path) -> Result<Option<Settings>, PreferencesError> {
    let failed = |error| PreferencesError::Read(file.to_owned(), error);
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
        // Looked at before it is opened: opening a pipe would wait for somebody to write to it.
        Ok(about) if !about.is_file() => return Err(failed(io::Error::other("it is not a file"))),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(failed)?;
    opened.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(PreferencesError::TooLarge(file.to_owned()));
    }
    let unreadable = |bytes: &[u8], reason: &str| PreferencesError::Unreadable {
        file: file.to_owned(),
        line: bytes.iter().filter(|byte| **byte == b'\n').count() + 1,
        reason: clean(reason.trim_end()).into_owned(),
    };
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        unreadable(bytes.get(..error.valid_up_to()).unwrap_or_default(), "this is not UTF-8 text")
    })?;
    toml::from_str(text).map(Some).map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start);
        unreadable(bytes.get(..start).unwrap_or_default(), &error.message().replace('\n', " "))
    })
}
