//! What terminals send, and what they should not send.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails says so by panicking")]

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_table::{is_clean, may_be_typed};
use proptest::prelude::*;

use super::{Decoder, LONGEST_PASTE, LONGEST_SEQUENCE};
use crate::Event;

/// All events in these bytes, if nothing follows them.
fn all(bytes: &[u8]) -> Vec<String> {
    let mut decoder = Decoder::default();
    let mut events = decoder.take(bytes);
    events.extend(decoder.pause());
    events.iter().map(say).collect()
}

fn say(event: &Event) -> String {
    match event {
        Event::Key(KeyEvent { code, modifiers, .. }) if modifiers.is_empty() => format!("{code}"),
        Event::Key(KeyEvent { code, modifiers, .. }) => format!("{modifiers}+{code}"),
        Event::Mouse(MouseEvent { kind, column, row, modifiers }) => {
            format!("{kind:?} {column} {row} {modifiers}")
        }
        Event::Paste(text) => format!("paste {text:?}"),
        _ => panic!("nobody typed that"),
    }
}

fn keys(codes: &[(KeyCode, KeyModifiers)]) -> Vec<String> {
    codes.iter().map(|(code, modifiers)| say(&Event::Key(KeyEvent::new(*code, *modifiers)))).collect()
}

#[test]
fn letters_and_control_keys() {
    let (none, shift) = (KeyModifiers::NONE, KeyModifiers::SHIFT);
    let control = KeyModifiers::CONTROL;
    assert_eq!(
        all("aZ5é漢 \r\n\t\x7f\x03\x1a\x0c\x00".as_bytes()),
        keys(&[
            (KeyCode::Char('a'), none),
            (KeyCode::Char('Z'), shift),
            (KeyCode::Char('5'), none),
            (KeyCode::Char('é'), none),
            (KeyCode::Char('漢'), none),
            (KeyCode::Char(' '), none),
            (KeyCode::Enter, none),
            (KeyCode::Enter, none),
            (KeyCode::Tab, none),
            (KeyCode::Backspace, none),
            (KeyCode::Char('c'), control),
            (KeyCode::Char('z'), control),
            (KeyCode::Char('l'), control),
            (KeyCode::Char(' '), control),
        ])
    );
}

#[test]
fn keys_with_names() {
    let none = KeyModifiers::NONE;
    for (bytes, code, modifiers) in [
        ("\x1b[A", KeyCode::Up, none),
        ("\x1bOB", KeyCode::Down, none),
        ("\x1b[1;2C", KeyCode::Right, KeyModifiers::SHIFT),
        ("\x1b[1;5D", KeyCode::Left, KeyModifiers::CONTROL),
        ("\x1b[H", KeyCode::Home, none),
        ("\x1b[4~", KeyCode::End, none),
        ("\x1b[5~", KeyCode::PageUp, none),
        ("\x1b[6;3~", KeyCode::PageDown, KeyModifiers::ALT),
        ("\x1b[2~", KeyCode::Insert, none),
        ("\x1b[3~", KeyCode::Delete, none),
        ("\x1b[Z", KeyCode::BackTab, KeyModifiers::SHIFT),
        ("\x1bOP", KeyCode::F(1), none),
        ("\x1b[[E", KeyCode::F(5), none),
        ("\x1b[24~", KeyCode::F(12), none),
        ("\x1b[27;1;27~", KeyCode::Esc, none),
        ("\x1b[113;5u", KeyCode::Char('q'), KeyModifiers::CONTROL),
        ("\x1b[13u", KeyCode::Enter, none),
        ("\x1bx", KeyCode::Char('x'), KeyModifiers::ALT),
    ] {
        assert_eq!(all(bytes.as_bytes()), keys(&[(code, modifiers)]), "{}", bytes.escape_debug());
    }
}

