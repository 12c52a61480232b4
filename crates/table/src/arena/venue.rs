//! Where many games are played: a table of all positions, or the theory of the game where there are too many for that.

use super::pairing::Pairing;
use super::policy::Policy;
use super::{Plan, Tally};
use crate::{Dice, Player};

/// Where many games are played.
pub struct Venue(pub(crate) Kind);

pub(crate) enum Kind {
    /// A table of all positions.
    Plan(Plan),
    /// No table: the value of a move is computed in each ply.
    Theory(Box<dyn Theory>),
}

/// A player with the place of its rule among those that the venue was prepared for.
#[derive(Clone, Copy)]
pub(crate) struct Seated {
    pub(crate) player: Player,
    pub(crate) rule: Option<usize>,
}

/// Games that are played without a table.
pub(crate) trait Theory: Send + Sync {
    /// One game from the start to its end, of at most this many plies.
    fn game(&self, seated: [Seated; 2], cap: u32, dice: &mut Dice, tally: &mut Tally);
}

/// Two players paired at a venue.
pub(crate) enum Meeting<'a> {
    Table(Pairing<'a>),
    Theory(&'a dyn Theory, [Seated; 2]),
}

impl Venue {
    /// How many positions the table has; `None` if there is no table.
    pub(crate) fn positions(&self) -> Option<usize> {
        match &self.0 {
            Kind::Plan(plan) => Some(plan.len()),
            Kind::Theory(_) => None,
        }
    }

    /// This many games in a row use the same source of random numbers. A source belongs to its games and not to a core, so
    /// that the games are the same on any number of cores.
    pub(crate) fn sheaf(&self) -> u64 {
        match &self.0 {
            Kind::Plan(_) => 1_024,
            Kind::Theory(_) => 4,
        }
    }

    /// Seats two players.
    pub(crate) fn meeting(&self, seated: [Seated; 2]) -> Meeting<'_> {
        match &self.0 {
            Kind::Plan(plan) => Meeting::Table(Pairing::new(plan, Policy::of_both(plan, seated))),
            Kind::Theory(theory) => Meeting::Theory(&**theory, seated),
        }
    }
}

impl Meeting<'_> {
    /// Plays this many games.
    pub(crate) fn games(&self, games: u64, cap: u32, dice: &mut Dice, tally: &mut Tally) {
        match self {
            Self::Table(pairing) => (0..games).for_each(|_| pairing.game(cap, dice, tally)),
            Self::Theory(theory, seated) => (0..games).for_each(|_| theory.game(*seated, cap, dice, tally)),
        }
    }
}
