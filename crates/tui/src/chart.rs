//! The value of a match from ply to ply, as a chart, from Player 1's point of view.

use numberline_learn::{Exercise, Place};
use numberline_table::{Outcome, Point, Verdict};
use ratatui::layout::Rect;

use crate::board::Canvas;
use crate::page::{Page, Spot};
use crate::{Look, Role, Symbols};

/// The value of a match from ply to ply.
pub(crate) struct Chart<'a> {
    /// One for each position, from the start to the end.
    pub(crate) points: &'a [Point],
    pub(crate) mistakes: &'a [Exercise],
    /// The current position.
    pub(crate) current: usize,
}

/// How wide the letters at the left edge are.
const EDGE: u16 = 2;
/// No position is drawn wider than this.
const WIDEST: u16 = 6;

impl Chart<'_> {
    /// Draws it: the values, and below them a row with the mistakes and the current position. A click goes to a position.
    pub(crate) fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let scale = self.scale(area);
        let rows = area.height.saturating_sub(1);
        if rows == 0 || scale.columns == 0 {
            return;
        }
        for column in 0..scale.columns {
            let (first, _) = scale.points(column);
            page.mark(Rect { x: area.x + EDGE + column, width: 1, ..area }, Spot::At(Place::Main(first)));
        }
        let mut canvas = Canvas::new(page.buffer_mut(), area);
        let is_chance = self.points.iter().any(|point| matches!(point, Point::Chance(_)));
        let labels = match (is_chance, look.symbols) {
            (false, _) => ["W", "D", "L"],
            (true, Symbols::Unicode) => ["1", "½", "0"],
            (true, Symbols::Ascii) => ["1", "/", "0"],
        };
        let roles = [Outcome::Win, Outcome::Draw, Outcome::Lose].map(Role::Outcome);
        let heights = [0, rows / 2, rows - 1];
        for ((label, role), row) in labels.into_iter().zip(roles).zip(heights) {
            canvas.text(area.x, area.y + row, label, look.style(if is_chance { Role::Faint } else { role }));
        }
        for column in 0..scale.columns {
            let (first, last) = scale.points(column);
            if first >= self.points.len() {
                break;
            }
            let x = area.x + EDGE + column;
            let is_here = (first..=last).contains(&self.current);
            for row in 0..rows {
                let (symbol, role) = self.symbol(first, row, rows, look);
                canvas.text(x, area.y + row, symbol, look.style(role));
            }
            let is_mistake = self.mistakes.iter().any(|mistake| (first..=last).contains(&(mistake.ply + 1)));
            let begins = scale.is_first(column);
            let (symbol, role) = match (is_mistake && begins, is_here && begins) {
                (true, true) => ("?", Role::Cursor),
                (true, false) => ("?", Role::Warning),
                (false, true) => (look.symbol("▲", "^"), Role::Accent),
                (false, false) if begins => (look.symbol("·", "."), Role::Faint),
                (false, false) => (" ", Role::Text),
            };
            canvas.text(x, area.y + rows, symbol, look.style(role));
        }
    }

    /// The symbol of one cell: a bar from the middle for a win or a loss, one from the bottom for a chance.
    fn symbol(&self, place: usize, row: u16, rows: u16, look: &Look) -> (&'static str, Role) {
        const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
        let full = look.symbol("█", "#");
        let middle = rows / 2;
        match self.points.get(place).unwrap_or(&Point::Unknown) {
            Point::Unknown if row == middle => (look.symbol("·", "."), Role::Faint),
            Point::Outcome(Verdict { outcome, .. }) => {
                let outcome = *outcome;
                let is_filled = match outcome {
                    Outcome::Win => row <= middle,
                    Outcome::Draw => row == middle,
                    Outcome::Lose => row >= middle,
                };
                match (is_filled, outcome) {
                    (false, _) => (" ", Role::Text),
                    (true, Outcome::Draw) => (look.symbol("─", "-"), Role::Outcome(outcome)),
                    (true, Outcome::Win) => (full, Role::Outcome(outcome)),
                    (true, Outcome::Lose) => (look.symbol("▒", "x"), Role::Outcome(outcome)),
                }
            }
            Point::Chance(chance) => {
                let eighths = (chance.approximate().clamp(0.0, 1.0) * f64::from(rows) * 8.0).round() as u16;
                let below = (rows - 1 - row).saturating_mul(8);
                let part = usize::from(eighths.saturating_sub(below).min(8));
                let symbol = match look.symbols {
                    Symbols::Unicode => EIGHTHS.get(part).copied().unwrap_or(full),
                    Symbols::Ascii if part >= 4 => full,
                    Symbols::Ascii => " ",
                };
                // Nothing at all would look like an unknown value.
                let symbol = if eighths == 0 && row == rows - 1 { look.symbol("▁", "_") } else { symbol };
                (symbol, Role::Accent)
            }
            Point::Unknown => (" ", Role::Text),
        }
    }

    fn scale(&self, area: Rect) -> Scale {
        let room = area.width.saturating_sub(EDGE);
        let count = self.points.len().max(1);
        let wide = u16::try_from(usize::from(room) / count).unwrap_or(WIDEST).min(WIDEST);
        let columns = if wide == 0 { room } else { wide.saturating_mul(u16::try_from(count).unwrap_or(0)) };
        Scale { wide, columns, count }
    }
}

/// Which column shows which positions.
struct Scale {
    /// How many columns a position has; none if several share one.
    wide: u16,
    columns: u16,
    count: usize,
}

impl Scale {
    /// The first and the last position that a column shows.
    fn points(&self, column: u16) -> (usize, usize) {
        if let Some(place) = column.checked_div(self.wide) {
            return (usize::from(place), usize::from(place));
        }
        let columns = usize::from(self.columns.max(1));
        let first = usize::from(column) * self.count / columns;
        let next = (usize::from(column) + 1) * self.count / columns;
        (first, next.saturating_sub(1).max(first))
    }

    /// Whether it is the first column of a position.
    fn is_first(&self, column: u16) -> bool {
        self.wide == 0 || column.is_multiple_of(self.wide)
    }
}
