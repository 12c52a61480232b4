//! The computer players: the list of `numberline players --json`.

use numberline_rules::Seat;
use numberline_table::{Player, Refutation, find};
use serde::Serialize;
use utoipa::ToSchema;

/// A computer player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerJson {
    /// Its name for `--p1`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The slugs of the games it plays.
    pub games: Vec<&'static str>,
    /// How it decides, in one sentence.
    pub belief: String,
    /// How to beat it, in each game with the book's variant and from each seat.
    pub refutations: Vec<RefutationJson>,
}

/// A shortest line of play that beats a player in one seat of a game with the book's variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RefutationJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The seat of the beaten player.
    pub seat: u8,
    /// The plies.
    pub moves: Vec<String>,
}

impl PlayerJson {
    /// The entry of a player.
    #[must_use]
    pub fn new(player: &Player) -> Self {
        Self {
            name: player.to_string(),
            title: player.title(),
            games: player.games(),
            belief: player.belief(),
            refutations: RefutationJson::all(player),
        }
    }

    /// Every computer player.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Player::all().iter().map(Self::new).collect()
    }
}

impl RefutationJson {
    /// The lines of play that beat a player, for each game with the book's variant and each seat where one exists.
    #[must_use]
    pub fn all(player: &Player) -> Vec<Self> {
        let Player::Named(named) = player else { return Vec::new() };
        let lines = player.games().into_iter().filter_map(|slug| {
            let game = find(slug)?;
            let start = game.start(&game.book_settings(), Seat::One).ok()?;
            let refutations = named.refute(game, &*start).into_iter();
            Some(refutations.map(move |Refutation { seat, plies }| {
                let moves = plies.iter().map(ToString::to_string).collect();
                Self { game: slug, seat: *seat.of(&[1, 2]), moves }
            }))
        });
        lines.flatten().collect()
    }
}
