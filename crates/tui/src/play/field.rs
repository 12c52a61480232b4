//! A line to type into: a move, or the name of a file.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_table::{clean, is_clean};

/// A line to type into.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Field {
    text: String,
}

/// What a key does to it.
pub(super) enum Typed {
    /// It is complete.
    Done,
    /// It is given up.
    Left,
    /// The text is another.
    Changed,
    /// Nothing.
    Nothing,
}

impl Field {
    /// No file and no move has a longer text.
    const LONGEST: usize = 200;

    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Enter => Typed::Done,
            KeyCode::Esc => Typed::Left,
            KeyCode::Backspace if self.text.is_empty() => Typed::Left,
            KeyCode::Backspace => {
                self.text.pop();
                Typed::Changed
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.clear();
                Typed::Changed
            }
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.push(letter);
                Typed::Changed
            }
            _ => Typed::Nothing,
        }
    }

    /// Takes over the first line of a text, as much as fits.
    pub(super) fn paste(&mut self, text: &str) {
        let line: String =
            text.trim_start().chars().take_while(|c| *c != '\n' && *c != '\r').take(Self::LONGEST).collect();
        clean(&line).chars().for_each(|letter| self.push(letter));
    }

    fn push(&mut self, letter: char) {
        if self.text.chars().count() < Self::LONGEST && is_clean(letter.encode_utf8(&mut [0; 4])) {
            self.text.push(letter);
        }
    }
}
