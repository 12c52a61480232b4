//! The games as cards, and what is to be said about the chosen one.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::places::{Places, Shape};
use super::{Home, Offered, Secret};
use crate::{Look, Role, miniature, pane};

pub(super) fn draw(home: &Home, frame: &mut Frame<'_>, area: Rect, look: &Look) {
    let places = home.places(area);
    if let Some(unfinished) = &home.unfinished {
        let [key, word] = [" c ", " Continue "];
        let room = usize::from(places.banner.width).saturating_sub(key.len() + word.len());
        let line = Line::from(vec![
            Span::styled(key, look.style(Role::Selected)),
            Span::styled(word, look.style(Role::Accent)),
            Span::styled(unfinished.within(room), look.style(Role::Text)),
        ]);
        frame.render_widget(line, places.banner);
    }
    for (place, card) in &places.cards {
        let Some(offered) = home.games.get(*place) else { continue };
        let chosen = *place == home.chosen;
        match places.shape {
            Shape::Grid => grid_card(offered, chosen, frame, *card, look),
            Shape::List => list_card(offered, chosen, frame, *card, look),
            Shape::Short => short_card(offered, chosen, frame, *card, look),
        }
    }
    draw_panel(home, frame, &places, look);
}

fn grid_card(offered: &Offered, chosen: bool, frame: &mut Frame<'_>, card: Rect, look: &Look) {
    let block = if chosen { look.strong_frame() } else { look.frame() };
    frame.render_widget(block, card);
    let inner = card.inner(Margin::new(3, 1));
    let info = offered.game.info();
    let title = Span::styled(format!(" {} ", info.title), look.style(title_role(chosen)));
    let mut lines = vec![Line::from(title), Line::default()];
    if let Some(start) = &offered.start {
        lines.extend(miniature::axis(&**start, inner.width, look));
    }
    // The sentence stands at the bottom of every card.
    let sentence = balanced(info.summary, inner.width.saturating_sub(2));
    let room = usize::from(inner.height).saturating_sub(sentence.len());
    lines.resize(room.max(lines.len()), Line::default());
    lines.extend(sentence.into_iter().map(|line| Line::styled(format!(" {line}"), look.style(Role::Text))));
    frame.render_widget(Paragraph::new(lines), inner);
}

fn list_card(offered: &Offered, chosen: bool, frame: &mut Frame<'_>, card: Rect, look: &Look) {
    const TITLE: usize = 26;
    let info = offered.game.info();
    let bar = if chosen { look.symbol("▌ ", "> ") } else { "  " };
    let mut first = vec![
        Span::styled(bar, look.style(Role::Accent)),
        Span::styled(format!(" {} ", info.title), look.style(title_role(chosen))),
        Span::raw(" ".repeat(TITLE.saturating_sub(info.title.width() + 2))),
    ];
    let room = card.width.saturating_sub(u16::try_from(TITLE + 2).unwrap_or(0));
    if let Some(start) = &offered.start {
        first.extend(miniature::row(&**start, room, look).spans);
    }
    let second = vec![
        Span::styled(bar, look.style(Role::Accent)),
        Span::styled(format!(" {}", info.summary), look.style(Role::Text)),
    ];
    frame.render_widget(Paragraph::new(vec![Line::from(first), Line::from(second)]), card);
}

fn short_card(offered: &Offered, chosen: bool, frame: &mut Frame<'_>, card: Rect, look: &Look) {
    let bar = if chosen { look.symbol("▌", ">") } else { " " };
    let line = Line::from(vec![
        Span::styled(bar, look.style(Role::Accent)),
        Span::styled(format!(" {} ", offered.game.info().title), look.style(title_role(chosen))),
    ]);
    frame.render_widget(line, card);
}

/// Lines of about the same length: no word is left alone on the last one.
fn balanced(text: &str, width: u16) -> Vec<String> {
    let wrap = |width: u16| pane::wrap(text, width);
    let widest = wrap(width);
    let narrower = (1..width).rev().map(wrap).take_while(|lines| lines.len() == widest.len());
    narrower.last().unwrap_or(widest)
}

fn title_role(chosen: bool) -> Role {
    if chosen { Role::Selected } else { Role::Strong }
}

/// Who wins, if somebody asked; else what went wrong; else the chosen game where its card has no room for it.
fn draw_panel(home: &Home, frame: &mut Frame<'_>, places: &Places, look: &Look) {
    let margin = Margin::new(if places.shape == Shape::Short { 2 } else { 0 }, 0);
    let area = places.panel.inner(margin);
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut say = |text: &str, role: Role| {
        let wrapped = textwrap::wrap(text, usize::from(area.width).max(1)).into_iter();
        lines.extend(wrapped.map(|line| Line::styled(line.into_owned(), look.style(role))));
    };
    match (&home.secret, &home.notice) {
        (Secret::Told { headline, why }, _) => {
            say(headline, Role::Strong);
            say(why, Role::Text);
        }
        (Secret::Asked(_), _) => say(look.symbol("Thinking …", "Thinking ..."), Role::Faint),
        (Secret::Hidden, Some(notice)) => say(notice, Role::Warning),
        (Secret::Hidden, None) if places.shape == Shape::Short => {
            if let Some(offered) = home.games.get(home.chosen) {
                say(offered.game.info().summary, Role::Text);
                if let Some(start) = &offered.start {
                    lines.push(miniature::row(&**start, area.width, look));
                }
            }
        }
        (Secret::Hidden, None) => {
            say("Who wins with perfect play? Press w to be told.", Role::Faint);
        }
    }
    if places.shape == Shape::Short && usize::from(area.height) > lines.len() {
        lines.insert(0, Line::default());
    }
    frame.render_widget(Paragraph::new(lines), area);
}
