//! The computer players: the list of `numberline players --json`.

use numberline_rules::Seat;
use numberline_table::{Player, Refutation, find};
use serde::Serialize;
use utoipa::ToSchema;

/// A computer player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerJson {
    /// As `--p1` takes it.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The slugs of the games that it plays.
    pub games: Vec<&'static str>,
    /// How it decides, in a sentence.
    pub belief: String,
    /// How it is beaten, in each game by the book and in each seat.
    pub refutations: Vec<RefutationJson>,
}

/// A shortest line of play that beats a player in one seat of a game by the book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RefutationJson {
    /// The slug of the game.
    pub game: &'static str,
    /// Where the player sits that is beaten.
    pub seat: u8,
    /// The plies.
    pub moves: Vec<String>,
}

impl PlayerJson {
    /// What there is to say about a player.
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

    /// Every player there is.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Player::all().iter().map(Self::new).collect()
    }
}

impl RefutationJson {
    /// The lines of play that beat a player, for each game by the book and each seat in which there is one.
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
