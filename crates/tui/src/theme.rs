//! The themes: which part of the screen has which colours.

use numberline_rules::Seat;
use numberline_table::Outcome;
use ratatui::style::{Color, Modifier, Style};

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// None: only bold, underlined and reversed.
    None,
    /// The sixteen that every terminal names.
    Sixteen,
    /// A table of 256.
    Table,
    /// All of them.
    True,
}

/// A theme at a depth of colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    depth: Depth,
}

impl Theme {
    /// The dark theme.
    #[must_use]
    pub fn dark(depth: Depth) -> Self {
        Self { depth }
    }

    /// The style of a part of the screen.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        let base = Style::new();
        match role {
            Role::Faint | Role::Gone => base.add_modifier(Modifier::DIM),
            Role::Strong | Role::Accent | Role::Seat(_) => base.add_modifier(Modifier::BOLD),
            Role::Selected | Role::Cursor => base.add_modifier(Modifier::REVERSED),
            Role::Warning if self.depth > Depth::None => base.fg(Color::Red),
            _ => base,
        }
    }
}
