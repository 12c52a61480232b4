//! All the keys of a screen, on top of it.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::screen::KeyHelp;
use crate::{Look, Role};

/// The keys of a screen, scrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Help {
    top: usize,
}

/// How the keys are laid out.
struct Places {
    frame: Rect,
    inner: Rect,
    columns: usize,
    rows: usize,
    key_width: usize,
    column_width: usize,
}

/// Between two columns.
const GAP: usize = 3;
/// No text is wider, or the eye loses the line.
const WIDEST: u16 = 110;

impl Help {
    /// Takes a key, and says whether the keys stay in view.
    pub(crate) fn key(&mut self, key: KeyEvent, area: Rect, look: &Look, keys: &[KeyHelp]) -> bool {
        let places = Places::new(area, look, keys);
        let page = usize::from(places.inner.height).max(1);
        let last = places.rows.saturating_sub(page);
        self.top = match key.code {
            KeyCode::Down | KeyCode::Char('j') => self.top.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => self.top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.top.saturating_add(page),
            KeyCode::PageUp => self.top.saturating_sub(page),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        }
        .min(last);
        true
    }

    /// Takes what the mouse did, and says whether the keys stay in view.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, area: Rect, look: &Look, keys: &[KeyHelp]) -> bool {
        let code = match mouse.kind {
            MouseEventKind::ScrollDown => KeyCode::Down,
            MouseEventKind::ScrollUp => KeyCode::Up,
            MouseEventKind::Down(_) => return false,
            _ => return true,
        };
        self.key(KeyEvent::from(code), area, look, keys)
    }

    pub(crate) fn draw(self, frame: &mut Frame<'_>, area: Rect, look: &Look, keys: &[KeyHelp]) {
        let places = Places::new(area, look, keys);
        frame.render_widget(Clear, places.frame);
        frame.buffer_mut().set_style(places.frame, look.style(Role::Text));
        let page = usize::from(places.inner.height);
        let more = match (self.top > 0, self.top.saturating_add(page) < places.rows) {
            (false, false) => "",
            (false, true) => look.symbol(" ↓ more ", " v more "),
            (true, false) => look.symbol(" ↑ more ", " ^ more "),
            (true, true) => look.symbol(" ↑↓ more ", " ^v more "),
        };
        let block = look
            .frame()
            .title(Span::styled(" Keys ", look.style(Role::Accent)))
            .title_bottom(Line::styled(more, look.style(Role::Faint)).right_aligned());
        frame.render_widget(block, places.frame);
        let lines = (0..places.rows).skip(self.top).take(page).map(|row| {
            let mut spans = Vec::new();
            for column in 0..places.columns {
                let Some(key) = keys.get(column * places.rows + row) else { continue };
                let name = look.keys(key.keys);
                let pad = places.key_width.saturating_sub(name.width());
                spans.push(Span::styled(format!("{}{name}", " ".repeat(pad)), look.style(Role::Accent)));
                let room = places.column_width.saturating_sub(places.key_width + 2 + key.does.width());
                spans.push(Span::styled(
                    format!("  {}{}", key.does, " ".repeat(room + GAP)),
                    look.style(Role::Text),
                ));
            }
            Line::from(spans)
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), places.inner);
    }
}

impl Places {
    fn new(area: Rect, look: &Look, keys: &[KeyHelp]) -> Self {
        let widest = |width: &dyn Fn(&KeyHelp) -> usize| keys.iter().map(width).max().unwrap_or(0);
        let key_width = widest(&|key| look.keys(key.keys).width());
        let column_width = key_width + 2 + widest(&|key| key.does.width());
        let most = usize::from(area.width.min(WIDEST).saturating_sub(4));
        let columns = ((most + GAP) / (column_width + GAP)).clamp(1, 3);
        // A second column is worth it only if one would be long.
        let columns = columns.min(keys.len().div_ceil(8)).max(1);
        let rows = keys.len().div_ceil(columns);
        let wide = (column_width + GAP) * columns - GAP + 4;
        let size = |count: usize, most: u16| u16::try_from(count).unwrap_or(u16::MAX).min(most);
        let frame = area.centered(
            Constraint::Length(size(wide, area.width)),
            Constraint::Length(size(rows + 2, area.height)),
        );
        Self { frame, inner: frame.inner(Margin::new(2, 1)), columns, rows, key_width, column_width }
    }
}
