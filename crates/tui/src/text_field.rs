//! An input line.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_table::{cleaned, may_be_typed};
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::{Look, Role};

/// A line of text with a cursor. An emoji of several parts is one letter to the cursor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TextField {
    /// What was typed. It may end in what holds an emoji together, waiting for its next part.
    before: String,
    /// What stands behind the cursor.
    after: String,
    /// How many characters there can be.
    most: usize,
}

impl TextField {
    /// No path or move is longer than this.
    pub(crate) const LONG: usize = 1024;

    pub(crate) fn new(text: &str, most: usize) -> Self {
        let mut field = Self { most, ..Self::default() };
        field.insert(text);
        field
    }

    pub(crate) fn text(&self) -> String {
        cleaned(&[self.before.as_str(), &self.after].concat())
    }

    /// A line with its purpose, and the cursor in view.
    pub(crate) fn line(&self, label: &str, width: u16, look: &Look) -> Line<'static> {
        let room = usize::from(width).saturating_sub(label.chars().count() + 2);
        let head = look.span(format!("{label} "), Role::Accent);
        Line::from_iter([head].into_iter().chain(self.spans(room, Role::Strong, look)))
    }

    /// The text with the cursor marked, and at most this many columns before it.
    pub(crate) fn spans(&self, room: usize, role: Role, look: &Look) -> [Span<'static>; 3] {
        let before = cleaned(&self.before);
        let mut left = before.as_str();
        while left.width() > room {
            left = without_first(left);
        }
        let under = cleaned(first(&self.after));
        let under = if under.is_empty() { " ".to_owned() } else { under };
        let texts =
            [(left.to_owned(), role), (under, Role::Cursor), (cleaned(without_first(&self.after)), role)];
        texts.map(|(text, role)| look.span(text, role))
    }

    pub(crate) fn set(&mut self, text: &str) {
        *self = Self::new(text, self.most);
    }

    /// Inserts text at the cursor: its first line, without unprintable characters, and no more than fits.
    pub(crate) fn insert(&mut self, text: &str) {
        let room = self.most.saturating_sub(self.before.chars().count() + self.after.chars().count());
        let line = text.lines().next().unwrap_or_default().chars().take(4 * self.most);
        self.before.extend(line.filter(|letter| may_be_typed(*letter)).take(room));
    }

    /// Takes a key, and says whether it was one for a line of text.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('u') if control => self.set(""),
            KeyCode::Char('a') if control => self.go_to_start(),
            KeyCode::Char('e') if control => self.go_to_end(),
            KeyCode::Char(_) if control => return false,
            KeyCode::Char(letter) => self.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Left => {
                let crossed = self.drop_last();
                self.after.insert_str(0, &crossed);
            }
            KeyCode::Right => {
                let crossed = self.drop_next();
                self.before.push_str(&crossed);
            }
            KeyCode::Home => self.go_to_start(),
            KeyCode::End => self.go_to_end(),
            KeyCode::Backspace => {
                self.drop_last();
            }
            KeyCode::Delete => {
                self.drop_next();
            }
            _ => return false,
        }
        true
    }

    fn go_to_start(&mut self) {
        self.before.push_str(&self.after);
        self.after = std::mem::take(&mut self.before);
    }

    fn go_to_end(&mut self) {
        self.before.push_str(&self.after);
        self.after.clear();
    }

    /// Takes away the letter before the cursor.
    fn drop_last(&mut self) -> String {
        let start = self.before.grapheme_indices(true).next_back().map_or(0, |(start, _)| start);
        self.before.split_off(start)
    }

    /// Takes away the letter behind the cursor.
    fn drop_next(&mut self) -> String {
        self.after.drain(..first(&self.after).len()).collect()
    }
}

/// The first letter of a text, with all of its parts.
fn first(text: &str) -> &str {
    text.graphemes(true).next().unwrap_or_default()
}

fn without_first(text: &str) -> &str {
    text.strip_prefix(first(text)).unwrap_or_default()
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
    fn text_is_typed_and_edited() {
        let mut field = TextField::new("Ad", 8);
        typed(&mut field, &[KeyCode::Char('a'), KeyCode::Left, KeyCode::Left, KeyCode::Char('n')]);
        assert_eq!(field.text(), "Anda");
        typed(&mut field, &[KeyCode::Backspace, KeyCode::End, KeyCode::Backspace, KeyCode::Delete]);
        assert_eq!(field.text(), "Ad");
        typed(&mut field, &[KeyCode::Home, KeyCode::Backspace, KeyCode::Delete]);
        assert_eq!((field.before.as_str(), field.after.as_str()), ("", "d"));
    }

    #[test]
    fn a_large_paste_leaves_what_fits() {
        let mut field = TextField::new("", 5);
        field.insert(&"\u{1b}[31mé漢字\u{202e}abc\nsecond".repeat(100_000));
        assert_eq!(field.text(), "[31mé");
        field.insert("more");
        assert_eq!(field.text(), "[31mé");
    }

    #[test]
    fn an_emoji_of_several_parts_is_typed_and_is_one_letter() {
        let family = "👨\u{200D}👩\u{200D}👧";
        let mut field = TextField::new("", 32);
        typed(&mut field, &family.chars().map(KeyCode::Char).collect::<Vec<_>>());
        assert_eq!(field.text(), family);
        typed(&mut field, &[KeyCode::Left, KeyCode::Char('a'), KeyCode::End, KeyCode::Char('b')]);
        assert_eq!(field.text(), format!("a{family}b"));
        typed(&mut field, &[KeyCode::Backspace, KeyCode::Backspace]);
        assert_eq!(field.text(), "a");
        // What holds nothing together is not kept.
        typed(&mut field, &['\u{200D}', 'd', '\u{202e}', 'a', '\u{200D}'].map(KeyCode::Char));
        assert_eq!(field.text(), "ada");
    }
}
