//! Texts that are told by the ones before them: the same words around other numbers.

use std::fmt::Write;

/// The largest whole number up to which every program has all of them.
const LARGEST: u64 = (1 << 53) - 1;

/// A text as its numbers and the words around them.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Phrase<'a> {
    /// The words before each number, and those after the last one.
    pub(super) words: Vec<&'a str>,
    pub(super) numbers: Vec<u64>,
    /// Whether the numbers are written as we write them.
    pub(super) is_plain: bool,
}

impl<'a> Phrase<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut phrase = Self { words: Vec::new(), numbers: Vec::new(), is_plain: true };
        let mut rest = text;
        while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (words, from) = rest.split_at(start);
            let end = from.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(from.len());
            let (digits, after) = from.split_at(end);
            let number = digits.parse().unwrap_or(u64::MAX);
            phrase.is_plain &= number <= LARGEST && (digits == "0" || !digits.starts_with('0'));
            phrase.numbers.push(number);
            phrase.words.push(words);
            rest = after;
        }
        phrase.words.push(rest);
        phrase
    }
}

/// The text of the last ply with the numbers of another one, the last of which are the ones that it needs. If another seat made
/// it, the names of the players change places. None if there are too few numbers.
pub(super) fn retold(
    text: &str,
    [one, two]: [&str; 2],
    changes_seats: bool,
    numbers: &[u64],
) -> Option<String> {
    let parts = || text.split(one).map(|part| part.split(two).map(Phrase::of));
    let needed: usize = parts().flatten().map(|phrase| phrase.numbers.len()).sum();
    let mut numbers = numbers.get(numbers.len().checked_sub(needed)?..)?.iter();
    let (one, two) = if changes_seats { (two, one) } else { (one, two) };
    let mut told = String::with_capacity(text.len() + 8);
    for (place, part) in parts().enumerate() {
        told.push_str(if place > 0 { one } else { "" });
        for (place, phrase) in part.enumerate() {
            told.push_str(if place > 0 { two } else { "" });
            for (place, words) in phrase.words.iter().enumerate() {
                if place > 0 {
                    write!(told, "{}", numbers.next()?).ok()?;
                }
                told.push_str(words);
            }
        }
    }
    Some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_retold_with_other_numbers_and_by_the_other_player() {
        let names = ["Ada", "Bo 7"];
        let text = "Ada captured Bo 7 on 12, and went 3 on.";
        let told = |seats, numbers: &[u64]| retold(text, names, seats, numbers);
        assert_eq!(told(true, &[9, 5, 4]).as_deref(), Some("Bo 7 captured Ada on 5, and went 4 on."));
        assert_eq!(told(false, &[0, 1]).as_deref(), Some("Ada captured Bo 7 on 0, and went 1 on."));
        assert_eq!(told(true, &[5]), None, "a number is missing");
        assert_eq!(retold("nothing", names, true, &[]).as_deref(), Some("nothing"));
    }

    #[test]
    fn a_number_that_we_write_otherwise_is_not_plain() {
        for text in ["007", "5 and 05", "9007199254740992", "99999999999999999999"] {
            assert!(!Phrase::of(text).is_plain, "{text}");
        }
        let phrase = Phrase { words: vec!["to −", " of ", ""], numbers: vec![3, 0], is_plain: true };
        assert_eq!(Phrase::of("to −3 of 0"), phrase);
    }
}
