//! A variant is described by parameters, so that every front end can list, read and check them the same way.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::text::number;

/// One number or word that a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// As `--set` takes it.
    pub name: &'static str,
    /// What it changes, in one line.
    pub help: &'static str,
    /// What is said of a variant in which it differs from the book; `{}` stands for the number.
    pub differs: &'static str,
    /// Which values there are, and the book's.
    pub domain: Domain,
}

/// The values a parameter may have, and the one in the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A whole number from `min` to `max`.
    Number {
        /// The book's value.
        book: u64,
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
    },
    /// `yes` or `no`.
    YesNo {
        /// The book's value.
        book: bool,
    },
    /// One of a few words; the first is the book's.
    Word(&'static [&'static str]),
}

impl Domain {
    /// The value in the rule book.
    #[must_use]
    pub fn book(&self) -> SettingValue {
        match *self {
            Self::Number { book, .. } => SettingValue::Number(book),
            Self::YesNo { book } => SettingValue::Flag(book),
            Self::Word(words) => SettingValue::Word(words.first().copied().unwrap_or_default()),
        }
    }

    fn read(&self, text: &str) -> Option<SettingValue> {
        match *self {
            Self::Number { min, max, .. } => {
                number(text).filter(|value| (min..=max).contains(value)).map(SettingValue::Number)
            }
            Self::YesNo { .. } => match text {
                "yes" => Some(SettingValue::Flag(true)),
                "no" => Some(SettingValue::Flag(false)),
                _ => None,
            },
            Self::Word(words) => {
                words.iter().find(|word| **word == text).map(|word| SettingValue::Word(word))
            }
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { min, max, .. } => write!(f, "{min} to {max}"),
            Self::YesNo { .. } => f.write_str("yes or no"),
            Self::Word(words) => f.write_str(&words.join(" or ")),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SettingValue {
    /// A whole number.
    Number(u64),
    /// `yes` or `no`.
    Flag(bool),
    /// One of the words of the parameter.
    Word(&'static str),
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Flag(true) => f.write_str("yes"),
            Self::Flag(false) => f.write_str("no"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// A value for each parameter of a game, each within its range. Written `length=10 misere=no`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    rows: Vec<(&'static Parameter, SettingValue)>,
}

impl Settings {
    /// The values in the rule book.
    #[must_use]
    pub fn book(parameters: &'static [Parameter]) -> Self {
        Self { rows: parameters.iter().map(|parameter| (parameter, parameter.domain.book())).collect() }
    }

    /// The parameters with their values, in the game's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, SettingValue)> + '_ {
        self.rows.iter().copied()
    }

    /// Reads and checks `name=value`, and says which parameter that was.
    pub fn assign(&mut self, setting: &str) -> Result<&'static str, SettingError> {
        let no_value = || SettingError::NoValue { setting: excerpt(setting) };
        let (name, value) = setting.split_once('=').ok_or_else(no_value)?;
        self.set(name.trim(), value)
    }

    /// Reads and checks several of the form `name=value`, each parameter at most once, and says which they were.
    pub fn assign_all<'a>(
        &mut self,
        settings: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<&'static str>, SettingError> {
        let mut named = Vec::new();
        for setting in settings {
            let name = self.assign(setting)?;
            if named.contains(&name) {
                return Err(SettingError::Twice { name });
            }
            named.push(name);
        }
        Ok(named)
    }

    /// Reads and checks one value, and says which parameter that was.
    pub fn set(&mut self, name: &str, text: &str) -> Result<&'static str, SettingError> {
        let known = || self.rows.iter().map(|(parameter, _)| parameter.name).collect::<Vec<_>>().join(", ");
        let unknown = || SettingError::Unknown { name: excerpt(name), known: known() };
        let (parameter, _) = self.iter().find(|(parameter, _)| parameter.name == name).ok_or_else(unknown)?;
        let value = parameter
            .domain
            .read(text.trim())
            .ok_or_else(|| SettingError::out_of_range(parameter.name, &excerpt(text), &parameter.domain))?;
        self.put(name, value);
        Ok(parameter.name)
    }

    /// The same settings with one value put in by the game's own code; a name the game does not have is ignored.
    #[must_use]
    pub fn with(mut self, name: &str, value: SettingValue) -> Self {
        self.put(name, value);
        self
    }

    /// The value of a parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<SettingValue> {
        self.iter().find(|(parameter, _)| parameter.name == name).map(|(_, value)| value)
    }

    /// The value of a number.
    pub fn number(&self, name: &'static str) -> Result<u64, SettingError> {
        match self.get(name) {
            Some(SettingValue::Number(number)) => Ok(number),
            _ => Err(self.missing(name)),
        }
    }

    /// The value of a number whose range fits a smaller type.
    pub fn small<T: TryFrom<u64>>(&self, name: &'static str) -> Result<T, SettingError> {
        T::try_from(self.number(name)?).map_err(|_| self.missing(name))
    }

    /// The value of a yes-or-no parameter.
    pub fn flag(&self, name: &'static str) -> Result<bool, SettingError> {
        match self.get(name) {
            Some(SettingValue::Flag(flag)) => Ok(flag),
            _ => Err(self.missing(name)),
        }
    }

    /// The value of a parameter that is one of a few words.
    pub fn word(&self, name: &'static str) -> Result<&'static str, SettingError> {
        match self.get(name) {
            Some(SettingValue::Word(word)) => Ok(word),
            _ => Err(self.missing(name)),
        }
    }

    fn put(&mut self, name: &str, new: SettingValue) {
        for (parameter, value) in &mut self.rows {
            if parameter.name == name {
                *value = new;
            }
        }
    }

    fn missing(&self, name: &str) -> SettingError {
        SettingError::Unknown { name: name.to_owned(), known: self.to_string() }
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (parameter, value)) in self.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{}={value}", parameter.name)?;
        }
        Ok(())
    }
}

/// A parameter that the game does not have, or a value that it may not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// The text is not of the form `name=value`.
    NoValue {
        /// The text.
        setting: String,
    },
    /// The parameter was given two values.
    Twice {
        /// The parameter.
        name: &'static str,
    },
    /// The game has no parameter of that name.
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The value is not among those allowed.
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value that was asked for.
        value: String,
        /// What is allowed.
        range: String,
    },
}

impl SettingError {
    pub(crate) fn out_of_range(
        name: &'static str,
        value: &dyn fmt::Display,
        range: &dyn fmt::Display,
    ) -> Self {
        Self::OutOfRange { name, value: value.to_string(), range: range.to_string() }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue { setting } => write!(f, "'{setting}' is not a setting; write it as name=value"),
            Self::Twice { name } => write!(f, "{name} is set twice"),
            Self::Unknown { name, known } => {
                write!(f, "there is no parameter '{name}'; the game has {known}")
            }
            Self::OutOfRange { name, value, range } => write!(f, "{name} is '{value}', but must be {range}"),
        }
    }
}

impl core::error::Error for SettingError {}

/// The numbers a game is played with, validated. The default is the book's.
pub trait Variant: Clone + Eq + Hash + fmt::Debug + Default + Send + Sync + 'static {
    /// The parameters, in the order in which they are shown.
    const PARAMETERS: &'static [Parameter];

    /// Adjusts parameters that were not `named` to values that fit those that were.
    #[must_use]
    fn fitted(settings: Settings, _named: &[&str]) -> Settings {
        settings
    }

    /// Takes settings, and checks the constraints between parameters.
    fn read(settings: &Settings) -> Result<Self, SettingError>;

    /// The same numbers as settings.
    fn settings(&self) -> Settings;
}

/// The beginning of typed text, short enough for a message.
fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
