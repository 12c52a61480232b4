//! A line to type into, with a word before it that says what for.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};

use crate::text_field::TextField;
use crate::{Look, Role};

/// A line to type into. Whatever must not reach a screen never gets into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prompt {
    label: &'static str,
    field: TextField,
}

/// What came of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// There is more to come.
    More,
    /// This is it.
    Done(String),
    /// Never mind.
    Left,
}

impl Prompt {
    /// No path or name is longer than this.
    const LONGEST: usize = 1024;

    pub(crate) fn new(label: &'static str, text: &str) -> Self {
        Self { label, field: TextField::new(text, Self::LONGEST) }
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Enter => return Typed::Done(self.text().trim().to_owned()),
            KeyCode::Esc => return Typed::Left,
            _ => self.field.key(key),
        };
        Typed::More
    }

    /// Takes a pasted text, as far as it is one line.
    pub(crate) fn paste(&mut self, text: &str) {
        self.field.insert(text);
    }

    /// What has been typed.
    pub(crate) fn text(&self) -> String {
        self.field.text()
    }

    /// The line, with the place where one types in sight.
    pub(crate) fn line(&self, width: u16, look: &Look) -> Line<'static> {
        let (before, after) = self.field.halves();
        let room = usize::from(width).saturating_sub(self.label.chars().count() + 2);
        let hidden = before.chars().count().saturating_sub(room);
        let mut after = after.chars();
        let under = after.next().map_or_else(|| " ".to_owned(), |letter| letter.to_string());
        Line::from(vec![
            Span::styled(format!("{} ", self.label), look.style(Role::Accent)),
            Span::styled(before.chars().skip(hidden).collect::<String>(), look.style(Role::Strong)),
            Span::styled(under, look.style(Role::Cursor)),
            Span::styled(after.collect::<String>(), look.style(Role::Strong)),
        ])
    }
}
