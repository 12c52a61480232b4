//! What is wrong with a text that is not a move: its own reason, and examples that are legal now.

use numberline_rules::{Game, MINUS, ParseMoveError, Seat};

use crate::MoveError;

/// The most moves that are looked at for examples.
const LOOKED_AT: usize = 1_000;
/// The longest part of what was typed that is repeated.
const REPEATED: usize = 24;

/// The text is not a move of the game, and why.
pub(super) fn unreadable<G: Game>(
    position: &G,
    seat: Option<Seat>,
    text: &str,
    error: &ParseMoveError,
) -> MoveError {
    let turn = position.turn();
    let actors =
        Seat::BOTH.into_iter().filter(|actor| turn.acts(*actor) && seat.is_none_or(|seat| seat == *actor));
    let legal: Vec<String> = actors
        .flat_map(|seat| position.moves(seat).take(LOOKED_AT))
        .map(|chosen| chosen.to_string())
        .collect();
    let flaw = flaw(text, &legal).map(|flaw| flaw + " ").unwrap_or_default();
    let examples = examples(&legal).join(" or ");
    let examples = if examples.is_empty() { String::new() } else { format!(", such as {examples}") };
    MoveError::Unreadable(format!("{flaw}Type {}{examples}.", error.expected))
}

/// One of the shortest moves, and one of the longest if those are longer.
pub(super) fn examples(legal: &[String]) -> Vec<&str> {
    let words = |text: &str| text.split_whitespace().count();
    let Some(first) = legal.iter().min_by_key(|text| words(text)) else { return Vec::new() };
    let longest =
        legal.iter().rev().max_by_key(|text| words(text)).filter(|longest| words(longest) > words(first));
    [Some(first), longest].into_iter().flatten().map(String::as_str).collect()
}

/// What is wrong with it, in a sentence, as far as that can be told without knowing the game.
fn flaw(text: &str, legal: &[String]) -> Option<String> {
    let typed = text.trim();
    let numbers = numbers(typed);
    let most = legal.iter().map(|text| self::numbers(text).len()).max().unwrap_or(1).max(1);
    let value = |number: &str| number.parse::<u64>().unwrap_or(u64::MAX);
    let largest = legal.iter().flat_map(|text| self::numbers(text)).map(value).max().unwrap_or(0);
    // Smaller ones can be read, and are refused with a reason of the game's own.
    let too_large = |number: &&&str| value(number) > largest.max(u8::MAX.into());
    if let Some(large) = numbers.iter().find(too_large) {
        return Some(format!("{} is larger than any number here.", shown(large)));
    }
    if let (Some(rest), Some(first)) = (typed.strip_prefix('-'), numbers.first())
        && rest.trim_start().starts_with(first)
    {
        return Some(format!("{MINUS}{} is below zero, and no move is.", shown(first)));
    }
    match numbers.as_slice() {
        [] if typed.is_empty() => None,
        [] => Some("There is no number in that.".to_owned()),
        [one, two] if one == two && most > 1 => Some(format!("That is {one} twice.")),
        several if several.len() > most => {
            let at_most = if most == 1 { "one".to_owned() } else { format!("at most {most}") };
            Some(format!("Those are {} numbers, and a move has {at_most}.", several.len()))
        }
        _ => None,
    }
}

/// The same about a secret choice, without what was typed: a slip of the finger would tell what was meant.
pub(crate) fn secret_flaw(text: &str) -> Option<&'static str> {
    match numbers(text).as_slice() {
        [] => Some("There is no number in that."),
        [_] if text.trim().starts_with('-') => Some("That is below zero, and no choice is."),
        [_] => None,
        _ => Some("Those are several numbers, and a choice has one."),
    }
}

/// The runs of digits.
fn numbers(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty()).collect()
}

/// The beginning of a number.
fn shown(number: &str) -> String {
    match number.get(..REPEATED) {
        Some(start) if number.len() > REPEATED => format!("{start}…"),
        _ => number.to_owned(),
    }
}
