//! The themes: which part of the screen has which colours.

mod palette;
#[cfg(test)]
mod tests;

use numberline_rules::Seat;
use numberline_table::Outcome;
use ratatui::style::{Modifier, Style};

use palette::{Ink, Palette};

/// A part of the screen that has a style of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// What one reads.
    Text,
    /// What stays in the background.
    Faint,
    /// What stands out.
    Strong,
    /// What guides the eye: keys, headings.
    Accent,
    /// Frames.
    Border,
    /// What is chosen in a list.
    Selected,
    /// The cells or the card that one points at.
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
    /// What went wrong.
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

/// The themes there are.
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
    /// As far apart as colours can be.
    Contrast,
    /// Colours that everybody can tell apart.
    Safe,
    /// No colours at all, whatever the terminal has.
    Mono,
}

impl ThemeName {
    /// All of them, in the order in which they are shown.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;
    /// What they are called.
    pub const WORDS: &'static [&'static str] = <Self as strum::VariantNames>::VARIANTS;

    /// What a theme is like.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            Self::Dark => "Light on dark.",
            Self::Light => "Dark on light.",
            Self::Contrast => "As far apart as colours can be.",
            Self::Safe => "Colours that everybody can tell apart.",
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
    /// A theme on a terminal with so many colours.
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
        match Palette::of(self.name) {
            Some(palette) if self.depth > Depth::None => self.coloured(palette, role),
            _ => uncoloured(role),
        }
    }

    fn coloured(&self, palette: &Palette, role: Role) -> Style {
        let ink = |ink: Ink| Style::new().fg(ink.at(self.depth));
        let on = |paper: Ink, over: Ink| Style::new().bg(paper.at(self.depth)).fg(over.at(self.depth));
        match role {
            Role::Text => on(palette.background, palette.text),
            Role::Faint => ink(palette.faint),
            Role::Strong => ink(palette.text).add_modifier(Modifier::BOLD),
            Role::Accent => ink(palette.accent).add_modifier(Modifier::BOLD),
            Role::Border => ink(palette.border),
            Role::Selected => on(palette.selected, palette.on_selected).add_modifier(Modifier::BOLD),
            Role::Cursor => on(palette.cursor, palette.on_cursor).add_modifier(Modifier::BOLD),
            Role::Preview => ink(palette.preview).add_modifier(Modifier::UNDERLINED),
            Role::Last => ink(palette.last).add_modifier(Modifier::BOLD),
            Role::Legal => ink(palette.text),
            Role::Seat(seat) => ink(*seat.of(&palette.seats)).add_modifier(Modifier::BOLD),
            Role::Shared => ink(palette.shared).add_modifier(Modifier::BOLD),
            Role::Gone => ink(palette.gone),
            Role::Outcome(Outcome::Win) => ink(palette.win).add_modifier(Modifier::BOLD),
            Role::Outcome(Outcome::Draw) => ink(palette.draw),
            Role::Outcome(Outcome::Lose) => ink(palette.lose),
            Role::Warning => ink(palette.warning).add_modifier(Modifier::BOLD),
        }
    }
}

/// What can be done without a single colour. The terminal's own background stays.
fn uncoloured(role: Role) -> Style {
    let base = Style::new();
    match role {
        Role::Text | Role::Legal | Role::Border | Role::Outcome(Outcome::Draw | Outcome::Lose) => base,
        Role::Faint | Role::Gone => base.add_modifier(Modifier::DIM),
        Role::Strong
        | Role::Accent
        | Role::Last
        | Role::Seat(_)
        | Role::Shared
        | Role::Outcome(Outcome::Win)
        | Role::Warning => base.add_modifier(Modifier::BOLD),
        Role::Preview => base.add_modifier(Modifier::UNDERLINED),
        Role::Selected => base.add_modifier(Modifier::REVERSED),
        Role::Cursor => base.add_modifier(Modifier::REVERSED | Modifier::BOLD),
    }
}
