//! What the test files share: variants from text, and every position of small lines.
#![allow(dead_code, reason = "each test file uses the part it needs")]

pub(crate) mod supports;

use numberline_rules::{Game, Settings, Variant};

/// The variant with these settings, written `length=10 step=3`, and the book's for the others.
pub(crate) fn variant<G: Game>(settings: &str) -> G::Variant {
    let mut read = Settings::book(G::Variant::PARAMETERS);
    for (name, value) in settings.split_whitespace().filter_map(|setting| setting.split_once('=')) {
        read.set(name, value).unwrap();
    }
    G::Variant::read(&read).unwrap()
}

/// The book's start with these settings.
pub(crate) fn start<G: Game>(settings: &str) -> G {
    G::start(&variant::<G>(settings))
}

/// The position of that text.
pub(crate) fn position<G: Game>(settings: &str, text: &str) -> G {
    G::parse(text, &variant::<G>(settings)).unwrap()
}
