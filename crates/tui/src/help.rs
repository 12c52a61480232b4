//! All the keys of a screen, in an overlay.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::keys::{Binding, KeyHelp, always, bind};
use crate::page::{Page, Spot};
use crate::scroll::Scroll;
use crate::{Look, Role};

/// Any key that does not scroll closes the overlay; this is the one that is shown.
pub(crate) const KEYS: &[Binding<(), ()>] = &[bind("Esc", "close", always, ())];

/// The keys of a screen, scrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Help {
    scroll: Scroll,
}

/// How the keys are laid out.
struct HelpLayout {
    frame: Rect,
    inner: Rect,
    columns: usize,
    rows: usize,
    /// Whether there is room for every key with the same action.
    roomy: bool,
    key_width: usize,
    column_width: usize,
}

/// Between two columns.
const GAP: usize = 3;
/// Wider text is hard to read.
const WIDEST: u16 = 110;

impl Help {
    /// Takes a key, and says whether the overlay stays open.
    pub(crate) fn key(&mut self, key: KeyEvent, area: Rect, look: &Look, keys: &[KeyHelp]) -> bool {
        let HelpLayout { rows, inner, .. } = HelpLayout::new(area, look, keys);
        self.scroll.key(key, rows, inner.height)
    }

    pub(crate) fn draw(self, page: &mut Page<'_, '_>, area: Rect, look: &Look, keys: &[KeyHelp]) {
        let places = HelpLayout::new(area, look, keys);
        page.cover();
        page.mark(area, Spot::Key(KeyCode::Esc));
        page.render_widget(Clear, places.frame);
        page.buffer_mut().set_style(places.frame, look.style(Role::Text));
        let room = usize::from(places.inner.height);
        let top = self.scroll.top(places.rows, places.inner.height);
        let more = match (top > 0, top + room < places.rows) {
            (false, false) => "",
            (false, true) => look.symbol(" ↓ more ", " v more "),
            (true, false) => look.symbol(" ↑ more ", " ^ more "),
            (true, true) => look.symbol(" ↑↓ more ", " ^v more "),
        };
        let block = look
            .frame()
            .title(look.span(" Keys ", Role::Accent))
            .title_bottom(look.line(more, Role::Faint).right_aligned());
        page.render_widget(block, places.frame);
        let lines = (0..places.rows).skip(top).take(room).map(|row| {
            let mut spans = Vec::new();
            for column in 0..places.columns {
                let Some(key) = keys.get(column * places.rows + row) else { continue };
                let name = places.name(key, look);
                let pad = places.key_width.saturating_sub(name.width());
                spans.push(look.span(format!("{}{name}", " ".repeat(pad)), Role::Accent));
                let room = places.column_width.saturating_sub(places.key_width + 2 + key.does.width());
                spans.push(look.span(format!("  {}{}", key.does, " ".repeat(room + GAP)), Role::Text));
            }
            Line::from(spans)
        });
        page.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), places.inner);
    }
}

impl HelpLayout {
    fn new(area: Rect, look: &Look, keys: &[KeyHelp]) -> Self {
        let most = usize::from(area.width.min(WIDEST).saturating_sub(4));
        let widest = |width: &dyn Fn(&KeyHelp) -> usize| keys.iter().map(width).max().unwrap_or(0);
        let does = widest(&|key| key.does.width());
        let all = widest(&|key| key.all(look).width());
        let roomy = all + 2 + does <= most;
        let key_width = if roomy { all } else { widest(&|key| key.keys(look).width()) };
        let column_width = key_width + 2 + does;
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
        Self { frame, inner: frame.inner(Margin::new(2, 1)), columns, rows, roomy, key_width, column_width }
    }

    fn name(&self, key: &KeyHelp, look: &Look) -> String {
        if self.roomy { key.all(look) } else { key.keys(look) }
    }
}
