//! The games as cards, and the text about the selected one.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::places::{HomeLayout, Shape};
use super::{Home, Offered};
use crate::keys::{TakesKeys, code};
use crate::page::{Page, Spot};
use crate::pane::{Text, balanced};
use crate::unfinished::within;
use crate::{Look, Role, miniature};

pub(super) fn draw(home: &Home, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
    let places = home.places(area);
    if let Some(unfinished) = home.unfinished.first() {
        let name = home.key_to("continue");
        let (key, word) = (format!(" {name} "), " Continue ");
        let more = match home.unfinished.len() {
            1 => String::new(),
            all => format!(", and {} more", all - 1),
        };
        let room = usize::from(places.banner.width).saturating_sub(key.len() + word.len() + more.len());
        let line = Line::from(vec![
            look.span(key, Role::Selected),
            look.span(word, Role::Accent),
            look.span(within(unfinished, room) + &more, Role::Text),
        ]);
        page.render_widget(line, places.banner);
        if let Some(code) = code(name) {
            page.mark(places.banner, Spot::Key(code));
        }
    }
    for (place, card) in &places.cards {
        let Some(offered) = home.games.get(*place) else { continue };
        let chosen = *place == home.chosen;
        page.mark(*card, Spot::Item(*place));
        match places.shape {
            Shape::Grid => grid_card(offered, chosen, page, *card, look),
            Shape::List => list_card(offered, chosen, page, *card, look),
            Shape::Short => page.render_widget(heading(offered, look.symbol("▌", ">"), chosen, look), *card),
        }
    }
    draw_panel(home, page, &places, look);
}

fn grid_card(offered: &Offered, chosen: bool, frame: &mut Frame<'_>, card: Rect, look: &Look) {
    let block = if chosen { look.strong_frame() } else { look.frame() };
    frame.render_widget(block, card);
    let inner = card.inner(Margin::new(3, 1));
    let info = offered.game.info();
    let title = look.span(format!(" {} ", info.title), title_role(chosen));
    let mut lines = vec![Line::from(title), Line::default()];
    if let Some(start) = &offered.start {
        lines.extend(miniature::axis(&**start, inner.width, look));
    }
    // The sentence is at the bottom of every card.
    let sentence = balanced(info.summary, inner.width.saturating_sub(2));
    let room = usize::from(inner.height).saturating_sub(sentence.len());
    lines.resize(room.max(lines.len()), Line::default());
    lines.extend(sentence.into_iter().map(|line| look.line(format!(" {line}"), Role::Text)));
    frame.render_widget(Paragraph::new(lines), inner);
}

fn list_card(offered: &Offered, chosen: bool, frame: &mut Frame<'_>, card: Rect, look: &Look) {
    const TITLE: usize = 26;
    let info = offered.game.info();
    let bar = if chosen { look.symbol("▌ ", "> ") } else { "  " };
    let mut first = heading(offered, bar, chosen, look);
    first.push_span(Span::raw(" ".repeat(TITLE.saturating_sub(info.title.width() + 2))));
    let room = card.width.saturating_sub(u16::try_from(TITLE + 2).unwrap_or(0));
    if let Some(start) = &offered.start {
        first.extend(miniature::row(&**start, room, look));
    }
    let second = [look.span(bar, Role::Accent), look.span(format!(" {}", info.summary), Role::Text)];
    frame.render_widget(Paragraph::new(vec![first, Line::from_iter(second)]), card);
}

/// The title of a game after a bar, which is visible only if the game is selected.
fn heading(offered: &Offered, bar: &'static str, chosen: bool, look: &Look) -> Line<'static> {
    let bar = if chosen { Span::raw(bar) } else { Span::raw(" ".repeat(bar.width())) };
    let title = look.span(format!(" {} ", offered.game.info().title), title_role(chosen));
    Line::from(vec![bar.style(look.style(Role::Accent)), title])
}

fn title_role(chosen: bool) -> Role {
    if chosen { Role::Selected } else { Role::Strong }
}

/// Who wins, if asked; else the problem; else the selected game where its card has no room for it.
fn draw_panel(home: &Home, frame: &mut Frame<'_>, places: &HomeLayout, look: &Look) {
    let margin = Margin::new(if places.shape == Shape::Short { 2 } else { 0 }, 0);
    let area = places.panel.inner(margin);
    let mut text = Text::new(area.width, look);
    match (&home.told, &home.notice) {
        (Some([headline, why]), _) => {
            text.say(headline, Role::Strong);
            text.say(why, Role::Text);
        }
        _ if home.asking.is_some() => text.say(look.symbol("Thinking …", "Thinking ..."), Role::Faint),
        (None, Some(notice)) => text.say(notice, Role::Warning),
        (None, None) if places.shape == Shape::Short => {
            if let Some(offered) = home.games.get(home.chosen) {
                text.say(offered.game.info().summary, Role::Text);
                if let Some(start) = &offered.start {
                    text.lines.push(miniature::row(&**start, area.width, look));
                }
            }
        }
        (None, None) => {
            let key = home.key_to("who wins?");
            text.say(&format!("Who wins with perfect play? Press {key} to see."), Role::Faint);
        }
    }
    if places.shape == Shape::Short && usize::from(area.height) > text.lines.len() {
        text.lines.insert(0, Line::default());
    }
    frame.render_widget(Paragraph::new(text.lines), area);
}
