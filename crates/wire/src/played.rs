//! Finished games against computers, as they are kept outside the program and sent back, and the strength that follows.

use numberline_table::{Outcome, Player, Strength, catalog};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A finished game of a person against a computer.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayedJson {
    /// The slug of the game.
    pub game: String,
    /// The computer player, as `/api/players` names it.
    pub opponent: String,
    /// What became of the person.
    pub outcome: OutcomeJson,
}

/// How a game ended for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeJson {
    /// The person won.
    Win,
    /// Nobody won.
    Draw,
    /// The computer won.
    Lose,
}

/// How strong a person is in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StrengthJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The rating, on the scale of the computers: 1500 is the middle.
    pub rating: u16,
    /// How uncertain it is: with 95 % probability the true one is within twice as much.
    pub deviation: u16,
    /// From how many games.
    pub games: u64,
    /// The same in words: `1612 ± 120 after 8 games`.
    pub text: String,
}

impl StrengthJson {
    /// What follows from these games, the oldest first, in each game that was played. A computer whose strength was not
    /// measured does not count, nor what this version does not know.
    #[must_use]
    pub fn all(played: &[PlayedJson]) -> Vec<Self> {
        let of_game = |game: &'static str| {
            let own = played.iter().filter(|played| played.game == game);
            let counted = own.filter_map(|played| {
                let opponent: Player = played.opponent.parse().ok()?;
                Some((opponent.rating(game)?, played.outcome.into()))
            });
            let strength = Strength::after(counted)?;
            let Strength { rating, deviation, games } = strength;
            Some(Self { game, rating, deviation, games, text: strength.to_string() })
        };
        catalog().into_iter().filter_map(|game| of_game(game.info().slug)).collect()
    }
}

impl From<OutcomeJson> for Outcome {
    fn from(outcome: OutcomeJson) -> Self {
        match outcome {
            OutcomeJson::Win => Self::Win,
            OutcomeJson::Draw => Self::Draw,
            OutcomeJson::Lose => Self::Lose,
        }
    }
}
