//! The number line: one picture for every game, drawn from its line, and pointed at by keys and mouse.

use numberline_rules::{Aim, Mark, Seat, Span};
use numberline_table::{AnyMatch, Outcome, Ply};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span as Piece};
use ratatui::widgets::Paragraph;

use crate::{Look, Role};

/// A match as a number line.
pub(crate) struct Board<'a> {
    game: &'a dyn AnyMatch,
    /// The cell that is to be seen, if the line is longer than the screen.
    focus: i64,
    seat: Option<Seat>,
    aim: Option<Aim>,
    preview: Option<&'a Ply>,
    last: Option<Span>,
    values: &'a [Valued],
}

/// What pointing somewhere is worth to the seat to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Valued {
    /// Where one points.
    pub(crate) aim: Aim,
    /// What that is worth.
    pub(crate) outcome: Outcome,
    /// Plies to the end, where they are known.
    pub(crate) remoteness: Option<u32>,
}

impl<'a> Board<'a> {
    /// The match as it stands, scrolled so that `focus` is to be seen.
    pub(crate) fn new(game: &'a dyn AnyMatch, focus: i64) -> Self {
        Self { game, focus, seat: None, aim: None, preview: None, last: None, values: &[] }
    }

    /// Marks what this seat can point at.
    pub(crate) fn legal_for(mut self, seat: Option<Seat>) -> Self {
        self.seat = seat;
        self
    }

    /// Shows where one points.
    pub(crate) fn aim(mut self, aim: Option<Aim>) -> Self {
        self.aim = aim;
        self
    }

    /// Shows what a move would change.
    pub(crate) fn preview(mut self, ply: Option<&'a Ply>) -> Self {
        self.preview = ply;
        self
    }

    /// Marks what the last move changed.
    pub(crate) fn last(mut self, cells: Option<Span>) -> Self {
        self.last = cells;
        self
    }

    /// Shows what moves are worth.
    pub(crate) fn values(mut self, values: &'a [Valued]) -> Self {
        self.values = values;
        self
    }

    /// How many rows it needs in an area of this size.
    pub(crate) fn height(&self, _area: Rect) -> u16 {
        1
    }

    /// What lies at a place of the screen, if the board is drawn in `area`.
    pub(crate) fn hit(&self, _area: Rect, _at: Position) -> Option<Aim> {
        None
    }

    /// Draws it.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let window = Span { first: self.focus, last: self.focus }.widened(10, self.game.extent());
        let pieces = self.game.line(window).cells.into_iter().map(|cell| {
            let text = match cell.mark {
                Mark::Open => format!(" {} ", cell.number),
                _ => " # ".to_owned(),
            };
            Piece::styled(text, look.style(Role::Text))
        });
        frame.render_widget(Paragraph::new(Line::from_iter(pieces)), area);
    }
}
