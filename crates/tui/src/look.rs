//! How things look: the theme, the symbols, and whether anything moves.

use ratatui::style::Style;
use serde::{Deserialize, Serialize};

use crate::{Role, Theme};

/// How things look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// The symbols.
    pub symbols: Symbols,
    /// Whether anything moves.
    pub motion: bool,
}

/// Which symbols the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbols {
    /// Lines, arrows and dots.
    #[default]
    Unicode,
    /// Nothing beyond ASCII.
    Ascii,
}

impl Look {
    /// The style of a part of the screen.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// One of two texts: the first if the terminal can show it.
    #[must_use]
    pub fn symbol(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.symbols {
            Symbols::Unicode => unicode,
            Symbols::Ascii => ascii,
        }
    }
}
