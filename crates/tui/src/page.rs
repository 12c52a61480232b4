//! A page being drawn. What can be clicked is marked while it is drawn, so that a click means what was seen there.

use std::ops::{Deref, DerefMut};

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use numberline_rules::Aim;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use numberline_learn::Place;

/// A page being drawn: a frame that remembers what can be clicked.
pub(crate) struct Page<'a, 'b> {
    frame: &'a mut Frame<'b>,
    places: &'a mut ClickMap,
}

/// What the places of a page mean, in the order in which they were drawn.
#[derive(Default)]
pub(crate) struct ClickMap(Vec<(Rect, Spot)>);

/// What a place of a page means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// The same as a key.
    Key(KeyCode),
    /// So many others come before it: a row of a list or a form, or a card.
    Item(usize),
    /// Something on the line or in a hand that can be pointed at.
    Aim(Aim),
    /// A cell of the line, on its ruler.
    Ruler(i64),
    /// Elsewhere on the board.
    Board,
    /// A position of a match that is looked at again.
    At(Place),
    /// What the coach says.
    Coach,
}

/// What the mouse did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mouse {
    Click(Spot),
    /// Came here with the button down.
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

    /// What was drawn so far can no longer be clicked.
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
    /// What the mouse did, if it is one of the things that mean anything.
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

    /// What a place means: what was drawn there last.
    pub(crate) fn at(&self, at: Position) -> Option<Spot> {
        self.0.iter().rfind(|(area, _)| area.contains(at)).map(|(_, spot)| *spot)
    }

    /// The middle of a place that means this.
    #[cfg(test)]
    pub(crate) fn find(&self, spot: Spot) -> Option<Position> {
        let (area, _) = self.0.iter().rfind(|(_, other)| *other == spot)?;
        Some(Position::new(area.x + area.width / 2, area.y + area.height / 2))
    }
}
