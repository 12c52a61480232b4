//! The header and the footer of the screen: the current place, and what the keys do.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::keys::{KeyHelp, code};
use crate::page::{Page, Spot};
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

/// The keys that fit, none of them cut; how to leave and `all keys` always come last.
pub(super) fn draw_foot(page: &mut Page<'_, '_>, area: Rect, look: &Look, keys: &[KeyHelp]) {
    // What few people need is listed only under `?`.
    let rare = |key: &&KeyHelp| key.keys.iter().all(|name| name.starts_with("Ctrl"));
    let common: Vec<&KeyHelp> = keys.iter().filter(|key| !rare(key)).collect();
    let leaves = common.iter().rev().find(|key| key.keys.contains(&"Esc"));
    let leaves = leaves.or_else(|| common.iter().find(|key| key.does == "quit")).copied();
    let is_last = |key: &&KeyHelp| key.does == "all keys" || leaves == Some(*key);
    let (mut last, others): (Vec<&KeyHelp>, Vec<&KeyHelp>) = common.into_iter().partition(is_last);
    let mut room = usize::from(area.width).saturating_sub(1);
    // The list of all keys says how to leave, too, if there is no room for both.
    if last.iter().map(|key| taken(key, look)).sum::<usize>() > room {
        last.retain(|key| key.does == "all keys");
    }
    room = room.saturating_sub(last.iter().map(|key| taken(key, look)).sum());
    let fitting = others.into_iter().take_while(|key| {
        let fits = taken(key, look) <= room;
        room = room.saturating_sub(taken(key, look));
        fits
    });
    let shown: Vec<&KeyHelp> = fitting.chain(last).collect();
    let area = Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area };
    draw_keys(page, area, look, &shown, false);
}

/// Keys in a row, with what they do. A click on one presses it.
pub(crate) fn draw_keys(
    page: &mut Page<'_, '_>,
    area: Rect,
    look: &Look,
    keys: &[&KeyHelp],
    is_centred: bool,
) {
    let wide = keys.iter().map(|key| taken(key, look)).sum::<usize>().saturating_sub(2);
    let spare = usize::from(area.width).saturating_sub(wide) / 2;
    let mut rest = area;
    cut_left(&mut rest, if is_centred { spare } else { 0 });
    for key in keys {
        // None is cut.
        if taken(key, look).saturating_sub(2) > usize::from(rest.width) {
            break;
        }
        let does = Some((format!(" {}", key.does), Role::Faint, key.keys.last()));
        let names = key.keys.iter().enumerate().map(|(place, name)| {
            let gap = if place > 0 { " " } else { "" };
            (format!("{gap}{}", look.keys(name)), Role::Accent, Some(name))
        });
        for (text, role, name) in names.chain(does) {
            let place = cut_left(&mut rest, text.width());
            page.render_widget(look.line(text, role), place);
            if let Some(code) = name.and_then(|name| code(name)) {
                page.mark(place, Spot::Key(code));
            }
        }
        cut_left(&mut rest, 2);
    }
}

/// How many columns a key takes with what it does, and with the space behind it.
fn taken(key: &KeyHelp, look: &Look) -> usize {
    key.keys(look).width() + 1 + key.does.width() + 2
}

/// Cuts this many columns off the left.
fn cut_left(rest: &mut Rect, columns: usize) -> Rect {
    let width = u16::try_from(columns).unwrap_or(u16::MAX).min(rest.width);
    let cut = Rect { width, ..*rest };
    *rest = Rect { x: rest.x + width, width: rest.width - width, ..*rest };
    cut
}
