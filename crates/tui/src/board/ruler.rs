//! The ruler below a line that is longer than the screen: which cells are visible, and where they are on the whole line.

use numberline_rules::{Span, numeral};
use ratatui::layout::Rect;

use super::canvas::{Canvas, width};
use super::geometry::Geometry;
use super::label::label;
use crate::{Look, Role};

/// This many columns distinguish the last cell of a window from the first.
const SHORT: u16 = 6;

/// The columns of the ruler, each with the cell that it stands for: along its bar, if it has one, and at the ends beside it.
pub(super) fn cells(geometry: &Geometry, extent: Span) -> impl Iterator<Item = (Rect, i64)> {
    let bottom = geometry.ruler.and_then(|ruler| Some((ruler, ruler.rows().next_back()?)));
    bottom.into_iter().flat_map(move |(ruler, bottom)| {
        let bar = bar(ruler, extent).unwrap_or(ruler);
        let last = bar.width.saturating_sub(1);
        let far = i128::from(extent.last) - i128::from(extent.first);
        bottom.columns().filter_map(move |column| {
            let along = i128::from(column.x.saturating_sub(bar.x).min(last));
            let cell = i128::from(extent.first) + far * along / i128::from(last.max(1));
            Some((column, i64::try_from(cell).ok()?))
        })
    })
}

/// The bar that stands for the whole line; `None` if there is no room for one.
fn bar(ruler: Rect, extent: Span) -> Option<Rect> {
    let [first, last] = ends(extent).map(|end| width(&end));
    let room = ruler.width.saturating_sub(first).saturating_sub(last);
    let bar = Rect { x: ruler.x.saturating_add(first), y: ruler.y.saturating_add(1), width: room, height: 1 };
    (ruler.height >= 2 && room >= 4).then_some(bar)
}

pub(super) fn draw(canvas: &mut Canvas<'_>, geometry: &Geometry, extent: Span, look: &Look) {
    let Some(ruler) = geometry.ruler else { return };
    let window = geometry.window;
    let before = if window.first > extent.first { look.symbol("◂ ", "< ") } else { "  " };
    let after = if window.last < extent.last { look.symbol(" ▸", " >") } else { "  " };
    let (dash, faint) = (look.symbol("–", "-"), look.style(Role::Faint));
    let between = if window.first < 0 { "to" } else { dash };
    let words = |last: String| format!("{before}{} {between} {last}{after}", window.first);
    let whole = words(window.last.to_string());
    // The first number shows the current place; of the last, its final digits are enough.
    let seen = if width(&whole) > ruler.width { words(label(window.last, SHORT, look)) } else { whole };
    canvas.centred(ruler.x, ruler.y, ruler.width, &seen, look.style(Role::Text));
    let Some(bar) = bar(ruler, extent) else { return };
    let ([first, last], row, room) = (ends(extent), bar.y, bar.width);
    canvas.text(ruler.x, row, &first, faint);
    canvas.repeat(bar.x, row, room, look.symbol("─", "-"), look.style(Role::Border));
    let part = |cell: i64| {
        let along = i128::from(cell) - i128::from(extent.first);
        let whole = (i128::from(extent.last) - i128::from(extent.first)).max(1);
        u16::try_from(along * i128::from(room - 1) / whole).unwrap_or(0)
    };
    let (from, to) = (part(window.first), part(window.last));
    let long = to.saturating_sub(from).saturating_add(1);
    canvas.repeat(bar.x.saturating_add(from), row, long, look.symbol("━", "="), look.style(Role::Accent));
    canvas.text(bar.right(), row, &last, faint);
}

/// The text on both sides of the bar.
fn ends(extent: Span) -> [String; 2] {
    [format!("{} ", short(extent.first)), format!(" {}", short(extent.last))]
}

/// An end of the line: a round number with many zeros is written as a power.
fn short(number: i64) -> String {
    let digits = numeral(number);
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    match digits.get(..digits.len() - zeros) {
        Some("1") if zeros >= 7 => format!("10^{zeros}"),
        Some(kept) if zeros >= 7 => format!("{kept}*10^{zeros}"),
        _ => digits,
    }
}
