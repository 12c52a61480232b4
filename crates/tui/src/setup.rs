//! The match that is wanted: who plays, which variant, how many rounds.

use numberline_table::{AnyGame, First, Limits, Name, Player, Rounds, Setup};

/// Everything that a session of rounds is begun with, complete and checked.
#[derive(Clone)]
pub(crate) struct Wanted {
    /// The game.
    pub(crate) game: &'static dyn AnyGame,
    /// The variant, and where it begins. Who begins is decided when the players are seated.
    pub(crate) setup: Setup,
    /// The computer players; none where a person sits.
    pub(crate) players: [Option<Player>; 2],
    /// What the players are called; none where they are called after what they are.
    pub(crate) names: Option<[Name; 2]>,
    /// Who is to begin; none as the book says.
    pub(crate) first: Option<First>,
    /// How many rounds.
    pub(crate) rounds: Rounds,
    /// Whether the coach warns.
    pub(crate) coach: bool,
    /// What the players agree on beyond the rules.
    pub(crate) limits: Limits,
    /// Makes everything random repeatable.
    pub(crate) seed: u64,
}
