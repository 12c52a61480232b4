//! Whom a variant favours, and where that seats a person.

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, EvenVariant, Favour, Name, SolveError, unsolved};
use serde::Serialize;
use utoipa::ToSchema;

/// Whom a variant favours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OddsJson {
    /// The seat that is better off: 1 or 2.
    pub seat: Option<u8>,
    /// Whom best play favours, or why that is not known, in one sentence.
    pub text: String,
    /// The variant of the game that is closest to even.
    pub even: Option<EvenJson>,
}

/// A variant that is close to even.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EvenJson {
    /// What it is called.
    pub name: &'static str,
    /// Its settings, as `set` takes them; none where it is the book's own game.
    pub set: &'static [&'static str],
    /// How even it is, in one sentence.
    pub text: String,
    /// Whether it is the variant that was asked about.
    pub here: bool,
}

/// What a person should know before a match against a computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatingJson {
    /// Where the person sits unless they choose: 1 or 2.
    pub seat: u8,
    /// Where the computer falls short of its name in this variant.
    pub shortfall: Option<String>,
}

impl OddsJson {
    /// What is known about the start of a match.
    #[must_use]
    pub fn new(game: &dyn AnyGame, at: &dyn AnyMatch, favour: &Result<Favour, SolveError>) -> Self {
        let text = match favour {
            Ok(favour) => favour.sentence(&Name::of_both_seats()),
            Err(refusal) => unsolved(refusal),
        };
        let even = EvenVariant::of(game.info().slug).map(|even| EvenJson {
            name: even.name,
            set: even.set,
            text: even.sentence(game, &at.settings()),
            here: even.settings(game) == at.settings(),
        });
        Self { seat: favour.as_ref().ok().and_then(Favour::seat).map(Seat::number), text, even }
    }
}
