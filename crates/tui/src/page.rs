//! A page being drawn. Clickable places are marked while they are drawn, so that a click means what was visible there.

use std::ops::{Deref, DerefMut};

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use numberline_learn::Place;
use numberline_rules::Aim;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

/// A page being drawn: a frame that remembers what can be clicked.
pub(crate) struct Page<'a, 'b> {
    frame: &'a mut Frame<'b>,
    places: &'a mut ClickMap,
}

/// The meaning of the places of a page, in the order in which they were drawn.
#[derive(Default)]
pub(crate) struct ClickMap(Vec<(Rect, Spot)>);

/// The meaning of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// The same as a key.
    Key(KeyCode),
    /// The item with this index: a row of a list or a form, or a card.
    Item(usize),
    /// Something on the line or in a hand that can be pointed at.
    Aim(Aim),
    /// A cell of the line, on its ruler.
    Ruler(i64),
    /// Elsewhere on the board.
    Board,
    /// A position of an analysed match.
    At(Place),
    /// The coach's panel.
    Coach,
}

/// A mouse action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mouse {
    Click(Spot),
    /// Moved here with the button down.
    Drag(Spot),
    /// Turned its wheel, forward or backward, over something or nothing.
    Wheel(i64, Option<Spot>),
}

impl<'a, 'b> Page<'a, 'b> {
    /// An empty page.
    pub(crate) fn new(frame: &'a mut Frame<'b>, places: &'a mut ClickMap) -> Self {
        places.0.clear();
        Self { frame, places }
    }

    /// From now on a click there means this, whatever was drawn there before.
    pub(crate) fn mark(&mut self, area: Rect, spot: Spot) {
        self.places.0.push((area, spot));
    }

    /// Nothing drawn so far can be clicked any more.
    pub(crate) fn cover(&mut self) {
        self.places.0.clear();
    }
}

impl<'b> Deref for Page<'_, 'b> {
    type Target = Frame<'b>;

    fn deref(&self) -> &Self::Target {
        self.frame
    }
}

impl DerefMut for Page<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.frame
    }
}

impl ClickMap {
    /// The mouse action, if it is one that means anything.
    pub(crate) fn read(&self, mouse: MouseEvent) -> Option<Mouse> {
        let spot = self.at(Position::new(mouse.column, mouse.row));
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => spot.map(Mouse::Click),
            MouseEventKind::Drag(MouseButton::Left) => spot.map(Mouse::Drag),
            MouseEventKind::ScrollUp | MouseEventKind::ScrollLeft => Some(Mouse::Wheel(-1, spot)),
            MouseEventKind::ScrollDown | MouseEventKind::ScrollRight => Some(Mouse::Wheel(1, spot)),
            _ => None,
        }
    }

    /// The meaning of a place: what was drawn there last.
    pub(crate) fn at(&self, at: Position) -> Option<Spot> {
        self.0.iter().rfind(|(area, _)| area.contains(at)).map(|(_, spot)| *spot)
    }

    /// The middle of a place with this meaning.
    #[cfg(test)]
    pub(crate) fn find(&self, spot: Spot) -> Option<Position> {
        let (area, _) = self.0.iter().rfind(|(_, other)| *other == spot)?;
        Some(Position::new(area.x + area.width / 2, area.y + area.height / 2))
    }
}
