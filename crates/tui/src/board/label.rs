//! Numbers in little room: the last digits identify the cell, and the ruler shows the rest.

use numberline_rules::Span;

use super::canvas::width;
use crate::Look;

/// How many columns the longest number of a line takes.
pub(crate) fn longest(extent: Span) -> u16 {
    width(&extent.first.to_string()).max(width(&extent.last.to_string()))
}

/// A number in at most this many columns.
pub(crate) fn label(number: i64, columns: u16, look: &Look) -> String {
    let digits = number.to_string();
    let columns = usize::from(columns);
    if digits.len() <= columns {
        return digits;
    }
    let kept = columns.saturating_sub(1);
    let tail: String = digits.chars().skip(digits.chars().count().saturating_sub(kept)).collect();
    format!("{}{tail}", look.symbol("…", "~"))
}
