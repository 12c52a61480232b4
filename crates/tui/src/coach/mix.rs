//! How a seat mixes its moves at its best, as bars with exact fractions.

use numberline_rules::Seat;
use numberline_table::{Fraction, Mixed, Name};
use ratatui::text::{Line, Span};

use crate::pane::wrap;
use crate::{Look, Role, Symbols};

/// A longer fraction than this stands on a line of its own.
const SHORT: usize = 9;
/// A longer fraction than this is no help to anybody.
const LONGEST: usize = 60;

/// One seat's mix: a heading, and a bar for each move.
pub(super) fn lines(seat: Seat, name: &Name, mix: &[Mixed], width: u16, look: &Look) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(format!("{name} at best"), look.style(Role::Seat(seat)))];
    let card = mix.iter().map(|mixed| mixed.text.chars().count()).max().unwrap_or_default();
    let bar = usize::from(width).saturating_sub(card + SHORT + 4).clamp(4, 40);
    for mixed in mix {
        let is_played = !mixed.probability.is_zero();
        let (short, long) = written(&mixed.probability);
        let role = if is_played { Role::Text } else { Role::Faint };
        let mut spans = vec![
            Span::styled(format!(" {:>card$} ", mixed.text), look.style(role)),
            Span::styled(
                filled(&mixed.probability, bar, look),
                look.style(if is_played { Role::Seat(seat) } else { Role::Faint }),
            ),
        ];
        if is_played || mixed.loss.is_zero() {
            let short = if is_played { short } else { "or this".to_owned() };
            spans.push(Span::styled(format!(" {short}"), look.style(role)));
            lines.push(Line::from(spans));
            let exact = long.into_iter().flat_map(|exact| wrap(&exact, width.saturating_sub(2)));
            lines.extend(exact.map(|part| Line::styled(format!("  {part}"), look.style(Role::Faint))));
        } else {
            let minus = look.symbol("−", "-");
            spans
                .push(Span::styled(format!(" {minus}{}", written(&mixed.loss).0), look.style(Role::Warning)));
            lines.push(Line::from(spans));
        }
    }
    lines
}

/// A line that is filled as far as something is done.
pub(super) fn bar_line(done: u64, total: u64, width: u16, look: &Look, role: Role) -> Line<'static> {
    let share = Fraction::new(i128::from(done), i128::from(total.max(1))).unwrap_or_default();
    let cells = usize::from(width).min(40);
    Line::styled(filled(&share, cells, look), look.style(role))
}

/// A bar of so many cells. What is more than nothing shows, and only what is everything is full.
fn filled(share: &Fraction, cells: usize, look: &Look) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let parts = match look.symbols {
        Symbols::Unicode => 8,
        Symbols::Ascii => 1,
    };
    let most = cells.saturating_mul(parts);
    // A bar is only looked at, so it may be inexact; the number beside it is not.
    let wanted = (share.approximate() * most as f64).round() as usize;
    let wanted = match (share.is_zero(), share.is_one()) {
        (true, _) => 0,
        (_, true) => most,
        _ => wanted.clamp(1, most.saturating_sub(1).max(1)),
    };
    let (whole, part) = (wanted / parts, wanted % parts);
    let part = EIGHTHS.get(part).copied().unwrap_or_default();
    let rest = cells.saturating_sub(whole).saturating_sub(usize::from(!part.is_empty()));
    let (full, empty) = (look.symbol("█", "#"), look.symbol("·", "."));
    format!("{}{part}{}", full.repeat(whole), empty.repeat(rest))
}

/// A fraction as it fits beside a bar; and exactly, where that is too long to stand there.
fn written(fraction: &Fraction) -> (String, Option<String>) {
    let exact = fraction.to_string();
    if exact.len() <= SHORT {
        return (exact, None);
    }
    let about = format!("{:.1} %", 100.0 * fraction.approximate());
    (about, Some(exact).filter(|exact| exact.len() <= LONGEST))
}
