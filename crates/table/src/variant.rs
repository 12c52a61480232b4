//! A variant in words: what a parameter changes, and what differs from the book.

use numberline_rules::{Info, Parameter, SettingValue, Settings};

/// What a parameter changes and which values it may have: `a hand is 1..cards (1 to 20; the book has 5)`. The book's value is
/// left out where it is the one shown beside the text.
#[must_use]
pub fn explain_parameter(parameter: &Parameter, shown: Option<SettingValue>) -> String {
    let Parameter { help, domain, .. } = parameter;
    match domain.book() {
        book if shown == Some(book) => format!("{help} ({domain})"),
        book => format!("{help} ({domain}; the book has {book})"),
    }
}

/// The title of a game, with what differs from the book: `Number Siege (line 0 to 20)`.
#[must_use]
pub fn titled(game: &Info, settings: &Settings) -> String {
    match changed_settings(settings) {
        Some(changed) => format!("{} ({changed})", game.title),
        None => game.title.to_owned(),
    }
}

/// What differs from the book, in words; `None` for the book's own game.
#[must_use]
pub fn changed_settings(settings: &Settings) -> Option<String> {
    let changed = settings.iter().filter(|(parameter, value)| parameter.domain.book() != *value);
    let rows: Vec<String> =
        changed.map(|(parameter, value)| parameter.differs.replace("{}", &value.to_string())).collect();
    (!rows.is_empty()).then(|| rows.join(", "))
}
