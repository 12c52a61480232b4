//! A part of the screen with a frame and a title.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Block;

use crate::{Look, Role};

/// A frame with a title.
pub(crate) fn pane(look: &Look, title: impl Into<String>) -> Block<'static> {
    let title = Span::styled(format!(" {} ", title.into()), look.style(Role::Accent));
    look.frame().title(Line::from(title))
}

/// What lies within a frame around `area`, with a little air to both sides where there is room for it.
pub(crate) fn inside(area: Rect) -> Rect {
    const ROOMY: u16 = 24;
    let side = if area.width >= ROOMY { 2 } else { 1 };
    Rect {
        x: area.x.saturating_add(side).min(area.right()),
        y: area.y.saturating_add(1).min(area.bottom()),
        width: area.width.saturating_sub(2 * side),
        height: area.height.saturating_sub(2),
    }
}

/// Lines as they fit into a width, broken between words.
pub(crate) fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    textwrap::wrap(text, width).into_iter().map(std::borrow::Cow::into_owned).collect()
}
