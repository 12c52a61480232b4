//! Colour on the board, and symbols that every terminal has.

use std::borrow::Cow;

use anstyle::{AnsiColor, Effects, Style};
use numberline_rules::MINUS;

/// The line with its cells in colour, if it is the picture of a line: marks say the same without it.
pub(crate) fn painted(line: &str, around: Style) -> Option<String> {
    const FEWEST: usize = 3;
    let (label, cells) = line.rsplit_once(": ").map_or(("", line), |(label, cells)| (label, cells));
    let is_cell = |word: &&str| is_gap(word) || cell(word).is_some();
    let words = || cells.split(' ').filter(|word| !word.is_empty());
    let is_picture = words().count() >= FEWEST && words().all(|word| is_cell(&word));
    let has_marks = words().any(|word| cell(word).is_some_and(|style| style != Style::new()));
    if !is_picture || !has_marks {
        return None;
    }
    let paint = |style: Style, text: &str| format!("{}{text}{}", style.render(), style.render_reset());
    let plain = |text: &str| if around == Style::new() { text.to_owned() } else { paint(around, text) };
    let label = if label.is_empty() { String::new() } else { plain(&format!("{label}: ")) };
    let cells = cells.split(' ').map(|word| match cell(word) {
        Some(style) if style != Style::new() => paint(style, word),
        _ if word.is_empty() => String::new(),
        _ => plain(word),
    });
    Some(label + &cells.collect::<Vec<_>>().join(" "))
}

fn is_gap(word: &str) -> bool {
    matches!(word, "…" | "...")
}

/// How a cell looks; `None` if the word is none.
fn cell(word: &str) -> Option<Style> {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into())).effects(Effects::BOLD);
    let is_number = |text: &str| {
        let digits = text.trim_start_matches(['-', '+']);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if word == "X" {
        return Some(Style::new().effects(Effects::DIMMED));
    }
    if let Some(inner) = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
        return is_number(inner).then(|| colour(AnsiColor::Yellow));
    }
    let Some((number, mark)) = word.strip_suffix(')').and_then(|word| word.split_once('(')) else {
        return is_number(word).then(Style::new);
    };
    match mark {
        _ if !is_number(number) => None,
        "X" | "P1" => Some(colour(AnsiColor::Blue)),
        "O" | "P2" => Some(colour(AnsiColor::Magenta)),
        "-" => Some(Style::new().effects(Effects::DIMMED)),
        _ => None,
    }
}

/// The text with the hyphen of the rule books for the minus sign of a number, as numbers are typed here. Within a word it is
/// part of a name.
pub(crate) fn as_typed(text: &str) -> Cow<'_, str> {
    if !text.contains(MINUS) {
        return text.into();
    }
    let mut letters = text.chars().peekable();
    let mut typed = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let begins = !typed.ends_with(char::is_alphanumeric);
        let is_sign = letter == MINUS && begins && letters.peek().is_some_and(char::is_ascii_digit);
        typed.push(if is_sign { '-' } else { letter });
    }
    typed.into()
}

/// The text without our symbols beyond ASCII. The letters of names stay as they are.
pub(crate) fn in_ascii(text: &str) -> Cow<'_, str> {
    const SYMBOLS: [(&str, &str); 19] = [
        ("→", "->"),
        ("…", "..."),
        ("–", "-"),
        ("—", "-"),
        ("−", "-"),
        ("±", "~"),
        ("×", "x"),
        ("·", "."),
        ("’", "'"),
        ("“", "\""),
        ("”", "\""),
        ("▁", "_"),
        ("▂", "."),
        ("▃", ":"),
        ("▄", "-"),
        ("▅", "="),
        ("▆", "+"),
        ("▇", "*"),
        ("█", "#"),
    ];
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(SYMBOLS.iter().fold(text.to_owned(), |text, (symbol, plain)| text.replace(symbol, plain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_of_lines_are_painted() {
        let look = |line: &str| painted(line, Style::new());
        let line = look("Updated Number Line: 1 X 3").unwrap_or_default();
        assert_eq!(line, "Updated Number Line: 1 \u{1b}[2mX\u{1b}[0m 3");
        let line = look("1(X) 2(-) 3  4(O)").unwrap_or_default();
        assert_eq!(
            line,
            "\u{1b}[1m\u{1b}[34m1(X)\u{1b}[0m \u{1b}[2m2(-)\u{1b}[0m 3  \u{1b}[1m\u{1b}[35m4(O)\u{1b}[0m"
        );
        assert!(look("-1 [0] +1 …").is_some());
        for line in ["Available numbers: 1 2 3", "Player 1: X", "Cards: [1, 2, 3]", "1(Z) 2 3", "", "X"] {
            assert_eq!(look(line), None, "{line}");
        }
    }

    #[test]
    fn symbols_have_a_plain_form() {
        assert_eq!(in_ascii("win → loss … ±5 ▁█"), "win -> loss ... ~5 _#");
        assert_eq!(in_ascii("Zoë"), "Zoë");
        assert_eq!(as_typed("to −3 and +3"), "to -3 and +3");
        assert_eq!(as_typed("A−2 wins at −5 (−4)."), "A−2 wins at -5 (-4).", "a name stays as it is");
        assert_eq!(in_ascii("A−2"), "A-2");
    }
}
