//! Why a trial could not run. A trial's findings are not errors but lines of its report.

use std::fmt;

/// Why a trial could not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble(String);

impl Trouble {
    /// With this message.
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// The same, prefixed with what was going on.
    #[must_use]
    pub fn during(self, what: &str) -> Self {
        Self(format!("{what}: {}", self.0))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<serde_json::Error> for Trouble {
    fn from(error: serde_json::Error) -> Self {
        Self(format!("not the JSON that was expected: {error}"))
    }
}

impl From<tokio::task::JoinError> for Trouble {
    fn from(error: tokio::task::JoinError) -> Self {
        Self(format!("a client failed: {error}"))
    }
}

impl From<tokio::time::error::Elapsed> for Trouble {
    fn from(_: tokio::time::error::Elapsed) -> Self {
        Self("took too long".into())
    }
}
