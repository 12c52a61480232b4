//! What a mark looks like, small and large.

use numberline_rules::{Mark, Seat};

use crate::{Look, Role};

/// The sign of a seat, wherever the seat is mentioned.
pub(crate) fn emblem(seat: Seat, look: &Look) -> &'static str {
    match seat {
        Seat::One => look.symbol("●", "X"),
        Seat::Two => look.symbol("○", "O"),
    }
}

/// A mark as one character; none for a cell that shows its number.
pub(crate) fn glyph(mark: Mark, look: &Look) -> Option<&'static str> {
    match mark {
        Mark::Open => None,
        Mark::Crossed => Some(look.symbol("╳", "x")),
        Mark::Claimed(seat) | Mark::Piece(seat) => Some(emblem(seat, look)),
        Mark::Blocked => Some(look.symbol("░", "-")),
        Mark::Shared => Some(look.symbol("◆", "*")),
    }
}

/// A mark three columns wide and three rows high.
pub(crate) fn picture(mark: Mark, look: &Look) -> Option<[&'static str; 3]> {
    let (unicode, ascii) = match mark {
        Mark::Open | Mark::Blocked => return None,
        Mark::Crossed => (["╲ ╱", " ╳ ", "╱ ╲"], ["\\ /", " X ", "/ \\"]),
        Mark::Claimed(Seat::One) | Mark::Piece(Seat::One) => (["▗▄▖", "▐█▌", "▝▀▘"], ["X X", " X ", "X X"]),
        Mark::Claimed(Seat::Two) | Mark::Piece(Seat::Two) => (["╭─╮", "│ │", "╰─╯"], ["/-\\", "| |", "\\-/"]),
        Mark::Shared => ([" ▴ ", "◂◆▸", " ▾ "], [" ^ ", "<*>", " v "]),
    };
    let [top, middle, bottom] = unicode;
    let [ascii_top, ascii_middle, ascii_bottom] = ascii;
    Some([look.symbol(top, ascii_top), look.symbol(middle, ascii_middle), look.symbol(bottom, ascii_bottom)])
}

/// The style that belongs to a mark.
pub(crate) fn role(mark: Mark) -> Role {
    match mark {
        Mark::Open => Role::Text,
        Mark::Crossed | Mark::Blocked => Role::Gone,
        Mark::Claimed(seat) | Mark::Piece(seat) => Role::Seat(seat),
        Mark::Shared => Role::Shared,
    }
}
