//! A drill: what was missed, and when it comes back.

use numberline_learn::Drill;
use serde::Serialize;
use utoipa::ToSchema;

/// A reason that comes back in a fresh position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct DrillJson {
    /// The slug of the game.
    pub game: String,
    /// The reason.
    pub theme: &'static str,
    /// What it means, in a few words.
    pub help: &'static str,
    /// The day on which it is due, counted from 1 January 1970.
    pub due: i64,
    /// How often it was asked.
    pub reviews: u32,
}

impl DrillJson {
    /// A reason that comes back.
    #[must_use]
    pub fn new(drill: &Drill) -> Self {
        let Drill { game, theme, due, reviews } = drill;
        Self { game: game.clone(), theme: theme.name(), help: theme.help(), due: *due, reviews: *reviews }
    }
}
