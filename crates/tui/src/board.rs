//! The number line: one picture for every game, drawn from its line, and pointed at by keys and mouse.
//!
//! Nothing is said by colour alone. A heavy frame is the cursor; on a cell's upper edge a `+` is what a move would change
//! and a triangle what the last one did; a dot on the lower edge is a cell that can be pointed at.

mod art;
mod canvas;
mod cells;
mod geometry;
mod hands;
mod label;
mod pointer;
mod ruler;
#[cfg(test)]
mod tests;

use numberline_rules::{Aim, Line, Mark, Seat, Span};
use numberline_table::{AnyMatch, Outcome, Ply};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

pub(crate) use art::emblem;
use canvas::Canvas;
pub(crate) use canvas::width;
use geometry::{Cards, Contents, Geometry};
pub(crate) use pointer::Pointer;

use crate::Look;

/// A match as a number line.
pub(crate) struct Board<'a> {
    game: &'a dyn AnyMatch,
    /// The cell that is to be seen, if the line is longer than the screen.
    focus: i64,
    seat: Option<Seat>,
    aim: Option<Aim>,
    preview: Option<&'a Ply>,
    last: Option<&'a Ply>,
    values: &'a [Valued],
    labels: [String; 2],
    motion: Option<Motion<'a>>,
}

/// A ply that is just being seen: so many steps of so many.
#[derive(Clone, Copy)]
struct Motion<'a> {
    ply: &'a Ply,
    step: u16,
    of: u16,
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

impl Valued {
    /// `W3`, or as much of it as fits.
    fn text(&self, columns: u16) -> String {
        let letter = self.outcome.letter().to_string();
        let full = self.remoteness.map_or_else(|| letter.clone(), |plies| format!("{letter}{plies}"));
        if width(&full) <= columns { full } else { letter }
    }
}

impl<'a> Board<'a> {
    /// The match as it stands, scrolled so that `focus` is to be seen.
    pub(crate) fn new(game: &'a dyn AnyMatch, focus: i64) -> Self {
        Self {
            game,
            focus,
            seat: None,
            aim: None,
            preview: None,
            last: None,
            values: &[],
            labels: [String::new(), String::new()],
            motion: None,
        }
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

    /// Marks what the last ply changed.
    pub(crate) fn last_ply(mut self, ply: Option<&'a Ply>) -> Self {
        self.last = ply;
        self
    }

    /// Shows what moves are worth.
    pub(crate) fn values(mut self, values: &'a [Valued]) -> Self {
        self.values = values;
        self
    }

    /// Says whose the hands are, where there are any.
    pub(crate) fn labels(mut self, labels: [String; 2]) -> Self {
        self.labels = labels;
        self
    }

    /// Shows a ply that has just been played on its way: `step` of `of`.
    pub(crate) fn motion(mut self, ply: Option<(&'a Ply, u16, u16)>) -> Self {
        self.motion = ply.map(|(ply, step, of)| Motion { ply, step, of });
        self
    }

    /// How many rows it needs in an area of this size.
    pub(crate) fn height(&self, area: Rect) -> u16 {
        self.geometry(area).height
    }

    /// The cells that are to be seen in an area of this size.
    pub(crate) fn window(&self, area: Rect) -> Span {
        self.geometry(area).window
    }

    /// What lies at a place of the screen, if the board is drawn in `area`.
    pub(crate) fn hit(&self, area: Rect, at: Position) -> Option<Aim> {
        let geometry = self.geometry(area);
        if let (Some(seat), Some(places), Some(hands)) = (self.seat, &geometry.hands, self.hands()) {
            let place = seat.of(places);
            let under = |(index, _): &(usize, &u8)| place.card(*index).is_some_and(|card| card.contains(at));
            if let Some((_, card)) = seat.of(&hands).iter().enumerate().find(under) {
                return Some(Aim::Card(*card));
            }
        }
        geometry.cell_at(at).map(Aim::cell)
    }

    /// The cell that a place on the ruler stands for, if the board is drawn in `area` and has one.
    pub(crate) fn ruler_hit(&self, area: Rect, at: Position) -> Option<i64> {
        self.geometry(area).ruler_at(self.game.extent(), at)
    }

    /// Draws it.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        if area.is_empty() {
            return;
        }
        let geometry = self.geometry(area);
        let line = self.game.line(geometry.window);
        let mut canvas = Canvas::new(frame.buffer_mut(), area);
        self.draw_cells(&mut canvas, &geometry, &line, look);
        self.draw_values(&mut canvas, &geometry, look);
        ruler::draw(&mut canvas, &geometry, self.game.extent(), look);
        self.draw_hands(&mut canvas, &geometry, look);
    }

    fn hands(&self) -> Option<[Vec<u8>; 2]> {
        hands_of(self.game)
    }

    fn geometry(&self, area: Rect) -> Geometry {
        let cards = self.hands().map(|hands| {
            let [one, two] = hands.each_ref().map(|hand| u16::try_from(hand.len()).unwrap_or(u16::MAX));
            let largest = hands.iter().flatten().max().copied().unwrap_or_default();
            let [first, second] = self.labels.each_ref().map(|label| width(label));
            let label = first.max(second);
            Cards {
                counts: [one, two],
                digits: width(&largest.to_string()),
                label: if label == 0 { 0 } else { label.saturating_add(2) },
            }
        });
        let pairs = self.values.iter().any(|value| value.aim.single().is_none() && is_cells(value.aim));
        let singles = self.values.iter().any(|value| value.aim.single().is_some());
        let contents = Contents {
            extent: self.game.extent(),
            focus: self.focus,
            hands: cards,
            values: u16::from(singles) + u16::from(pairs),
        };
        Geometry::new(&contents, area)
    }
}

fn is_cells(aim: Aim) -> bool {
    matches!(aim, Aim::Cells(_))
}

/// The cards that the seats hold, in a game that has cards.
pub(crate) fn hands_of(game: &dyn AnyMatch) -> Option<[Vec<u8>; 2]> {
    let first = game.extent().first;
    game.line(Span { first, last: first }).hands
}

/// The mark of a cell in a picture of consecutive cells.
fn mark_in(line: &Line, cell: i64) -> Option<Mark> {
    let first = line.cells.first()?.number;
    let place = usize::try_from(cell.checked_sub(first)?).ok()?;
    line.cells.get(place).map(|cell| cell.mark)
}

/// What a ply changes in a cell: before and after; none if nothing.
fn change(ply: &Ply, cell: i64) -> Option<(Mark, Mark)> {
    let (before, after) = (mark_in(&ply.before, cell)?, mark_in(&ply.after, cell)?);
    (before != after).then_some((before, after))
}
