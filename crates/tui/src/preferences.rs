//! What a person likes, kept in a file.

mod file;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use numberline_table::{Name, Player};

use crate::word::words;
use crate::{Depth, Environment, Look, Symbols, Theme, ThemeName};

pub use file::PreferencesError;

words! {
    /// How many colours are used.
    #[derive(Default)]
    pub enum DepthChoice {
        /// As many as the terminal seems to have.
        #[default]
        Auto = "auto",
        /// All of them.
        True = "true",
        /// A table of 256.
        Table = "256",
        /// The sixteen that every terminal names.
        Sixteen = "16",
        /// None.
        None = "none",
    }
}

words! {
    /// Which symbols are used.
    #[derive(Default)]
    pub enum SymbolsChoice {
        /// Those that the locale allows.
        #[default]
        Auto = "auto",
        /// Lines, arrows and dots.
        Unicode = "unicode",
        /// Nothing beyond ASCII.
        Ascii = "ascii",
    }
}

/// What a person likes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// The colours.
    pub theme: ThemeName,
    /// How many colours are used.
    pub depth: DepthChoice,
    /// Which symbols are used.
    pub symbols: SymbolsChoice,
    /// Whether anything moves.
    pub motion: bool,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether a new game has a coach who warns.
    pub coach: bool,
    /// Whether the coach shows nimbers.
    pub nimbers: bool,
    /// What the players were called last time.
    pub(crate) names: Option<[Name; 2]>,
    /// Who played last time: `human`, or the name of a computer player.
    pub(crate) seats: [String; 2],
    /// What the terminal and the system say about themselves.
    here: Environment,
    /// What the command line said instead of the file.
    given: Overrides,
    /// What the file said where the command line says something else.
    kept: Overrides,
}

/// What a command line says instead of the file. It is not written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// The colours.
    pub theme: Option<ThemeName>,
    /// How many colours are used.
    pub depth: Option<DepthChoice>,
    /// Which symbols are used.
    pub symbols: Option<SymbolsChoice>,
    /// Whether anything moves.
    pub motion: Option<bool>,
    /// Whether the mouse is listened to.
    pub mouse: Option<bool>,
    /// Whether a new game has a coach who warns.
    pub coach: Option<bool>,
    /// Whether the coach shows nimbers.
    pub nimbers: Option<bool>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemeName::Dark,
            depth: DepthChoice::Auto,
            symbols: SymbolsChoice::Auto,
            motion: true,
            mouse: true,
            coach: false,
            nimbers: false,
            names: None,
            seats: ["human".to_owned(), Player::USUAL.to_string()],
            here: Environment::default(),
            given: Overrides::default(),
            kept: Overrides::default(),
        }
    }
}

impl Preferences {
    /// How things look to somebody who likes it so.
    #[must_use]
    pub fn look(&self) -> Look {
        let depth = match self.depth {
            DepthChoice::Auto => self.here.depth,
            DepthChoice::True => Depth::True,
            DepthChoice::Table => Depth::Table,
            DepthChoice::Sixteen => Depth::Sixteen,
            DepthChoice::None => Depth::None,
        };
        let symbols = match self.symbols {
            SymbolsChoice::Auto => self.here.symbols,
            SymbolsChoice::Unicode => Symbols::Unicode,
            SymbolsChoice::Ascii => Symbols::Ascii,
        };
        Look { theme: Theme::new(self.theme, depth), symbols, motion: self.moves() }
    }

    /// The same, but for what the command line says.
    #[must_use]
    pub fn with(mut self, given: Overrides) -> Self {
        fn put<T: Copy>(value: &mut T, given: Option<T>, kept: &mut Option<T>) {
            if let Some(given) = given {
                *kept = Some(std::mem::replace(value, given));
            }
        }
        let kept = &mut self.kept;
        put(&mut self.theme, given.theme, &mut kept.theme);
        put(&mut self.depth, given.depth, &mut kept.depth);
        put(&mut self.symbols, given.symbols, &mut kept.symbols);
        put(&mut self.motion, given.motion, &mut kept.motion);
        put(&mut self.mouse, given.mouse, &mut kept.mouse);
        put(&mut self.coach, given.coach, &mut kept.coach);
        put(&mut self.nimbers, given.nimbers, &mut kept.nimbers);
        // Whoever asks for motion in so many words gets it.
        self.here.still &= given.motion != Some(true);
        self.given = given;
        self
    }

    /// Whether anything moves here and now.
    pub(crate) fn moves(&self) -> bool {
        self.motion && !self.here.still
    }

    /// Lets things move or not, whatever the environment says: a person has just asked for it.
    pub(crate) fn let_move(&mut self, motion: bool) {
        self.motion = motion;
        self.here.still = false;
    }

    /// What the environment says about itself.
    pub(crate) fn here(&self) -> &Environment {
        &self.here
    }

    /// Where they are kept.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.here.config.as_ref()
    }
}
