//! The value of a match from ply to ply, as a picture: Player 1's view.

use numberline_table::Outcome;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::{Look, Role, Symbols};

/// What a position is worth to Player 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Point {
    /// Nobody knows.
    Unknown,
    /// Where one seat moves at a time.
    Outcome(Outcome),
    /// The chance of winning, from 0 to 1. A picture may be inexact; what is exact stands in words beside it.
    Chance(f64),
}

/// The value of a match from ply to ply.
pub(crate) struct Chart<'a> {
    /// One for each position, from the start to the end.
    points: &'a [Point],
    /// Whether the ply that led to a position was a mistake.
    mistakes: &'a [bool],
    current: usize,
}

/// How wide the letters at the left edge are.
const EDGE: u16 = 2;
/// No position is drawn wider than this.
const WIDEST: u16 = 6;

impl<'a> Chart<'a> {
    /// The positions of a match, with the one where one stands.
    pub(crate) fn new(points: &'a [Point], mistakes: &'a [bool], current: usize) -> Self {
        Self { points, mistakes, current }
    }

    /// The position at a place of the screen, if the chart is drawn in `area`.
    pub(crate) fn hit(&self, area: Rect, at: Position) -> Option<usize> {
        let scale = self.scale(area);
        if !area.contains(at) || at.x < area.x.saturating_add(EDGE) {
            return None;
        }
        let (first, _) = scale.points(at.x - area.x - EDGE);
        (first < self.points.len()).then_some(first)
    }

    /// Draws it: the values, and below them a row with the mistakes and the place where one stands.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let scale = self.scale(area);
        let rows = area.height.saturating_sub(1);
        if rows == 0 || scale.columns == 0 {
            return;
        }
        let mut pen = Pen { frame, area };
        let is_chance = self.points.iter().any(|point| matches!(point, Point::Chance(_)));
        let labels = match (is_chance, look.symbols) {
            (false, _) => ["W", "D", "L"],
            (true, Symbols::Unicode) => ["1", "½", "0"],
            (true, Symbols::Ascii) => ["1", "/", "0"],
        };
        let roles = [Outcome::Win, Outcome::Draw, Outcome::Lose].map(Role::Outcome);
        let heights = [0, rows / 2, rows - 1];
        for ((label, role), row) in labels.into_iter().zip(roles).zip(heights) {
            pen.put(0, row, label, look.style(if is_chance { Role::Faint } else { role }));
        }
        for column in 0..scale.columns {
            let (first, last) = scale.points(column);
            if first >= self.points.len() {
                break;
            }
            let is_here = (first..=last).contains(&self.current);
            for row in 0..rows {
                let (symbol, role) = self.symbol(first, row, rows, look);
                let style = look.style(role);
                pen.put(EDGE + column, row, symbol, style);
            }
            let is_mistake = (first..=last).any(|place| self.mistakes.get(place) == Some(&true));
            let begins = scale.is_first(column);
            let (symbol, role) = match (is_mistake && begins, is_here && begins) {
                (true, true) => ("?", Role::Cursor),
                (true, false) => ("?", Role::Warning),
                (false, true) => (look.symbol("▲", "^"), Role::Accent),
                (false, false) if begins => (look.symbol("·", "."), Role::Faint),
                (false, false) => (" ", Role::Text),
            };
            pen.put(EDGE + column, rows, symbol, look.style(role));
        }
    }

    /// What stands in one cell: a bar from the middle for a win or a loss, one from the bottom for a chance.
    fn symbol(&self, place: usize, row: u16, rows: u16, look: &Look) -> (&'static str, Role) {
        const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
        let full = look.symbol("█", "#");
        let middle = rows / 2;
        match self.points.get(place).copied().unwrap_or(Point::Unknown) {
            Point::Unknown if row == middle => (look.symbol("·", "."), Role::Faint),
            Point::Outcome(outcome) => {
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
                let eighths = (chance.clamp(0.0, 1.0) * f64::from(rows) * 8.0).round() as u16;
                let below = (rows - 1 - row).saturating_mul(8);
                let part = usize::from(eighths.saturating_sub(below).min(8));
                let symbol = match look.symbols {
                    Symbols::Unicode => EIGHTHS.get(part).copied().unwrap_or(full),
                    Symbols::Ascii if part >= 4 => full,
                    Symbols::Ascii => " ",
                };
                // Nothing at all would look like nothing known.
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

struct Pen<'a, 'b> {
    frame: &'a mut Frame<'b>,
    area: Rect,
}

impl Pen<'_, '_> {
    fn put(&mut self, column: u16, row: u16, symbol: &str, style: Style) {
        if column >= self.area.width || row >= self.area.height {
            return;
        }
        let at = (self.area.x + column, self.area.y + row);
        if let Some(cell) = self.frame.buffer_mut().cell_mut(at) {
            cell.set_symbol(symbol).set_style(style);
        }
    }
}
