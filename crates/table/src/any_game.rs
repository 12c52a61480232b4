//! A game of the catalog, with its types hidden, so that front ends need not know which one it is.

use std::marker::PhantomData;

use numberline_rules::{
    Info, Match, Parameter, ParsePositionError, Picture, Seat, SettingError, Settings, Variant,
};
use numberline_solver::{Effort, Progress, SolveError};

use crate::arena::Venue;
use crate::oracle::{Erased, position_of};
use crate::{AnyMatch, AnyOracle, AnyRule, Cost, Method};

/// A game of the catalog.
pub trait AnyGame: Sync {
    /// Its entry in the catalog.
    fn info(&self) -> &'static Info;
    /// Its parameters.
    fn parameters(&self) -> &'static [Parameter];
    /// The values in the rule book.
    fn book_settings(&self) -> Settings {
        Settings::book(self.parameters())
    }
    /// The settings, with those that were not named adjusted to fit the others.
    fn fitted(&self, settings: Settings, named: &[&str]) -> Settings;
    /// A match from the start, with `first` to begin.
    fn start(&self, settings: &Settings, first: Seat) -> Result<Box<dyn AnyMatch>, StartError>;
    /// A match from any position.
    fn start_at(&self, settings: &Settings, position: &str) -> Result<Box<dyn AnyMatch>, StartError>;
    /// Solves everything that can come up from the current position of a match of this game.
    fn solve(&self, game: &dyn AnyMatch, progress: &dyn Progress) -> Result<Box<dyn AnyOracle>, SolveError>;
    /// An upper bound on the positions this has to visit, without visiting them; `None` if only trying tells.
    fn estimate(&self, game: &dyn AnyMatch) -> Option<u64>;
    /// What solving it with [`Effort::Large`] costs at most; none if that does not solve it, or if only trying tells.
    fn cost(&self, game: &dyn AnyMatch) -> Option<Cost>;
    /// Prepares many games from there, between players by skill and by these rules.
    fn venue(
        &self,
        game: &dyn AnyMatch,
        rules: &[&'static dyn AnyRule],
        progress: &dyn Progress,
    ) -> Result<Venue, SolveError>;
}

/// Why a match cannot start like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// A parameter is out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The book does not leave open who begins.
    #[error("in {0} the book says who begins")]
    FirstIsFixed(&'static str),
}

/// One row of the catalog: a game, and the method that solves it.
#[must_use]
pub fn game<G: Picture, M: Method<G>>() -> &'static dyn AnyGame {
    &Row::<G, M>(PhantomData)
}

struct Row<G, M>(PhantomData<fn() -> (G, M)>);

impl<G: Picture, M: Method<G>> AnyGame for Row<G, M> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn parameters(&self) -> &'static [Parameter] {
        G::Variant::PARAMETERS
    }

    fn fitted(&self, settings: Settings, named: &[&str]) -> Settings {
        G::Variant::fitted(settings, named)
    }

    fn start(&self, settings: &Settings, first: Seat) -> Result<Box<dyn AnyMatch>, StartError> {
        let variant = G::Variant::read(settings)?;
        let start = G::start_with(&variant, first).ok_or(StartError::FirstIsFixed(G::INFO.title))?;
        Ok(Box::new(Match::from_position(start)))
    }

    fn start_at(&self, settings: &Settings, position: &str) -> Result<Box<dyn AnyMatch>, StartError> {
        let start = G::parse(position, &G::Variant::read(settings)?)?;
        Ok(Box::new(Match::from_position(start)))
    }

    fn solve(&self, game: &dyn AnyMatch, progress: &dyn Progress) -> Result<Box<dyn AnyOracle>, SolveError> {
        let known = M::solve(position_of::<G>(game)?, progress)?;
        Ok(Box::new(Erased(known)))
    }

    fn estimate(&self, game: &dyn AnyMatch) -> Option<u64> {
        M::estimate(position_of::<G>(game).ok()?, Effort::Usual)
    }

    fn cost(&self, game: &dyn AnyMatch) -> Option<Cost> {
        let positions = M::estimate(position_of::<G>(game).ok()?, Effort::Large)?;
        Cost::of(positions, M::LARGEST)
    }

    fn venue(
        &self,
        game: &dyn AnyMatch,
        rules: &[&'static dyn AnyRule],
        progress: &dyn Progress,
    ) -> Result<Venue, SolveError> {
        M::venue(position_of::<G>(game)?, rules, progress)
    }
}
