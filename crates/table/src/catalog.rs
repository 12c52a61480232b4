//! The list of games. A new game is one row here.

use numberline_rules::{Blockade, Cards, Duel, Siege, Token};

use crate::oracle::{ByCards, ByRace, BySums};
use crate::{AnyGame, BySquares, game};

/// Every game, in the order in which they are shown.
#[must_use]
pub fn catalog() -> Vec<&'static dyn AnyGame> {
    vec![
        game::<Duel, BySums>(),
        game::<Token, BySquares>(),
        game::<Blockade, BySums>(),
        game::<Cards, ByCards>(),
        game::<Siege, ByRace>(),
    ]
}

/// The game of that name.
#[must_use]
pub fn find(slug: &str) -> Option<&'static dyn AnyGame> {
    catalog().into_iter().find(|game| game.info().slug == slug)
}
