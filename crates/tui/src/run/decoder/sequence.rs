//! The keys and buttons that a terminal sends as sequences: `Esc [ … letter` and `Esc O letter`.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{character, key};
use crate::Event;

/// The key that `Esc O letter` stands for.
pub(super) fn letter(letter: u8) -> Option<Event> {
    Some(key(code_of(letter)?, KeyModifiers::NONE))
}

/// The key, or the mouse event, that `Esc [ name letter` stands for.
pub(super) fn named(name: &[u8], letter: u8) -> Option<Event> {
    let name = std::str::from_utf8(name).ok()?;
    if let Some(name) = name.strip_prefix('<') {
        let [buttons, column, row] = numbers(name)?;
        return mouse(buttons, column, row, letter == b'm');
    }
    if let Some(number) = name.strip_prefix('[') {
        // The Linux console: `Esc [ [ A` to `E` are F1 to F5.
        return match letter {
            b'A'..=b'E' if number.is_empty() => Some(key(KeyCode::F(letter - b'A' + 1), KeyModifiers::NONE)),
            _ => None,
        };
    }
    match letter {
        b'M' => {
            // The older mouse report, where the buttons begin at 32.
            let [buttons, column, row] = numbers(name)?;
            mouse(buttons.checked_sub(32)?, column, row, false)
        }
        b'~' => {
            let [number, modifiers, rest] = numbers(name)?;
            match number {
                // Other keys with modifiers, as xterm names them.
                27 => typed(rest, modifiers),
                _ => Some(key(code_numbered(number)?, modifiers_of(modifiers))),
            }
        }
        b'u' => {
            let [number, modifiers, _] = numbers(name)?;
            typed(number, modifiers)
        }
        b'Z' => Some(key(KeyCode::BackTab, KeyModifiers::SHIFT)),
        _ => {
            let [_, modifiers, _] = numbers(name)?;
            Some(key(code_of(letter)?, modifiers_of(modifiers)))
        }
    }
}

/// Up to three numbers; a missing one is 0. What follows a colon is a detail of the number before it.
fn numbers(text: &str) -> Option<[u16; 3]> {
    let mut numbers = [0; 3];
    let mut parts = text.split(';').map(|part| part.split(':').next().unwrap_or(part));
    for (place, part) in numbers.iter_mut().zip(&mut parts) {
        *place = if part.is_empty() { 0 } else { part.parse().ok()? };
    }
    Some(numbers)
}

fn code_of(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'H' => KeyCode::Home,
        b'F' => KeyCode::End,
        b'M' => KeyCode::Enter,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    })
}

fn code_numbered(number: u16) -> Option<KeyCode> {
    let function = |number: u16| u8::try_from(number).ok().map(KeyCode::F);
    match number {
        1 | 7 => Some(KeyCode::Home),
        2 => Some(KeyCode::Insert),
        3 => Some(KeyCode::Delete),
        4 | 8 => Some(KeyCode::End),
        5 => Some(KeyCode::PageUp),
        6 => Some(KeyCode::PageDown),
        11..=15 => function(number - 10),
        17..=21 => function(number - 11),
        23 | 24 => function(number - 12),
        _ => None,
    }
}

/// Terminals count modifiers from 1: Shift is 1, Alt 2, Control 4.
fn modifiers_of(number: u16) -> KeyModifiers {
    held(number.saturating_sub(1))
}

/// The modifiers that three bits stand for.
fn held(bits: u16) -> KeyModifiers {
    let known = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    known.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, modifier)| modifier).collect()
}

/// A key named by its character.
fn typed(number: u16, modifiers: u16) -> Option<Event> {
    let modifiers = modifiers_of(modifiers);
    Some(match number {
        9 if modifiers.contains(KeyModifiers::SHIFT) => key(KeyCode::BackTab, modifiers),
        9 => key(KeyCode::Tab, modifiers),
        13 => key(KeyCode::Enter, modifiers),
        27 => key(KeyCode::Esc, modifiers),
        8 | 127 => key(KeyCode::Backspace, modifiers),
        _ => {
            let c = char::from_u32(number.into()).filter(|c| !c.is_control())?;
            character(c, modifiers)?
        }
    })
}

fn mouse(buttons: u16, column: u16, row: u16, released: bool) -> Option<Event> {
    const WHEEL: u16 = 64;
    const MOTION: u16 = 32;
    let button = match buttons & 3 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let kind = match button {
        _ if buttons & 128 != 0 => return None,
        _ if buttons & WHEEL != 0 => match buttons & 3 {
            0 => MouseEventKind::ScrollUp,
            1 => MouseEventKind::ScrollDown,
            2 => MouseEventKind::ScrollLeft,
            _ => MouseEventKind::ScrollRight,
        },
        Some(button) if released => MouseEventKind::Up(button),
        Some(button) if buttons & MOTION != 0 => MouseEventKind::Drag(button),
        Some(button) => MouseEventKind::Down(button),
        None if buttons & MOTION != 0 => MouseEventKind::Moved,
        None => MouseEventKind::Up(MouseButton::Left),
    };
    let modifiers = held(buttons >> 2);
    // Terminals count columns and rows from 1.
    let (column, row) = (column.checked_sub(1)?, row.checked_sub(1)?);
    Some(Event::Mouse(MouseEvent { kind, column, row, modifiers }))
}
