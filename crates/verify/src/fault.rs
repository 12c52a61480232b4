//! What is wrong with a certificate, and where.

use core::fmt;

/// The first line that does not hold, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, counted from 1.
    pub line: u64,
    /// Why it does not hold.
    pub reason: String,
}

impl Fault {
    pub(crate) fn new(line: u64, reason: String) -> Self {
        Self { line, reason }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for Fault {}

/// The beginning of a text from a file, short enough for a message.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
