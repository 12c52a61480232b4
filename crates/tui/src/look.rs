//! How things look: the theme, the symbols, and whether anything moves.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::Block;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
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

    /// A text in the style of a part of the screen.
    pub(crate) fn span<'a>(&self, text: impl Into<Cow<'a, str>>, role: Role) -> Span<'a> {
        Span::styled(text, self.style(role))
    }

    /// A line in the style of a part of the screen.
    pub(crate) fn line<'a>(&self, text: impl Into<Cow<'a, str>>, role: Role) -> Line<'a> {
        Line::styled(text, self.style(role))
    }

    /// One of two texts: the first if the terminal can show it.
    #[must_use]
    pub fn symbol(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.symbols {
            Symbols::Unicode => unicode,
            Symbols::Ascii => ascii,
        }
    }

    /// A frame around something.
    pub(crate) fn frame(&self) -> Block<'static> {
        Block::bordered().border_set(border::ROUNDED).border_style(self.style(Role::Border))
    }

    /// A frame around what is chosen. The lines are thicker, so that it shows without colours too.
    pub(crate) fn strong_frame(&self) -> Block<'static> {
        Block::bordered().border_set(border::THICK).border_style(self.style(Role::Accent))
    }

    /// The names of keys, in words where there are no arrows.
    pub(crate) fn keys(&self, keys: &str) -> String {
        match self.symbols {
            Symbols::Unicode => keys.to_owned(),
            Symbols::Ascii => {
                let words = keys.replace('←', "Left").replace('→', "Right").replace('↑', "Up");
                words.replace('↓', "Down")
            }
        }
    }

    /// Ensures that the terminal can show every cell, whatever text came from outside: without Unicode it receives none, and
    /// of an emoji that it may draw in parts, and so over the cells behind, it receives the first.
    pub(crate) fn restrain(&self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            let symbol = cell.symbol();
            if symbol.is_ascii() {
                continue;
            }
            if self.symbols == Symbols::Ascii {
                let plain = plain(symbol);
                cell.set_symbol(plain);
            } else if is_wider_in_parts(symbol)
                && let Some(first) = symbol.chars().next()
            {
                cell.set_char(first);
            }
        }
    }
}

/// Whether a terminal that knows the characters, but not the symbol that they make together, uses other columns for it.
fn is_wider_in_parts(symbol: &str) -> bool {
    // Nearly every symbol of a page is a single character, and has no parts.
    if symbol.chars().nth(1).is_none() {
        return false;
    }
    let parts: usize = symbol.chars().filter_map(UnicodeWidthChar::width).sum();
    parts != symbol.width()
}

/// The closest substitute for a symbol.
fn plain(symbol: &str) -> &'static str {
    match symbol {
        "─" | "–" | "—" | "−" | "╌" => "-",
        "━" => "=",
        "│" | "▌" | "▏" => "|",
        "←" | "‹" | "◀" | "«" => "<",
        "→" | "›" | "▶" | "»" => ">",
        "↑" | "▲" => "^",
        "↓" | "▼" => "v",
        "·" | "…" => ".",
        "●" | "◆" | "•" | "✓" => "*",
        "○" | "◇" => "o",
        "×" | "✗" => "x",
        "±" => "~",
        "█" | "▓" | "▒" | "░" | "▀" | "▄" | "■" | "┏" | "┓" | "┗" | "┛" | "┃" => "#",
        "┼" | "├" | "┤" | "┌" | "┐" | "└" | "┘" | "╭" | "╮" | "╯" | "╰" | "┬" | "┴" => {
            "+"
        }
        "’" | "‘" => "'",
        "“" | "”" => "\"",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;
    use crate::Depth;

    /// Terminals disagree about emoji of several parts. Only what takes the same columns everywhere is sent, so that nothing is
    /// drawn over the cells behind, such as a border.
    #[test]
    fn an_emoji_of_several_parts_takes_its_own_cells_only() {
        let look = Look { theme: Theme::dark(Depth::None), symbols: Symbols::Unicode, motion: false };
        let mut buffer = Buffer::empty(Rect::new(0, 0, 14, 1));
        let name = "é👨\u{200D}👩\u{200D}👧|❤\u{FE0F}|👍🏽|漢|";
        buffer.set_string(0, 0, name, Style::new());
        let cells =
            |buffer: &Buffer| buffer.content.iter().map(|cell| cell.symbol().to_owned()).collect::<Vec<_>>();
        let split = |cells: &[String]| cells.iter().any(|symbol| is_wider_in_parts(symbol));
        assert!(split(&cells(&buffer)), "{:?}", cells(&buffer));
        look.restrain(&mut buffer);
        let shown = cells(&buffer);
        assert!(!split(&shown), "{shown:?}");
        let want = ["é", "👨", " ", "|", "❤", " ", "|", "👍", " ", "|", "漢", " ", "|", " "];
        assert_eq!(shown, want);
    }

    #[test]
    fn without_unicode_nothing_else_is_sent() {
        let look = Look { theme: Theme::dark(Depth::None), symbols: Symbols::Ascii, motion: false };
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "Ada ● – é 漢…", Style::new());
        look.restrain(&mut buffer);
        let shown: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(shown, "Ada * - ? ? ", "a wide letter leaves its second column empty");
    }
}
