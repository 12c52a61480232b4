//! What a classroom looks like: the heading, the board, and below it the text with the question and the replies.

use numberline_table::Ply;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Classroom;
use crate::bench::Benched;
use crate::board::Board;
use crate::keys::TakesKeys;
use crate::page::{Page, Spot};
use crate::pane::{Text, cut_bottom, cut_top};
use crate::scroll::draw_marks;
use crate::{Look, Role};

/// Where everything is. A part without room has size zero.
#[derive(Default)]
pub(super) struct Places {
    head: Rect,
    pub(super) board: Rect,
    text: Rect,
    /// The few words that can be answered.
    choices: Rect,
    foot: Rect,
}

/// Longer lines are hard to read.
const WIDEST: u16 = 96;

impl Classroom {
    pub(super) fn board<'a>(&'a self, preview: Option<&'a Ply>) -> Board<'a> {
        match &self.punished {
            Some((after, ply)) => Board { last: Some(ply), ..Board::new(&**after, self.bench.pointer.focus) },
            None => Board {
                seat: self.pointing(),
                aim: self.bench.pointer.aim(),
                preview,
                last: self.last.as_ref(),
                ..Board::new(&*self.at, self.bench.pointer.focus)
            },
        }
    }

    pub(super) fn places(&self, area: Rect) -> Places {
        let mut rest = area;
        let mut places =
            Places { head: cut_top(&mut rest, 1), foot: cut_bottom(&mut rest, 1), ..Places::default() };
        if self.sheet.board.is_some() {
            let room = Rect { height: (area.height / 2).saturating_sub(1).max(4), ..area };
            let rows = self.board(None).height(room).min(room.height).min(rest.height.saturating_sub(3));
            places.board = cut_top(&mut rest, rows);
        }
        if !self.choices().is_empty() {
            places.choices = cut_bottom(&mut rest, 1);
        }
        let side = if area.width >= 60 { 2 } else { 1 };
        let mut text = rest.inner(Margin::new(side, 0));
        text.width = text.width.min(WIDEST);
        places.text = text;
        places
    }

    pub(super) fn draw_all(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let places = self.places(area);
        page.render_widget(self.head(look), places.head);
        if self.sheet.board.is_some() {
            let preview = self.pointed().filter(|_| self.can_point());
            let preview = preview.and_then(|text| self.at.preview(&text).ok());
            self.board(preview.as_ref()).draw(page, places.board, look);
        }
        self.draw_text(page, places.text, look);
        self.draw_choices(page, places.choices, look);
        page.render_widget(self.foot(places.foot.width, look), places.foot);
    }

    /// `2 of 4: Make the halves`, and how a run goes.
    fn head(&self, look: &Look) -> Line<'static> {
        let mut spans = vec![look.span(format!(" {}", self.sheet.heading), Role::Accent)];
        let dot = look.symbol(" · ", " - ");
        if let Some(left) = self.time_left.filter(|_| self.over.is_none()) {
            let seconds = left.as_secs();
            spans.push(look.span(format!("{dot}{}:{:02} left", seconds / 60, seconds % 60), Role::Strong));
        }
        if let Some(score) = self.score.as_ref().filter(|_| self.over.is_none()) {
            spans.push(look.span(format!("{dot}{score}"), Role::Faint));
        }
        Line::from(spans)
    }

    fn draw_text(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let mut text = Text::new(area.width, look);
        for paragraph in &self.sheet.text {
            text.say(paragraph, Role::Text);
            text.gap();
        }
        if let Some(ask) = self.sheet.ask.as_ref().filter(|_| !self.done) {
            text.say(&format!("{ask}{}", if ask.ends_with(['.', '?']) { "" } else { "." }), Role::Strong);
        }
        text.gap();
        for (line, role) in &self.lines {
            text.say(line, *role);
        }
        if self.punished.is_some() {
            text.say("The board shows the reply. Enter: try again.", Role::Faint);
        } else if let Some(over) = &self.over {
            if let Some(versus) = &over.versus {
                text.say(&format!("{}  {}", self.key_to("play a match"), versus.offer), Role::Text);
            }
            if let Some(next) = &over.next {
                text.say(&format!("Enter  The next lesson: {}", next.title), Role::Text);
            }
        }
        let (rows, height) = (text.lines.len(), usize::from(area.height));
        let last = rows.saturating_sub(height);
        // What was said last is in view, and before that the beginning.
        let from = if self.lines.is_empty() { 0 } else { last };
        let top = usize::try_from(i64::try_from(from).unwrap_or(0) + i64::from(self.scrolled))
            .unwrap_or(0)
            .min(last);
        let shown: Vec<Line<'_>> = text.lines.into_iter().skip(top).take(height).collect();
        page.render_widget(Paragraph::new(shown), area);
        draw_marks(page, Rect { width: area.width + 1, ..area }, look, top > 0, top < last);
    }

    /// A few words side by side, to be chosen or clicked.
    fn draw_choices(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let mut column = area.x.saturating_add(2);
        for (place, word) in self.choices().iter().enumerate() {
            let chosen = place == self.choice;
            let (open, close) = if chosen { ("[", "]") } else { (" ", " ") };
            let text = format!("{open} {word} {close}");
            let width = u16::try_from(text.len()).unwrap_or(0);
            let spot = Rect { x: column, width, ..area }.intersection(area);
            page.render_widget(
                Span::styled(text, look.style(if chosen { Role::Selected } else { Role::Text })),
                spot,
            );
            page.mark(spot, Spot::Item(place));
            column = column.saturating_add(width + 2);
        }
    }

    fn foot(&self, width: u16, look: &Look) -> Line<'static> {
        if let Some(line) = self.bench.prompt_line(width, look) {
            return line;
        }
        if self.working.is_slow() {
            return look.line(format!(" {}", self.working.words(look, "thinking")), Role::Accent);
        }
        look.line(format!(" {}", self.bench.note.text), self.bench.note.role)
    }
}
