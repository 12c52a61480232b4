//! What a person likes, kept in a file; and the game that was left unfinished.

use serde::{Deserialize, Serialize};

use crate::{Depth, Look, Symbols, Theme};

/// What a person likes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Preferences {
    /// Which symbols the terminal can show.
    pub symbols: Symbols,
    /// Whether anything moves.
    pub motion: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { symbols: Symbols::Unicode, motion: true }
    }
}

impl Preferences {
    /// How things look to somebody who likes it so.
    #[must_use]
    pub fn look(&self) -> Look {
        Look { theme: Theme::dark(Depth::None), symbols: self.symbols, motion: self.motion }
    }
}

/// Why preferences cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PreferencesError {
    /// The text is not what preferences look like.
    #[error("{0}")]
    Unreadable(#[from] toml::de::Error),
}

/// A game that was left unfinished, with who plays it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// Who sits where, as the options `--p1` and `--p2` say it.
    pub players: [String; 2],
    /// Whether the coach warns.
    pub coach: bool,
    /// The records of the finished rounds, and last the one that goes on.
    pub records: String,
}
