//! What holds for every sentence: it is one, it is short, and its numbers agree with its words.

use numberline_table::{Hint, Reason};

/// The whole numbers in a text, in their order.
pub(crate) fn numbers(text: &str) -> Vec<u64> {
    let parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap()).collect()
}

/// Checks the wording, and that the numbers in the sentence are these.
pub(crate) fn check_sentence(place: &str, reason: &Reason, expected: &[u64]) {
    let text = reason.to_string();
    check_wording(place, &text);
    assert_eq!(numbers(&text), expected, "{place}: {text}");
}

pub(crate) fn check_hint(place: &str, hint: &Hint) {
    check_wording(place, &hint.to_string());
}

pub(crate) fn check_wording(place: &str, text: &str) {
    assert!(text.len() <= 160, "{place}: too long, {} characters: {text}", text.len());
    assert!(text.ends_with('.') && !text.ends_with(".."), "{place}: {text}");
    assert!(text.starts_with(char::is_uppercase), "{place}: {text}");
    assert!(!text.contains("  ") && !text.contains(" ."), "{place}: {text}");
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    for pair in words.windows(2) {
        let plural = ["moves", "plies", "replies", "runs", "cells"].contains(&pair[1]);
        assert!(!(pair[0] == "1" && plural), "{place}: {text}");
        let singular = ["ply", "reply", "run", "move"].contains(&pair[1]);
        let number = pair[0].parse().unwrap_or(1_u64);
        assert!(!(number != 1 && singular), "{place}: {text}");
    }
    for three in words.windows(3) {
        assert_ne!(three, ["1", "more", "moves"], "{place}: {text}");
    }
    for wrong in ["of the 1 ", "of your 1 ", "none", "runs of none", "all 1 "] {
        let allowed = wrong == "none" && (text.contains("none of y") || text.contains("none of the "));
        assert!(allowed || !text.contains(wrong), "{place}: {wrong}: {text}");
    }
}
