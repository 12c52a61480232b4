//! What to do in a game and how to win it, as players are told.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// The goal of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What to do and how to win, in one sentence.
    pub whole: String,
    /// Only how to win, as a sentence of its own.
    pub win: String,
}

impl Goal {
    /// The goal from its two parts, such as `Claim a free number` and `the last claim wins`: no name stands at the beginning
    /// of the second one, as that becomes a capital.
    pub(crate) fn new(task: impl fmt::Display, win: &str) -> Self {
        Self { whole: format!("{task}; {win}."), win: sentence(win) }
    }

    /// The same, where how to win needs fewer words when it stands alone, or others because `it` would mean nothing.
    pub(crate) fn with_brief(task: impl fmt::Display, win: &str, brief: &str) -> Self {
        Self { win: sentence(brief), ..Self::new(task, win) }
    }

    /// A goal that is not told in parts.
    pub(crate) fn in_one(sentence: &str) -> Self {
        Self { whole: sentence.to_owned(), win: sentence.to_owned() }
    }
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{capital}{}.", letters.as_str())
}
