//! A part of the screen to paint on: nothing outside it changes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use crate::{Look, Role};

/// A part of the screen to paint on.
pub(crate) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
}

impl<'a> Canvas<'a> {
    /// Only what is inside `area`, and on the screen, is painted.
    pub(crate) fn new(buffer: &'a mut Buffer, area: Rect) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area }
    }

    /// Writes text to the right of a place.
    pub(crate) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let inside = x >= self.area.x && x < self.area.right() && y >= self.area.y && y < self.area.bottom();
        if inside {
            let room = usize::from(self.area.right().saturating_sub(x));
            self.buffer.set_stringn(x, y, text, room, style);
        }
    }

    /// Centres text in this many columns; where that is not exact, a little to the right, as numbers are aligned.
    pub(crate) fn centred(&mut self, x: u16, y: u16, columns: u16, text: &str, style: Style) {
        let spare = columns.saturating_sub(width(text));
        self.text(x.saturating_add(spare.div_ceil(2)), y, text, style);
    }

    /// Writes the same character this many times.
    pub(crate) fn repeat(&mut self, x: u16, y: u16, columns: u16, symbol: &str, style: Style) {
        self.text(x, y, &symbol.repeat(usize::from(columns)), style);
    }

    /// A frame, heavy around what is pointed at. Its inside does not change.
    pub(crate) fn frame(&mut self, area: Rect, is_heavy: bool, look: &Look) {
        let frame =
            if is_heavy { look.strong_frame().border_style(look.style(Role::Strong)) } else { look.frame() };
        frame.render(area.intersection(self.area), self.buffer);
    }
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}
