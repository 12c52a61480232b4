//! A question that must be answered before anything else happens.

use crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use crate::keys::{Binding, always, bind};
use crate::page::{Page, Spot};
use crate::pane::wrap;
use crate::{Look, Role};

/// The keys that answer it. Enter does not: pressing it twice to play a move must not answer the question the move raised.
pub(crate) const KEYS: &[Binding<(), bool>] =
    &[bind("y Y", "yes", always, true), bind("n N Esc q", "no", always, false)];

const WIDEST: u16 = 50;
const YES: &str = " y  Yes ";
const NO: &str = " n  No ";

/// Asks in the middle of `area`. Nothing else can be clicked meanwhile.
pub(crate) fn draw(question: &str, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
    let width = area.width.min(WIDEST);
    let lines = wrap(question, width.saturating_sub(4));
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(4).min(area.height);
    let around = area.centered(Constraint::Length(width), Constraint::Length(height));
    page.cover();
    page.render_widget(Clear, around);
    page.buffer_mut().set_style(around, look.style(Role::Text));
    page.render_widget(look.strong_frame(), around);
    let inner = around.inner(Margin::new(2, 1));
    let [text, _, buttons] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)]).areas(inner);
    let lines = lines.into_iter().map(Line::from).collect::<Vec<_>>();
    page.render_widget(Paragraph::new(lines).style(look.style(Role::Strong)).centered(), text);
    let wide = |text: &str| u16::try_from(text.len()).unwrap_or(0);
    let widths = [wide(YES), 3, wide(NO)];
    let buttons = buttons.centered_horizontally(Constraint::Length(widths.iter().sum()));
    let [yes, _, no] = Layout::horizontal(widths.map(Constraint::Length)).areas(buttons);
    for (text, place, key) in [(YES, yes, 'y'), (NO, no, 'n')] {
        let (sign, word) = text.split_at(3);
        let line = Line::from(vec![look.span(sign, Role::Selected), look.span(word, Role::Text)]);
        page.render_widget(line, place);
        page.mark(place, Spot::Key(KeyCode::Char(key)));
    }
}
