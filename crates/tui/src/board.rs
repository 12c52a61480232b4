//! The number line: one picture for every game, drawn from its `Line`; keys and mouse point at it.
//!
//! Nothing is shown by colour alone. A heavy frame is the cursor; on a cell's upper edge a `+` marks what a move would change,
//! a triangle where the last one was made, and a cross what either blocks; a dot on the lower edge marks a cell that can be
//! pointed at. Cells with a meaning of their own have it above them, or a sign on their edge.

mod art;
mod canvas;
mod cells;
mod geometry;
mod hands;
mod label;
mod landmarks;
mod pointer;
mod ruler;
#[cfg(test)]
mod tests;

use numberline_rules::{Aim, Line, Mark, Seat, Span};
use numberline_table::{AnyMatch, Name, Outcome, Ply};
use ratatui::layout::Rect;

pub(crate) use art::{emblem, glyph, role};
pub(crate) use canvas::{Canvas, width};
use geometry::{Cards, Contents, Geometry};
pub(crate) use pointer::{Pointer, Towards, takes_several};

use crate::Look;
use crate::page::{Page, Spot};

/// A match as a number line.
pub(crate) struct Board<'a> {
    pub(crate) game: &'a dyn AnyMatch,
    /// The cell to keep visible, if the line is longer than the screen.
    pub(crate) focus: i64,
    /// The seat that can point; what it can point at is marked.
    pub(crate) seat: Option<Seat>,
    /// What is pointed at.
    pub(crate) aim: Option<Aim>,
    /// A move whose changes are shown before it is made.
    pub(crate) preview: Option<&'a Ply>,
    /// The last ply; what it changed is marked.
    pub(crate) last: Option<&'a Ply>,
    /// The values of moves.
    pub(crate) values: &'a [Valued],
    /// The players, whom hands and bases belong to.
    pub(crate) names: Option<&'a [Name; 2]>,
    /// A ply that is being animated.
    pub(crate) motion: Option<Motion<'a>>,
}

/// An animated ply: this many steps of this many.
#[derive(Clone, Copy)]
pub(crate) struct Motion<'a> {
    pub(crate) ply: &'a Ply,
    pub(crate) step: u16,
    pub(crate) of: u16,
}

/// The value of pointing somewhere, for the seat to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Valued {
    /// What is pointed at.
    pub(crate) aim: Aim,
    /// Its value.
    pub(crate) outcome: Outcome,
    /// Plies to the end, if known.
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
    /// The current position, scrolled so that `focus` is visible.
    pub(crate) fn new(game: &'a dyn AnyMatch, focus: i64) -> Self {
        Self {
            game,
            focus,
            seat: None,
            aim: None,
            preview: None,
            last: None,
            values: &[],
            names: None,
            motion: None,
        }
    }

    /// How many rows it needs in an area of this size.
    pub(crate) fn height(&self, area: Rect) -> u16 {
        self.geometry(area).height
    }

    /// The cells that are visible in an area of this size.
    pub(crate) fn window(&self, area: Rect) -> Span {
        self.geometry(area).window
    }

    /// Draws it. Everything that can be pointed at can be clicked.
    pub(crate) fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        if area.is_empty() {
            return;
        }
        let geometry = self.geometry(area);
        let line = self.game.line(geometry.window);
        self.mark(page, &geometry, area);
        let mut canvas = Canvas::new(page.buffer_mut(), area);
        self.draw_cells(&mut canvas, &geometry, &line, look);
        self.draw_values(&mut canvas, &geometry, look);
        self.draw_landmarks(&mut canvas, &geometry, look);
        ruler::draw(&mut canvas, &geometry, self.game.extent(), look);
        self.draw_hands(&mut canvas, &geometry, look);
    }

    fn mark(&self, page: &mut Page<'_, '_>, geometry: &Geometry, area: Rect) {
        page.mark(area, Spot::Board);
        for (place, cell) in geometry.window.cells().filter_map(|cell| Some((geometry.cell(cell)?, cell))) {
            page.mark(place.intersection(area), Spot::Aim(Aim::cell(cell)));
        }
        for (place, cell) in ruler::cells(geometry, self.game.extent()) {
            page.mark(place.intersection(area), Spot::Ruler(cell));
        }
        if let (Some(seat), Some(places), Some(hands)) = (self.seat, &geometry.hands, self.hands()) {
            for (index, card) in seat.of(&hands).iter().enumerate() {
                if let Some(place) = seat.of(places).card(index) {
                    page.mark(place.intersection(area), Spot::Aim(Aim::Card(*card)));
                }
            }
        }
    }

    /// The name beside a hand.
    fn label(&self, seat: Seat) -> &'a str {
        self.names.map_or("", |names| seat.of(names).as_str())
    }

    /// Whether the cells have edges: there is room for the signs on them.
    pub(crate) fn is_framed(&self, area: Rect) -> bool {
        self.geometry(area).rows > 0
    }

    fn hands(&self) -> Option<[Vec<u8>; 2]> {
        hands_of(self.game)
    }

    fn geometry(&self, area: Rect) -> Geometry {
        let cards = self.hands().map(|hands| {
            let [one, two] = hands.each_ref().map(|hand| u16::try_from(hand.len()).unwrap_or(u16::MAX));
            let largest = hands.iter().flatten().max().copied().unwrap_or_default();
            let [first, second] = Seat::BOTH.map(|seat| width(self.label(seat)));
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
            aim: self.aim.and_then(|aim| if let Aim::Cells(span) = aim { Some(span) } else { None }),
            landmarks: !self.game.landmarks().is_empty(),
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

/// What a ply changes in a cell: before and after; `None` if nothing.
fn change(ply: &Ply, cell: i64) -> Option<(Mark, Mark)> {
    let (before, after) = (mark_in(&ply.before, cell)?, mark_in(&ply.after, cell)?);
    (before != after).then_some((before, after))
}
