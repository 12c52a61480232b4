//! Numbers in sentences: lists, plurals, percentages, and readable fractions.

use std::fmt::Display;

use numberline_solver::{Fraction, SolveError};

/// A fraction with a longer text than this is shown as a percentage only.
const LONGEST_FRACTION: usize = 40;

/// `1 turn` or `5 turns`, which is what players call plies.
#[must_use]
pub fn turns(plies: u32) -> String {
    counted(plies, "turn")
}

/// `1 position`, `1 or 2 positions`, `1, 2 or 3 positions`, `1 to 50 positions`.
pub(crate) fn up_to(longest: u64, what: &str) -> String {
    match longest {
        1 => format!("1 {what}"),
        2 => format!("1 or 2 {what}s"),
        3 => format!("1, 2 or 3 {what}s"),
        _ => format!("1 to {longest} {what}s"),
    }
}

/// `1 mistake`, `3 mistakes`.
#[must_use]
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    if number == N::from(1) { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// The text with a capital at its beginning, as a sentence of its own.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Of a move that wins: `Every reply loses.`
pub(crate) fn all_lose(replies: usize) -> &'static str {
    if replies == 1 { "The only reply loses." } else { "Every reply loses." }
}

/// `4`, `4 and 3`, `4, 3 and 1`.
pub(crate) fn list<T: Display>(items: &[T]) -> String {
    let Some((last, before)) = items.split_last() else { return "none".to_owned() };
    let before: Vec<String> = before.iter().map(T::to_string).collect();
    if before.is_empty() { last.to_string() } else { format!("{} and {last}", before.join(", ")) }
}

/// The percentage with the exact fraction behind it, or only the percentage where that would fill the screen: `25 %`,
/// `33.3 % (1/3)`, `about 40.2 %`. What is not nothing never reads as `0 %`, and what is not all never as `100 %`.
#[must_use]
pub fn share(fraction: &Fraction) -> String {
    let (rounded, exact) = (percentage(fraction), fraction.to_string());
    if rounded.is_exact {
        return rounded.text;
    }
    if exact.len() <= LONGEST_FRACTION {
        format!("{} ({exact})", rounded.text)
    } else {
        format!("about {}", rounded.text)
    }
}

/// The percentage alone, with one digit behind the point: `40.2 %`.
#[must_use]
pub fn short_share(fraction: &Fraction) -> String {
    percentage(fraction).text
}

struct Percentage {
    text: String,
    is_exact: bool,
}

fn percentage(fraction: &Fraction) -> Percentage {
    let tenths = (1000.0 * fraction.approximate()).round();
    let is_exact = Fraction::new(tenths as i128, 1000).is_some_and(|rounded| rounded == *fraction);
    let text = match tenths as i64 {
        0 if !is_exact => "below 0.1 %".to_owned(),
        1000 if !is_exact => "above 99.9 %".to_owned(),
        tenths if tenths % 10 == 0 => format!("{} %", tenths / 10),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    };
    Percentage { text, is_exact }
}

/// `66.7 %`, and `100 %` for all of them only.
pub(crate) fn percent(part: usize, whole: usize) -> String {
    let tenths = if part == whole { 1000 } else { ((part * 1000 + whole / 2) / whole.max(1)).min(999) };
    let (ones, tenth) = (tenths / 10, tenths % 10);
    if tenth == 0 { format!("{ones} %") } else { format!("{ones}.{tenth} %") }
}

/// Why there is no answer about a position, as a sentence.
#[must_use]
pub fn unsolved(refusal: &SolveError) -> String {
    match refusal {
        SolveError::Stopped => "Stopped. Ask again to resume thinking.".to_owned(),
        refusal => format!("This position is too large to solve: {refusal}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_as_long_as_that_helps() {
        let said = |text: &str| share(&text.parse().unwrap());
        assert_eq!([said("1"), said("0"), said("1/4"), said("1/8")], ["100 %", "0 %", "25 %", "12.5 %"]);
        assert_eq!(said("12/35"), "34.3 % (12/35)");
        assert_eq!(said("28983752/72184713"), "40.2 % (28983752/72184713)");
        assert_eq!(said(&format!("1{0}/3{0}", "0".repeat(30))), "33.3 % (1/3)");
        assert_eq!([said("1/9999"), said("9998/9999")], ["below 0.1 % (1/9999)", "above 99.9 % (9998/9999)"]);
        assert_eq!(said(&format!("1{}/3{}", "0".repeat(30), "1".repeat(30))), "about 32.1 %");
    }

    #[test]
    fn percentages_are_rounded() {
        assert_eq!(percent(2, 3), "66.7 %");
        assert_eq!(percent(1, 2), "50 %");
        assert_eq!(percent(0, 7), "0 %");
        assert_eq!(percent(7, 7), "100 %");
        assert_eq!(percent(9_999, 10_000), "99.9 %");
    }
}