#[test]
fn a_lone_escape_is_known_by_what_does_not_follow() {
    let mut decoder = Decoder::default();
    assert!(decoder.take(b"\x1b").is_empty() && decoder.is_waiting());
    assert_eq!(decoder.pause().iter().map(say).collect::<Vec<_>>(), ["Esc"]);
    assert!(!decoder.is_waiting() && decoder.pause().is_empty());
    // Twice in a row, and in front of another key.
    assert_eq!(all(b"\x1b\x1b"), ["Esc", "Esc"]);
    assert_eq!(
        all(b"\x1b\x1b[A"),
        keys(&[(KeyCode::Esc, KeyModifiers::NONE), (KeyCode::Up, KeyModifiers::NONE)])
    );
}

#[test]
fn the_mouse() {
    let left = MouseButton::Left;
    for (bytes, kind, column, row) in [
        ("\x1b[<0;1;1M", MouseEventKind::Down(left), 0, 0),
        ("\x1b[<0;300;100m", MouseEventKind::Up(left), 299, 99),
        ("\x1b[<2;5;6M", MouseEventKind::Down(MouseButton::Right), 4, 5),
        ("\x1b[<32;5;6M", MouseEventKind::Drag(left), 4, 5),
        ("\x1b[<35;5;6M", MouseEventKind::Moved, 4, 5),
        ("\x1b[<64;5;6M", MouseEventKind::ScrollUp, 4, 5),
        ("\x1b[<65;5;6M", MouseEventKind::ScrollDown, 4, 5),
        ("\x1b[32;5;6M", MouseEventKind::Down(left), 4, 5),
    ] {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        assert_eq!(all(bytes.as_bytes()), [say(&Event::Mouse(event))], "{}", bytes.escape_debug());
    }
    assert!(all(b"\x1b[<0;0;5M\x1b[<;;M\x1b[<99999;1;1M\x1b[<0;1M").is_empty());
}

#[test]
fn pastes_are_cleaned_and_cut() {
    assert_eq!(all(b"\x1b[200~5 6\r\nq\x1b[201~x"), ["paste \"5 6\\n\\nq\"", "x"]);
    assert_eq!(all(b"\x1b[200~\x1b[31m\x07\xff\x1b[201~"), ["paste \"\u{fffd}[31m\u{fffd}\u{fffd}\""]);
    let long = [b"\x1b[200~".as_slice(), "é".repeat(1 << 20).as_bytes(), b"\x1b[201~y"].concat();
    let mut decoder = Decoder::default();
    let events = decoder.take(&long);
    let [Event::Paste(text), Event::Key(_)] = events.as_slice() else { panic!("a paste and a key") };
    assert!(text.len() <= LONGEST_PASTE + 3 && text.starts_with("éé"), "{}", text.len());
}

#[test]
fn reports_that_nobody_asked_for_are_passed_over() {
    assert_eq!(all(b"\x1b]11;rgb:0/0/0\x07a\x1bP1+r544e\x1b\\b\x1b[?62;c\x1b[Ic"), ["a", "b", "c"]);
}

proptest! {
    #[test]
    fn whatever_comes_is_read_and_nothing_grows(parts in prop::collection::vec(
        prop_oneof![
            prop::collection::vec(any::<u8>(), 0..20),
            Just(b"\x1b[200~".to_vec()),
            Just(b"\x1b[201~".to_vec()),
            Just(b"\x1b[<".to_vec()),
            Just(b"\x1b".to_vec()),
            Just(vec![b'1'; 200]),
        ],
        0..40,
    )) {
        let bytes = parts.concat();
        let whole: Vec<String> = {
            let mut decoder = Decoder::default();
            decoder.take(&bytes).iter().map(say).collect()
        };
        // The same in pieces, as a slow connection delivers it.
        let mut decoder = Decoder::default();
        let mut pieces = Vec::new();
        for part in &parts {
            for event in decoder.take(part) {
                if let Event::Paste(text) = &event {
                    prop_assert!(text.lines().all(is_clean) && text.len() <= 3 * LONGEST_PASTE + 3);
                }
                if let Event::Key(KeyEvent { code: KeyCode::Char(c), .. }) = &event {
                    prop_assert!(may_be_typed(*c));
                }
                pieces.push(say(&event));
            }
            prop_assert!(decoder.begun.len() <= LONGEST_PASTE.max(LONGEST_SEQUENCE) + 16);
        }
        prop_assert_eq!(whole, pieces);
    }
}
