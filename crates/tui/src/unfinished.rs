//! The game that was left unfinished.

use serde::{Deserialize, Serialize};

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
