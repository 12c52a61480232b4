//! The last message, in a line or two.

use crate::Role;

/// The last message; empty if there is none.
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) role: Role,
}

impl Default for Note {
    fn default() -> Self {
        Self::said("")
    }
}

impl Note {
    pub(crate) fn said(text: impl Into<String>) -> Self {
        Self { text: text.into(), role: Role::Text }
    }

    pub(crate) fn warning(text: impl Into<String>) -> Self {
        Self { text: text.into(), role: Role::Warning }
    }

    /// The result of writing a record to a file of this name.
    pub(crate) fn written(name: &str, written: &Result<(), String>) -> Self {
        match written {
            Ok(()) => Self::said(format!("Saved to {name}.")),
            Err(reason) => Self::warning(numberline_table::clean(reason)),
        }
    }
}
