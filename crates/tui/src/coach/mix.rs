//! A seat's optimal mix of moves, as bars with exact fractions.

use numberline_rules::Seat;
use numberline_table::{Fraction, Mixed, Name, share};
use ratatui::text::Line;

use crate::pane::wrap;
use crate::{Look, Role, Symbols};

/// The width of the text beside a bar.
const BESIDE: usize = "- about 12.3 %".len();

/// One seat's mix: a heading, and a bar for each move.
pub(super) fn lines(seat: Seat, name: &Name, mix: &[Mixed], width: u16, look: &Look) -> Vec<Line<'static>> {
    let mut lines = vec![look.line(format!("{name}'s best mix"), Role::Seat(seat))];
    let card = mix.iter().map(|mixed| mixed.text.chars().count()).max().unwrap_or_default();
    let bar = usize::from(width).saturating_sub(card + BESIDE + 3).clamp(4, 40);
    for mixed in mix {
        let is_played = !mixed.probability.is_zero();
        let (beside, below) = written(&mixed.probability);
        let role = if is_played { Role::Text } else { Role::Faint };
        let mut spans = vec![
            look.span(format!(" {:>card$} ", mixed.text), role),
            look.span(
                filled(&mixed.probability, bar, look),
                if is_played { Role::Seat(seat) } else { Role::Faint },
            ),
        ];
        let (beside, role) = match (is_played, mixed.regret.is_zero()) {
            (true, _) => (beside, role),
            (false, true) => ("as good".to_owned(), role),
            (false, false) => {
                (format!("{} {}", look.symbol("−", "-"), written(&mixed.regret).0), Role::Warning)
            }
        };
        spans.push(look.span(format!(" {beside}"), role));
        lines.push(Line::from(spans));
        let exact = below.into_iter().flat_map(|exact| wrap(&exact, width.saturating_sub(2)));
        lines.extend(exact.map(|part| look.line(format!("  {part}"), Role::Faint)));
    }
    lines
}

/// A fraction as it fits beside a bar; and exactly, if that does not fit there.
fn written(fraction: &Fraction) -> (String, Option<String>) {
    let said = share(fraction);
    match said.split_once(" (") {
        Some((about, exact)) => (about.to_owned(), Some(exact.trim_end_matches(')').to_owned())),
        None => (said, None),
    }
}

/// A bar that shows a fraction.
pub(super) fn bar_line(done: u64, total: u64, width: u16, look: &Look, role: Role) -> Line<'static> {
    let share = Fraction::new(i128::from(done), i128::from(total.max(1))).unwrap_or_default();
    let cells = usize::from(width).min(40);
    look.line(filled(&share, cells, look), role)
}

/// A bar of this many cells. Anything more than zero is visible, and only one whole is full.
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
