//! Numbers in sentences: lists, plurals, and fractions that a person can take in.

use std::fmt::Display;

use numberline_solver::Fraction;

/// A fraction with a longer text than this is given as a percentage only.
const LONGEST_FRACTION: usize = 40;

/// `1 ply` or `5 plies`.
pub(crate) fn plies(number: u32) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// `4`, `4 and 3`, `4, 3 and 1`.
pub(crate) fn list<T: Display>(items: &[T]) -> String {
    let Some((last, before)) = items.split_last() else { return "none".to_owned() };
    let before: Vec<String> = before.iter().map(T::to_string).collect();
    if before.is_empty() { last.to_string() } else { format!("{} and {last}", before.join(", ")) }
}

/// `1/3`; with a percentage where the numbers are too large to picture, and that alone where they would fill the screen.
#[must_use]
pub fn share(fraction: &Fraction) -> String {
    let exact = fraction.to_string();
    if exact.len() <= 5 {
        return exact;
    }
    let about = format!("about {:.1} %", 100.0 * fraction.approximate());
    if exact.len() <= LONGEST_FRACTION { format!("{exact} ({about})") } else { about }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_as_long_as_that_helps() {
        let said = |text: &str| share(&text.parse().unwrap());
        assert_eq!(said("1"), "1");
        assert_eq!(said("12/35"), "12/35");
        assert_eq!(said("28983752/72184713"), "28983752/72184713 (about 40.2 %)");
        assert_eq!(said(&format!("1{0}/3{0}", "0".repeat(30))), "1/3");
        assert_eq!(said(&format!("1{}/3{}", "0".repeat(30), "1".repeat(30))), "about 32.1 %");
    }
}
