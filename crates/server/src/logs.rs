//! The log: what happens to the server, never what a player does in a game.
//!
//! No key, move, name or query is ever logged. A request is logged by its route pattern.

use tracing::Level;
use tracing::subscriber::set_global_default;
use tracing_subscriber::fmt;

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Log {
    /// For people.
    Text,
    /// For programs, a JSON object on each line.
    Json,
    /// No log.
    Off,
}

impl Log {
    /// Writes the log of the whole process to standard error from now on. The first call wins.
    pub(crate) fn begin(self) {
        match self {
            Self::Text => {
                let text = fmt().with_max_level(Level::INFO).with_target(false).with_ansi(false);
                let _ = set_global_default(text.with_writer(std::io::stderr).finish());
            }
            Self::Json => {
                let json = fmt().with_max_level(Level::INFO).with_target(false).json().flatten_event(true);
                let _ = set_global_default(json.with_writer(std::io::stderr).finish());
            }
            Self::Off => {}
        }
    }
}
