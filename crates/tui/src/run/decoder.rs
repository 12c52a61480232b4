//! Decodes terminal input, byte by byte, into keys, mouse events and pastes.
//!
//! This replaces crossterm's own reader, which cannot be stopped, keeps reading when the terminal is gone, and collects
//! pastes of any size. No input makes this decoder grow or fail.

mod sequence;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_table::{clean, may_be_typed};

use crate::Event;

/// At most this much of a paste is kept; anything longer is not a move or a name.
const LONGEST_PASTE: usize = 64 * 1024;
/// No key has a longer sequence than this.
const LONGEST_SEQUENCE: usize = 64;
const ESCAPE: u8 = 0x1b;
const END_OF_PASTE: &[u8] = b"\x1b[201~";

/// Turns bytes into events.
#[derive(Default)]
pub(super) struct Decoder {
    state: State,
    /// The bytes of an incomplete sequence.
    begun: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// Between two keys.
    #[default]
    Between,
    /// In a character of several bytes.
    Character,
    /// After Esc, which may be a key by itself.
    Escape,
    /// After `Esc [`.
    Sequence,
    /// After `Esc O`: one more letter.
    Letter,
    /// In a pasted text.
    Paste,
    /// In a report from the terminal that was not requested, up to its end.
    Report,
}

impl Decoder {
    /// Whether a key has begun whose end may never come.
    pub(super) fn is_waiting(&self) -> bool {
        !matches!(self.state, State::Between | State::Paste)
    }

    /// Nothing more has arrived for a while: the sequence is complete as it is.
    pub(super) fn pause(&mut self) -> Vec<Event> {
        let event = match self.state {
            State::Escape => Some(key(KeyCode::Esc, KeyModifiers::NONE)),
            State::Sequence => {
                Some(key(KeyCode::Char('['), KeyModifiers::ALT)).filter(|_| self.begun.is_empty())
            }
            State::Letter => Some(key(KeyCode::Char('O'), KeyModifiers::ALT | KeyModifiers::SHIFT)),
            State::Between | State::Character | State::Paste | State::Report => None,
        };
        if self.is_waiting() {
            self.reset();
        }
        event.into_iter().collect()
    }

    /// Reads on.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<Event> {
        bytes.iter().filter_map(|byte| self.read(*byte)).collect()
    }

    fn reset(&mut self) {
        self.state = State::Between;
        self.begun.clear();
    }

    fn read(&mut self, byte: u8) -> Option<Event> {
        match self.state {
            State::Between => self.read_first(byte, KeyModifiers::NONE),
            State::Character => self.read_character(byte),
            State::Escape => self.read_after_escape(byte),
            State::Letter => {
                self.reset();
                sequence::letter(byte)
            }
            State::Sequence => self.read_sequence(byte),
            State::Paste => self.read_paste(byte),
            State::Report => {
                // It ends with a bell, or with Esc and a backslash.
                match byte {
                    0x07 => self.reset(),
                    ESCAPE => self.state = State::Escape,
                    _ => {}
                }
                None
            }
        }
    }

    fn read_first(&mut self, byte: u8, modifiers: KeyModifiers) -> Option<Event> {
        self.reset();
        let control =
            |letter: u8| Some(key(KeyCode::Char(char::from(letter)), modifiers | KeyModifiers::CONTROL));
        match byte {
            ESCAPE => {
                self.state = State::Escape;
                None
            }
            b'\r' | b'\n' => Some(key(KeyCode::Enter, modifiers)),
            b'\t' => Some(key(KeyCode::Tab, modifiers)),
            0x7f | 0x08 => Some(key(KeyCode::Backspace, modifiers)),
            0x00 => control(b' '),
            0x01..=0x1a => control(byte - 1 + b'a'),
            0x1c..=0x1f => control(byte - 0x1c + b'4'),
            0x20..=0x7e => character(char::from(byte), modifiers),
            0xc2..=0xf4 => {
                self.begun.push(byte);
                self.state = State::Character;
                None
            }
            // No character begins like this.
            0x80..=0xc1 | 0xf5..=0xff => None,
        }
    }

    fn read_character(&mut self, byte: u8) -> Option<Event> {
        if !(0x80..=0xbf).contains(&byte) {
            // The character was cut off, and another key follows.
            return self.read_first(byte, KeyModifiers::NONE);
        }
        self.begun.push(byte);
        match std::str::from_utf8(&self.begun) {
            Ok(text) => {
                let whole = text.chars().next();
                self.reset();
                whole.and_then(|whole| character(whole, KeyModifiers::NONE))
            }
            Err(error) if error.error_len().is_none() => None,
            Err(_) => {
                self.reset();
                None
            }
        }
    }

    fn read_after_escape(&mut self, byte: u8) -> Option<Event> {
        self.state = match byte {
            b'[' => State::Sequence,
            b'O' => State::Letter,
            b']' | b'P' | b'_' | b'^' | b'X' => State::Report,
            // The end of a report, or Alt and a backslash, which means nothing here either.
            b'\\' => State::Between,
            // Esc, and then something else that begins with Esc.
            ESCAPE => return Some(key(KeyCode::Esc, KeyModifiers::NONE)),
            _ => return self.read_first(byte, KeyModifiers::ALT),
        };
        None
    }

    fn read_sequence(&mut self, byte: u8) -> Option<Event> {
        match byte {
            0x40..=0x7e if !(byte == b'[' && self.begun.is_empty()) => {
                let name = std::mem::take(&mut self.begun);
                self.reset();
                if (name.as_slice(), byte) == (b"200", b'~') {
                    self.state = State::Paste;
                    return None;
                }
                sequence::named(&name, byte)
            }
            0x20..=0x3f | b'[' if self.begun.len() < LONGEST_SEQUENCE => {
                self.begun.push(byte);
                None
            }
            // Too long to mean anything: drops everything up to its end.
            0x20..=0x3f => None,
            _ => self.read_first(byte, KeyModifiers::NONE),
        }
    }

    fn read_paste(&mut self, byte: u8) -> Option<Event> {
        self.begun.push(byte);
        if self.begun.ends_with(END_OF_PASTE) {
            let length = self.begun.len() - END_OF_PASTE.len();
            let pasted = String::from_utf8_lossy(self.begun.get(..length).unwrap_or_default());
            let lines: Vec<_> = pasted.split(['\r', '\n']).map(clean).collect();
            let text = lines.join("\n");
            self.reset();
            return Some(Event::Paste(text));
        }
        // The excess is dropped, except for what may be its end.
        let most = LONGEST_PASTE + END_OF_PASTE.len();
        if self.begun.len() > most {
            self.begun.remove(most - END_OF_PASTE.len());
        }
        None
    }
}

/// A typed character. As elsewhere, a capital includes Shift. Characters that must not reach a screen are dropped.
fn character(c: char, modifiers: KeyModifiers) -> Option<Event> {
    let shift = if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    may_be_typed(c).then(|| key(KeyCode::Char(c), modifiers | shift))
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}
