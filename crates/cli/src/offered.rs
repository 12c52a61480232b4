//! Values that completions offer, where others are read and refused elsewhere, with a better reason.

use std::ffi::OsStr;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use numberline_rules::Domain;
use numberline_table::{AnyGame, Player, catalog};

/// Takes any text, and offers some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offered(&'static LazyLock<Vec<String>>);

static PLAYERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let players = Player::all().into_iter().map(|player| player.to_string());
    [Player::HUMAN.to_owned(), "computer".to_owned()].into_iter().chain(players).collect()
});

static GAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| catalog().into_iter().map(|game| game.info().slug.to_owned()).collect());

/// Names of numbers with nothing behind the sign, and the words that there are.
static SETTINGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut settings: Vec<String> = Vec::new();
    for parameter in catalog().into_iter().flat_map(AnyGame::parameters) {
        let name = parameter.name;
        let values = match parameter.domain {
            Domain::Number { .. } => vec![format!("{name}=")],
            Domain::YesNo { .. } => ["yes", "no"].map(|word| format!("{name}={word}")).to_vec(),
            Domain::Word(words) => words.iter().map(|word| format!("{name}={word}")).collect(),
        };
        settings.extend(values);
    }
    settings.sort();
    settings.dedup();
    settings
});

impl Offered {
    /// Who can play.
    pub(crate) fn players() -> Self {
        Self(&PLAYERS)
    }

    /// What `--set` takes.
    pub(crate) fn settings() -> Self {
        Self(&SETTINGS)
    }
}

/// Offers the games, and takes anything.
#[must_use]
pub fn offered_games() -> impl TypedValueParser<Value = String> {
    Offered(&GAMES)
}

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|text| PossibleValue::new(text.as_str()))))
    }
}
