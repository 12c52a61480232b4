//! A line to type into.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_table::is_clean;
use ratatui::text::{Line, Span};

use crate::{Look, Role};

/// A line to type into. Whatever must not reach a screen never gets into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prompt {
    label: &'static str,
    text: String,
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

    pub(crate) fn new(label: &'static str, text: impl Into<String>) -> Self {
        Self { label, text: text.into() }
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Typed::Done(self.text.trim().to_owned()),
            KeyCode::Esc => return Typed::Left,
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char(letter) if !control => self.put(letter),
            _ => {}
        }
        Typed::More
    }

    /// Takes a pasted text, as far as it is one line.
    pub(crate) fn paste(&mut self, text: &str) {
        for letter in text.lines().next().unwrap_or_default().chars().take(Self::LONGEST) {
            self.put(letter);
        }
    }

    /// What has been typed.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The line, with its end in sight.
    pub(crate) fn line(&self, width: u16, look: &Look) -> Line<'static> {
        let room = usize::from(width).saturating_sub(self.label.chars().count() + 2);
        let length = self.text.chars().count();
        let shown: String = self.text.chars().skip(length.saturating_sub(room)).collect();
        Line::from(vec![
            Span::styled(format!("{} ", self.label), look.style(Role::Accent)),
            Span::styled(shown, look.style(Role::Strong)),
            Span::styled(" ", look.style(Role::Cursor)),
        ])
    }

    fn put(&mut self, letter: char) {
        let is_safe = is_clean(letter.encode_utf8(&mut [0; 4]));
        if is_safe && self.text.len().saturating_add(letter.len_utf8()) <= Self::LONGEST {
            self.text.push(letter);
        }
    }
}
