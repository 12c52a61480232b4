//! The player's preferences, kept in a file.

mod file;
mod setting;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::PathBuf;

use numberline_table::{Name, Player};

use crate::{Environment, Look, Theme, ThemeName};

pub use file::PreferencesError;
pub use setting::{About, NoSuchWordError, Setting};

/// The player's preferences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// What was chosen, on the screen or in the file.
    chosen: BTreeMap<Setting, &'static str>,
    /// What the command line overrides. It is not saved.
    given: BTreeMap<Setting, &'static str>,
    /// The players' names last time.
    pub(crate) names: Option<[Name; 2]>,
    /// Who played last time: `human`, or the name of a computer player.
    pub(crate) seats: [String; 2],
    /// What the terminal and the system report about themselves.
    here: Environment,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            chosen: Setting::ALL.iter().map(|setting| (*setting, setting.about().usual)).collect(),
            given: BTreeMap::new(),
            names: None,
            seats: ["human".to_owned(), Player::USUAL.to_string()],
            here: Environment::default(),
        }
    }
}

impl Preferences {
    /// The current value of a setting.
    #[must_use]
    pub fn word(&self, setting: Setting) -> &'static str {
        let word = self.given.get(&setting).or_else(|| self.chosen.get(&setting));
        match (setting, word.copied().unwrap_or(setting.about().usual)) {
            (Setting::Motion, _) if self.here.still => "off",
            (_, word) => word,
        }
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, setting: Setting) -> bool {
        self.word(setting) == "on"
    }

    /// The same preferences with a value from the command line, which is not saved.
    pub fn given(mut self, setting: Setting, word: &str) -> Result<Self, NoSuchWordError> {
        self.given.insert(setting, setting.read(word)?);
        // An explicit request for motion overrides the environment.
        self.here.still &= !(setting == Setting::Motion && word == "on");
        Ok(self)
    }

    /// How things look with these preferences.
    #[must_use]
    pub fn look(&self) -> Look {
        let depth = self.word(Setting::Depth).parse().unwrap_or(self.here.depth);
        let symbols = self.word(Setting::Symbols).parse().unwrap_or(self.here.symbols);
        Look { theme: Theme::new(self.theme(), depth), symbols, motion: self.is_on(Setting::Motion) }
    }

    fn theme(&self) -> ThemeName {
        self.word(Setting::Theme).parse().unwrap_or_default()
    }

    /// The current value of a setting, with what it amounts to here.
    pub(crate) fn shown(&self, setting: Setting) -> String {
        match (setting, self.word(setting)) {
            (Setting::Depth, "auto") => format!("auto ({})", self.here.depth),
            (Setting::Symbols, "auto") => format!("auto ({})", self.here.symbols),
            (_, word) => word.to_owned(),
        }
    }

    /// A sentence about a setting and its current value.
    pub(crate) fn sentence(&self, setting: Setting) -> String {
        match setting {
            Setting::Theme => self.theme().sentence().to_owned(),
            setting => format!("{}.", setting.about().help),
        }
    }

    /// Chooses a value, whatever the environment and the command line say: the player has just asked for it.
    pub(crate) fn choose(&mut self, setting: Setting, word: &'static str) {
        self.given.remove(&setting);
        self.chosen.insert(setting, word);
        self.here.still &= setting != Setting::Motion;
    }

    /// Chooses the value this many places after the current one, wrapping around.
    pub(crate) fn turn(&mut self, setting: Setting, by: isize) {
        let (words, now) = (setting.about().words, self.word(setting));
        let place = words.iter().position(|word| *word == now).unwrap_or(0);
        let turned = place.wrapping_add_signed(by.rem_euclid(words.len().max(1).cast_signed()));
        if let Some(word) = words.iter().cycle().nth(turned) {
            self.choose(setting, word);
        }
    }

    /// Where they are kept.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.here.config.as_ref()
    }
}
