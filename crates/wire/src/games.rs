//! The catalog: the list of `numberline games --json`.

use numberline_rules::Domain;
use numberline_table::{AnyGame, catalog};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{ValueJson, WholeJson};

/// A game in the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameJson {
    /// The name in commands and URLs.
    pub slug: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// One line about the moves and the goal.
    pub summary: &'static str,
    /// The parameters.
    pub parameters: Vec<ParameterJson>,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ParameterJson {
    /// Its name for `set`.
    pub name: &'static str,
    /// The value in the rule book.
    pub default: ValueJson,
    /// The allowed values.
    pub range: RangeJson,
    /// What it changes, in one line.
    pub help: &'static str,
}

/// The allowed values of a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum RangeJson {
    /// Whole numbers.
    Numbers {
        /// The smallest.
        min: WholeJson,
        /// The largest.
        max: WholeJson,
    },
    /// A few words.
    Words(Vec<&'static str>),
}

impl GameJson {
    /// The catalog entry of a game.
    #[must_use]
    pub fn new(game: &dyn AnyGame) -> Self {
        let info = game.info();
        let parameters = game.parameters().iter().map(|parameter| ParameterJson {
            name: parameter.name,
            default: parameter.domain.book().into(),
            range: match parameter.domain {
                Domain::Number { min, max, .. } => RangeJson::Numbers { min: min.into(), max: max.into() },
                Domain::YesNo { .. } => RangeJson::Words(vec!["yes", "no"]),
                Domain::Word(words) => RangeJson::Words(words.to_vec()),
            },
            help: parameter.help,
        });
        let parameters = parameters.collect();
        Self { slug: info.slug, title: info.title, summary: info.summary, parameters }
    }

    /// Every game in the catalog.
    #[must_use]
    pub fn all() -> Vec<Self> {
        catalog().into_iter().map(Self::new).collect()
    }
}
