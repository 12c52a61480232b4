//! A curve over time: a rating, or how well predictions come true. Its lowest and highest values are written beside it.

use ratatui::layout::Rect;

use crate::board::Canvas;
use crate::page::Page;
use crate::{Look, Role, Symbols};

/// A curve over time.
pub(crate) struct Curve<'a> {
    /// The values, the oldest first.
    pub(crate) values: &'a [f64],
    /// The scale; as wide as the values if it is empty.
    pub(crate) range: (f64, f64),
    /// How a value is written.
    pub(crate) written: fn(f64) -> String,
}

impl Curve<'_> {
    /// Draws the last values that fit, one per column, with the scale at the left edge.
    pub(crate) fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
        let (low, high) = self.scale();
        let labels = [(self.written)(high), (self.written)(low)];
        let edge = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as u16 + 1;
        let room = usize::from(area.width.saturating_sub(edge));
        if area.height == 0 || room == 0 {
            return;
        }
        let mut canvas = Canvas::new(page.buffer_mut(), area);
        let [top, bottom] = &labels;
        canvas.text(area.x, area.y, top, look.style(Role::Faint));
        canvas.text(area.x, area.bottom() - 1, bottom, look.style(Role::Faint));
        let first = self.values.len().saturating_sub(room);
        for (column, value) in (0_u16..).zip(self.values.iter().skip(first)) {
            let part = (value - low) / (high - low).max(f64::EPSILON);
            // The lowest value still shows.
            let eighths = ((part * f64::from(area.height) * 8.0).round() as u16).max(1);
            for row in 0..area.height {
                let below = (area.height - 1 - row) * 8;
                let filled = usize::from(eighths.saturating_sub(below).min(8));
                let symbol = match look.symbols {
                    Symbols::Unicode => EIGHTHS.get(filled).copied().unwrap_or("█"),
                    Symbols::Ascii if filled >= 4 || (filled > 0 && row == area.height - 1) => "#",
                    Symbols::Ascii => " ",
                };
                canvas.text(area.x + edge + column, area.y + row, symbol, look.style(Role::Accent));
            }
        }
    }

    fn scale(&self) -> (f64, f64) {
        let (low, high) = self.range;
        if low < high {
            return (low, high);
        }
        let low = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A curve that does not move is drawn in the middle.
        if low < high { (low, high) } else { (low - 50.0, high + 50.0) }
    }
}
