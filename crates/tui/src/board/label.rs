//! Numbers in little room: the last digits identify the cell, and the ruler shows the rest.

use numberline_rules::{Span, numeral};

use super::canvas::width;
use crate::Look;

/// How many columns the longest number of a line takes.
pub(crate) fn longest(extent: Span) -> u16 {
    width(&numeral(extent.first)).max(width(&numeral(extent.last)))
}

/// A number in at most this many columns.
pub(crate) fn label(number: i64, columns: u16, look: &Look) -> String {
    let digits = numeral(number);
    let columns = usize::from(columns);
    let count = digits.chars().count();
    if count <= columns {
        return digits;
    }
    let kept = columns.saturating_sub(1);
    let tail: String = digits.chars().skip(count.saturating_sub(kept)).collect();
    format!("{}{tail}", look.symbol("…", "~"))
}
