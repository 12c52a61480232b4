//! The header and the footer of the screen: the current place, and what the keys do.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::keys::KeyHelp;
use crate::{Look, Role};

/// The header, the body and the footer of the screen. A very low screen is all body.
pub(super) fn rows(area: Rect) -> [Rect; 3] {
    let bar = u16::from(area.height >= 4);
    Layout::vertical([Constraint::Length(bar), Constraint::Fill(1), Constraint::Length(bar)]).areas(area)
}

/// The path from the first screen to this one, as much of its end as fits.
pub(super) fn draw_head(frame: &mut Frame<'_>, area: Rect, look: &Look, titles: &[String]) {
    let arrow = look.symbol(" › ", " > ");
    let room = usize::from(area.width).saturating_sub(2);
    let mut first = titles.len().saturating_sub(1);
    let width = |titles: &[String]| {
        titles.iter().map(|title| title.width()).sum::<usize>()
            + arrow.width() * titles.len().saturating_sub(1)
    };
    while first > 0 && width(titles.get(first - 1..).unwrap_or_default()) <= room {
        first -= 1;
    }
    let shown = titles.get(first..).unwrap_or_default();
    let mut spans = vec![Span::raw(" ")];
    for (place, title) in shown.iter().enumerate() {
        if place > 0 {
            spans.push(Span::raw(arrow));
        }
        spans.push(Span::raw(title.as_str()));
    }
    frame.buffer_mut().set_style(area, look.style(Role::Selected));
    frame.render_widget(Line::from(spans), area);
}

/// The keys that fit, none of them cut; `all keys` always comes last.
pub(super) fn draw_foot(frame: &mut Frame<'_>, area: Rect, look: &Look, keys: &[KeyHelp]) {
    let width = |key: &KeyHelp| key.keys(look).width() + 1 + key.does.width() + 2;
    // What few people need is listed only under `?`.
    let rare = |key: &&KeyHelp| key.keys.iter().all(|name| name.starts_with("Ctrl"));
    let common = keys.iter().filter(|key| !rare(key));
    let (all, others): (Vec<&KeyHelp>, Vec<&KeyHelp>) = common.partition(|key| key.does == "all keys");
    let reserved: usize = all.iter().map(|key| width(key)).sum();
    let mut room = usize::from(area.width).saturating_sub(1 + reserved);
    let fitting = others.into_iter().take_while(|key| {
        let fits = width(key) <= room;
        room = room.saturating_sub(width(key));
        fits
    });
    let mut spans = vec![Span::raw(" ")];
    for key in fitting.chain(all) {
        spans.push(look.span(key.keys(look), Role::Accent));
        spans.push(look.span(format!(" {}  ", key.does), Role::Faint));
    }
    frame.render_widget(Line::from(spans), area);
}
