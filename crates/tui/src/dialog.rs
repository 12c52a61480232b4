//! A question that must be answered before anything else goes on.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use crate::{Look, Role};

/// A question that is answered with yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dialog {
    question: String,
}

/// Where the parts of a dialog lie.
struct Places {
    frame: Rect,
    question: Rect,
    yes: Rect,
    no: Rect,
}

const WIDEST: u16 = 50;
const YES: &str = " y  Yes ";
const NO: &str = " n  No ";

impl Dialog {
    pub(crate) fn new(question: impl Into<String>) -> Self {
        Self { question: question.into() }
    }

    /// What a key says to the question; none if it says nothing. Enter says nothing: whoever plays a move by pressing it
    /// twice has not said that they mean it.
    pub(crate) fn answer(&self, key: KeyEvent) -> Option<bool> {
        match key.code {
            KeyCode::Char('y' | 'Y') => Some(true),
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => Some(false),
            _ => None,
        }
    }

    /// What a click says to the question, if it is drawn in `area`; none if it says nothing.
    pub(crate) fn click(&self, area: Rect, mouse: MouseEvent) -> Option<bool> {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return None;
        }
        let at = Position::new(mouse.column, mouse.row);
        let places = self.places(area);
        let yes = places.yes.contains(at).then_some(true);
        yes.or_else(|| places.no.contains(at).then_some(false))
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let places = self.places(area);
        frame.render_widget(Clear, places.frame);
        frame.buffer_mut().set_style(places.frame, look.style(Role::Text));
        frame.render_widget(look.strong_frame(), places.frame);
        let lines = self.lines(places.question.width).into_iter().map(Line::from);
        frame.render_widget(
            Paragraph::new(lines.collect::<Vec<_>>()).style(look.style(Role::Strong)).centered(),
            places.question,
        );
        for (text, place) in [(YES, places.yes), (NO, places.no)] {
            let (key, word) = text.split_at(3);
            let line = Line::from(vec![
                Span::styled(key, look.style(Role::Selected)),
                Span::styled(word, look.style(Role::Text)),
            ]);
            frame.render_widget(line, place);
        }
    }

    fn places(&self, area: Rect) -> Places {
        let width = area.width.min(WIDEST);
        let lines = self.lines(width.saturating_sub(4)).len();
        let height = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(4).min(area.height);
        let around = area.centered(Constraint::Length(width), Constraint::Length(height));
        let inner = around.inner(Margin::new(2, 1));
        let [question, _, buttons] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)])
                .areas(inner);
        let wide = |text: &str| u16::try_from(text.len()).unwrap_or(0);
        let buttons = buttons.centered_horizontally(Constraint::Length(wide(YES) + wide(NO) + 3));
        let [yes, _, no] = Layout::horizontal([
            Constraint::Length(wide(YES)),
            Constraint::Length(3),
            Constraint::Length(wide(NO)),
        ])
        .areas(buttons);
        Places { frame: around, question, yes, no }
    }

    fn lines(&self, width: u16) -> Vec<std::borrow::Cow<'_, str>> {
        textwrap::wrap(&self.question, usize::from(width).max(1))
    }
}
