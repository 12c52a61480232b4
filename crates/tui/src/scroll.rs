//! The scroll position of text that is longer than its area.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::keys::{Binding, always, bind, find};
use crate::{Look, Role};

/// The new first row, from the old one, the rows of a page, and the last possible one.
type Go = fn(usize, usize, usize) -> usize;

/// The keys that scroll.
pub(crate) const KEYS: &[Binding<(), Go>] = &[
    bind("↑ k", "scroll", always, |top, _, _| top.saturating_sub(1)),
    bind("↓ j", "scroll", always, |top, _, _| top.saturating_add(1)),
    bind("Space PgDn", "next page", always, |top, page, _| top.saturating_add(page)),
    bind("b PgUp", "previous page", always, |top, page, _| top.saturating_sub(page)),
    bind("g Home", "to the top", always, |_, _, _| 0),
    bind("G End", "to the end", always, |_, _, last| last),
];

/// The first visible row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scroll(usize);

impl Scroll {
    /// The first visible row, given the number of rows and the height of the area.
    pub(crate) fn top(self, rows: usize, room: u16) -> usize {
        self.0.min(rows.saturating_sub(usize::from(room)))
    }

    /// Scrolls by this many rows.
    pub(crate) fn by(&mut self, by: i64, rows: usize, room: u16) {
        let by = isize::try_from(by).unwrap_or(if by < 0 { isize::MIN } else { isize::MAX });
        self.0 = Self(self.top(rows, room).saturating_add_signed(by)).top(rows, room);
    }

    /// Takes a key, and says whether it was one that scrolls.
    pub(crate) fn key(&mut self, key: KeyEvent, rows: usize, room: u16) -> bool {
        let Some(go) = find(KEYS, &(), key) else { return false };
        let page = usize::from(room).saturating_sub(1).max(1);
        self.0 = Self(go(self.top(rows, room), page, rows)).top(rows, room);
        true
    }
}

/// Marks at the right edge of scrolled text, where there is more above or below.
pub(crate) fn draw_marks(frame: &mut Frame<'_>, area: Rect, look: &Look, above: bool, below: bool) {
    if area.width <= 1 || area.height <= 1 {
        return;
    }
    let marks = [(above, look.symbol("↑", "^"), area.y), (below, look.symbol("↓", "v"), area.bottom() - 1)];
    for (_, symbol, row) in marks.into_iter().filter(|(more, ..)| *more) {
        frame.buffer_mut().set_string(area.right() - 1, row, symbol, look.style(Role::Faint));
    }
}
