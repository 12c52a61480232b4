//! A session of rounds as somebody wants it, whichever way they said so.

use crate::{AnyGame, First, Limits, Name, Player, Rounds, Seating, SeatingError, Setup};

/// Everything that a session of rounds is begun with.
#[derive(Clone)]
pub struct Wanted {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The variant, and where it begins. Who begins is decided when the players are seated.
    pub setup: Setup,
    /// The computer players; none where a person sits.
    pub players: [Option<Player>; 2],
    /// What the players are called; none where they are called after what they are.
    pub names: Option<[Name; 2]>,
    /// Who is to begin; none as the book says.
    pub first: Option<First>,
    /// How many rounds.
    pub rounds: Rounds,
    /// Whether the coach warns.
    pub coach: bool,
    /// What the players agree on beyond the rules.
    pub limits: Limits,
    /// Makes everything random repeatable.
    pub seed: u64,
}

impl Wanted {
    /// Who sits where and who begins.
    pub fn seating(&self) -> Result<Seating, SeatingError> {
        Seating::new(self.game.info(), self.players, self.names.clone(), self.first, self.seed)
    }
}
