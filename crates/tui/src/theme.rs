//! The themes: which part of the screen has which colours.

mod palette;
#[cfg(test)]
mod tests;

use numberline_rules::Seat;
use numberline_table::Outcome;
use ratatui::style::{Modifier, Style};

use palette::Ink;

/// A part of the screen with its own style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Background text.
    Faint,
    /// Emphasised text.
    Strong,
    /// Guides for the eye: keys, headings.
    Accent,
    /// Frames.
    Border,
    /// The selected item of a list.
    Selected,
    /// The cells or the card that is pointed at.
    Cursor,
    /// What a move would change.
    Preview,
    /// What the last move changed.
    Last,
    /// A cell that can be pointed at.
    Legal,
    /// What a seat owns.
    Seat(Seat),
    /// The piece that both seats move.
    Shared,
    /// A cell that is out of the game.
    Gone,
    /// A value.
    Outcome(Outcome),
    /// Warnings.
    Warning,
}

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Depth {
    /// None: only bold, underlined and reversed.
    None,
    /// The sixteen that every terminal names.
    #[strum(serialize = "16")]
    Sixteen,
    /// A table of 256.
    #[strum(serialize = "256")]
    Table,
    /// All of them.
    True,
}

/// The themes.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Debug,
    Default,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum ThemeName {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// The highest contrast.
    Contrast,
    /// Colours that are distinct in every kind of colour vision.
    Safe,
    /// No colours at all, whatever the terminal has.
    Mono,
}

impl ThemeName {
    /// All of them, in the order in which they are shown.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;
    /// Their names.
    pub const WORDS: &'static [&'static str] = <Self as strum::VariantNames>::VARIANTS;

    /// A description of the theme.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            Self::Dark => "Light on dark.",
            Self::Light => "Dark on light.",
            Self::Contrast => "The highest contrast.",
            Self::Safe => "Colours that are distinct in every kind of colour vision.",
            Self::Mono => "No colours at all; the terminal's own background.",
        }
    }
}

/// A theme at a depth of colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    name: ThemeName,
    depth: Depth,
}

impl Theme {
    /// A theme on a terminal with this many colours.
    #[must_use]
    pub fn new(name: ThemeName, depth: Depth) -> Self {
        Self { name, depth }
    }

    /// The dark theme.
    #[must_use]
    pub fn dark(depth: Depth) -> Self {
        Self::new(ThemeName::Dark, depth)
    }

    /// The style of a part of the screen.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        let column = match self.name {
            ThemeName::Mono => None,
            name => Some(name as usize),
        };
        let colour = |ink: Ink| ink.at(column?, self.depth);
        match colour(Ink::of(role)) {
            Some(ink) => Style { fg: Some(ink), bg: Ink::behind(role).and_then(colour), ..accentuated(role) },
            None => uncoloured(role),
        }
    }
}

/// How a role stands out beyond its colours.
fn accentuated(role: Role) -> Style {
    match role {
        Role::Preview => Style::new().add_modifier(Modifier::UNDERLINED),
        Role::Strong
        | Role::Accent
        | Role::Selected
        | Role::Cursor
        | Role::Last
        | Role::Seat(_)
        | Role::Shared
        | Role::Outcome(Outcome::Win)
        | Role::Warning => Style::new().add_modifier(Modifier::BOLD),
        _ => Style::new(),
    }
}

/// What can be done without any colour. The terminal's own background stays.
fn uncoloured(role: Role) -> Style {
    match role {
        Role::Faint | Role::Gone => Style::new().add_modifier(Modifier::DIM),
        Role::Selected => Style::new().add_modifier(Modifier::REVERSED),
        Role::Cursor => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
        role => accentuated(role),
    }
}
