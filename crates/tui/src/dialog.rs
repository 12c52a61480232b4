//! A question that must be answered before anything else goes on.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::{Look, Role};

/// A question that is answered with yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dialog {
    question: String,
}

impl Dialog {
    pub(crate) fn new(question: impl Into<String>) -> Self {
        Self { question: question.into() }
    }

    /// What a key says to the question; none if it says nothing.
    pub(crate) fn answer(&self, key: KeyEvent) -> Option<bool> {
        match key.code {
            KeyCode::Char('y' | 'Y') | KeyCode::Enter => Some(true),
            KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => Some(false),
            _ => None,
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let width = area.width.min(46);
        let lines = textwrap::wrap(&self.question, usize::from(width.saturating_sub(4)).max(1));
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(4);
        let area = area.centered(Constraint::Length(width), Constraint::Length(height));
        let mut text: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        text.push(Line::default());
        text.push(Line::styled("y yes   n no", look.style(Role::Accent)));
        let block = Block::bordered().style(look.style(Role::Strong));
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(text).block(block).centered().wrap(Wrap { trim: true }), area);
    }
}
