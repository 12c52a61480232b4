//! The line as text. A line too long to take in is shown in part.

use numberline_rules::{Cell, Mark, Seat, Span};
use numberline_table::{AnyMatch, Ply};

/// A line of up to this many cells is shown whole, and up to this many moves are listed.
pub(crate) const WHOLE: u64 = 100;

/// How many cells are shown at the ends of a longer line, and around what has changed.
const AT_THE_ENDS: i64 = 4;
const AROUND: i64 = 10;

/// The cells to show, with `None` for a gap.
pub(crate) fn shown(game: &dyn AnyMatch, focus: Option<Span>) -> Vec<Option<Cell>> {
    let extent = game.extent();
    if extent.len() <= WHOLE {
        return game.line(extent).cells.into_iter().map(Some).collect();
    }
    let end = |cell| Span { first: cell, last: cell }.widened(AT_THE_ENDS, extent);
    let middle = focus.map(|focus| focus.widened(AROUND, extent));
    let mut windows = vec![end(extent.first)];
    windows.extend(middle);
    windows.push(end(extent.last));
    let mut cells: Vec<Option<Cell>> = Vec::new();
    let mut next = extent.first;
    for window in windows {
        let window = Span { first: window.first.max(next), last: window.last };
        if window.first > window.last {
            continue;
        }
        if window.first > next {
            cells.push(None);
        }
        // A focus may itself be long: a piece can move far on a long line.
        let parts = if window.len() <= WHOLE {
            vec![window]
        } else {
            let half = |first: i64, last: i64| Span { first, last };
            vec![half(window.first, window.first + 2 * AROUND), half(window.last - 2 * AROUND, window.last)]
        };
        for (place, part) in parts.into_iter().enumerate() {
            if place > 0 {
                cells.push(None);
            }
            cells.extend(game.line(part).cells.into_iter().map(Some));
        }
        next = window.last + 1;
    }
    cells
}

/// From the leftmost to the rightmost piece; `None` on a line without pieces, or one that is too long to scan, which has
/// none.
pub(crate) fn pieces(game: &dyn AnyMatch) -> Option<Span> {
    const LONGEST_WITH_PIECES: u64 = 100_000;
    let extent = game.extent();
    if extent.len() > LONGEST_WITH_PIECES {
        return None;
    }
    let cells = game.line(extent).cells;
    let is_piece = |cell: &&Cell| matches!(cell.mark, Mark::Shared | Mark::Piece(_));
    let first = cells.iter().find(is_piece)?.number;
    Some(Span { first, last: cells.iter().rfind(is_piece)?.number })
}

/// The cells that a ply touched.
pub(crate) fn touched(ply: &Ply) -> Option<Span> {
    let first = ply.after.cells.first()?.number;
    Some(Span { first, last: ply.after.cells.last()?.number })
}

/// The cells as the given words, one space apart, with `…` for a gap.
pub(crate) fn row(game: &dyn AnyMatch, focus: Option<Span>, cell: impl Fn(Cell) -> String) -> String {
    let words = shown(game, focus).into_iter().map(|place| place.map_or("…".to_owned(), &cell));
    words.collect::<Vec<_>>().join(" ")
}

/// The moves of a seat, or the first of many.
pub(crate) fn move_list(game: &dyn AnyMatch, seat: Seat, separator: &str) -> String {
    const FIRST: usize = 20;
    let most = usize::try_from(WHOLE).unwrap_or(usize::MAX);
    let mut moves = game.moves(seat, most + 1);
    let more = moves.len() > most;
    moves.truncate(if more { FIRST } else { most });
    if more {
        moves.push("… and more".to_owned());
    }
    moves.join(separator)
}

/// `1`, `1 or 2`, `1, 2<comma> or 3`, and `1 to 50` for many.
pub(crate) fn choices(longest: u64, serial_comma: bool) -> String {
    match longest {
        1 => "1".to_owned(),
        2 => "1 or 2".to_owned(),
        3..=9 => {
            let most = (1..longest).map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
            let comma = if serial_comma { "," } else { "" };
            format!("{most}{comma} or {longest}")
        }
        _ => format!("1 to {longest}"),
    }
}
