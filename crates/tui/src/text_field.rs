//! An input line.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_table::is_clean;
use ratatui::text::{Line, Span};

use crate::{Look, Role};

/// A line of text with a cursor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TextField {
    letters: Vec<char>,
    place: usize,
    /// How many characters there can be.
    most: usize,
}

impl TextField {
    /// No path or move is longer than this.
    pub(crate) const LONG: usize = 1024;

    pub(crate) fn new(text: &str, most: usize) -> Self {
        let mut field = Self { letters: Vec::new(), place: 0, most };
        field.insert(text);
        field
    }

    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// A line with its purpose, and the cursor in view.
    pub(crate) fn line(&self, label: &str, width: u16, look: &Look) -> Line<'static> {
        let room = usize::from(width).saturating_sub(label.chars().count() + 2);
        let head = look.span(format!("{label} "), Role::Accent);
        Line::from_iter([head].into_iter().chain(self.spans(room, Role::Strong, look)))
    }

    /// The text with the cursor marked, and at most this many characters before it.
    pub(crate) fn spans(&self, room: usize, role: Role, look: &Look) -> [Span<'static>; 3] {
        let (before, after) = self.letters.split_at(self.place.min(self.letters.len()));
        let (under, after) = after.split_first().map_or((' ', after), |(under, after)| (*under, after));
        let before = before.iter().skip(before.len().saturating_sub(room));
        let texts =
            [(before.collect(), role), (String::from(under), Role::Cursor), (after.iter().collect(), role)];
        texts.map(|(text, role)| look.span(text, role))
    }

    pub(crate) fn set(&mut self, text: &str) {
        self.letters.clear();
        self.place = 0;
        self.insert(text);
    }

    /// Inserts text at the cursor: its first line, without unprintable characters, and no more than fits.
    pub(crate) fn insert(&mut self, text: &str) {
        let room = self.most.saturating_sub(self.letters.len());
        let line = text.lines().next().unwrap_or_default().chars().take(4 * self.most);
        let letters: Vec<char> =
            line.filter(|letter| is_clean(letter.encode_utf8(&mut [0; 4]))).take(room).collect();
        let count = letters.len();
        self.letters.splice(self.place..self.place, letters);
        self.place += count;
    }

    /// Takes a key, and says whether it was one for a line of text.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('u') if control => self.set(""),
            KeyCode::Char('a') if control => self.place = 0,
            KeyCode::Char('e') if control => self.place = self.letters.len(),
            KeyCode::Char(_) if control => return false,
            KeyCode::Char(letter) => self.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Left => self.place = self.place.saturating_sub(1),
            KeyCode::Right => self.place = (self.place + 1).min(self.letters.len()),
            KeyCode::Home => self.place = 0,
            KeyCode::End => self.place = self.letters.len(),
            KeyCode::Backspace if self.place > 0 => {
                self.place -= 1;
                self.letters.remove(self.place);
            }
            KeyCode::Delete if self.place < self.letters.len() => {
                self.letters.remove(self.place);
            }
            KeyCode::Backspace | KeyCode::Delete => {}
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(field: &mut TextField, codes: &[KeyCode]) {
        for code in codes {
            field.key(KeyEvent::from(*code));
        }
    }

    #[test]
    fn text_is_typed_and_mended() {
        let mut field = TextField::new("Ad", 8);
        typed(&mut field, &[KeyCode::Char('a'), KeyCode::Left, KeyCode::Left, KeyCode::Char('n')]);
        assert_eq!(field.text(), "Anda");
        typed(&mut field, &[KeyCode::Backspace, KeyCode::End, KeyCode::Backspace, KeyCode::Delete]);
        assert_eq!(field.text(), "Ad");
        typed(&mut field, &[KeyCode::Home, KeyCode::Backspace, KeyCode::Delete]);
        assert_eq!((field.place, field.text().as_str()), (0, "d"));
    }

    #[test]
    fn a_large_paste_leaves_what_fits() {
        let mut field = TextField::new("", 5);
        field.insert(&"\u{1b}[31mé漢字\u{202e}abc\nsecond".repeat(100_000));
        assert_eq!(field.text(), "[31mé");
        field.insert("more");
        assert_eq!(field.text(), "[31mé");
    }
}
