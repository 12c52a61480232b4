//! All the keys of a screen, on top of it.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use crate::screen::KeyHelp;
use crate::{Look, Role};

/// Draws the keys of a screen.
pub(crate) fn draw(frame: &mut Frame<'_>, area: Rect, look: &Look, keys: &[KeyHelp]) {
    let height = u16::try_from(keys.len()).unwrap_or(u16::MAX).saturating_add(2);
    let area =
        area.centered(Constraint::Length(area.width.min(60)), Constraint::Length(height.min(area.height)));
    let lines = keys.iter().map(|key| {
        Line::from(vec![
            Span::styled(format!("{:>12}  ", key.keys), look.style(Role::Accent)),
            Span::raw(key.does.as_str()),
        ])
    });
    frame.render_widget(Clear, area);
    frame.render_widget(
        Paragraph::new(lines.collect::<Vec<_>>()).block(Block::bordered().title(" Keys ")),
        area,
    );
}
