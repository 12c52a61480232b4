//! A position as a small number line, for cards in a list.

use numberline_rules::{Mark, Span as Cells, numeral};
use numberline_table::AnyMatch;
use ratatui::text::{Line, Span};

use crate::board::{glyph, role};
use crate::{Look, Role};

/// The line in a single row: `1 2 3 ● 5`.
pub(crate) fn row(game: &dyn AnyMatch, width: u16, look: &Look) -> Line<'static> {
    let mut room = usize::from(width);
    let mut spans = Vec::new();
    let window = beginning(game, width);
    let cells = game.line(window).cells;
    for (place, cell) in cells.iter().enumerate() {
        let text = glyph(cell.mark, look).map_or_else(|| numeral(cell.number), str::to_owned);
        let gap = usize::from(place > 0);
        let more = place + 1 < cells.len() || window != game.extent();
        let reserved = if more { 2 } else { 0 };
        if text.chars().count() + gap + reserved > room {
            spans.push(look.span(look.symbol(" …", " ."), Role::Faint));
            break;
        }
        room = room.saturating_sub(text.chars().count() + gap);
        spans.push(Span::raw(" ".repeat(gap)));
        let role = if cell.mark == Mark::Open { Role::Faint } else { role(cell.mark) };
        spans.push(look.span(text, role));
    }
    Line::from(spans)
}

/// The line as an axis with its numbers below, and the cards below that; a single row if an axis does not fit.
pub(crate) fn axis(game: &dyn AnyMatch, width: u16, look: &Look) -> Vec<Line<'static>> {
    let window = beginning(game, width);
    let line = game.line(window);
    let longest = line.cells.iter().map(|cell| numeral(cell.number).chars().count()).max().unwrap_or(1);
    let gaps = line.cells.len().saturating_sub(1);
    let fits = |step: usize| step * gaps + longest < usize::from(width);
    // As far apart as there is room for; if there is no room for every number, only some are written.
    let step = (2..=longest + 2).rev().find(|step| fits(*step));
    let Some(step) = step.filter(|_| window == game.extent()) else {
        return vec![row(game, width, look)];
    };
    let stride = [1, 2, 5, 10].into_iter().find(|stride| stride * step > longest).unwrap_or(10);
    // The mark is above the last digit of its number.
    let mut above = vec![Span::raw(" ".repeat(longest.saturating_sub(1)))];
    let mut below = vec![Span::raw(String::new())];
    let last = line.cells.len().saturating_sub(1);
    for (place, cell) in line.cells.iter().enumerate() {
        let tick = match place {
            0 => look.symbol("├", "|"),
            _ if place == last => look.symbol("┤", "|"),
            _ => look.symbol("┼", "+"),
        };
        let (symbol, style) = match glyph(cell.mark, look) {
            Some(symbol) => (symbol, look.style(role(cell.mark))),
            None => (tick, look.style(Role::Border)),
        };
        if place > 0 {
            above.push(look.span(look.symbol("─", "-").repeat(step - 1), Role::Border));
        }
        above.push(Span::styled(symbol, style));
        let width = if place == 0 { longest } else { step };
        let number = if place % stride == 0 { numeral(cell.number) } else { String::new() };
        below.push(look.span(format!("{number:>width$}"), Role::Faint));
    }
    let mut lines = vec![Line::from(above), Line::from(below)];
    if let Some([one, _]) = &line.hands {
        let cards: Vec<String> = one.iter().map(u8::to_string).collect();
        let text = format!(" cards {}", cards.join(" "));
        if text.chars().count() <= usize::from(width) {
            lines.push(look.line(text, Role::Faint));
        }
    }
    lines
}

/// As much of the line from its beginning as could fit at all.
fn beginning(game: &dyn AnyMatch, width: u16) -> Cells {
    let extent = game.extent();
    let last = extent.first.saturating_add(i64::from(width)).min(extent.last);
    Cells { first: extent.first, last }
}
