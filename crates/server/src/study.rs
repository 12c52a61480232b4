//! Bounded analysis with a cache of solved games: analyses, hints and reviews for study.

use std::sync::Arc;

use numberline_rules::Seat;
use numberline_table::{
    Adviser, Analysis, AnyGame, AnyMatch, Favour, OracleCache, Record, Review, ReviewError, Scope,
    SolveError, Weighing,
};
use numberline_wire::ReviewedJson;

use crate::pool::{Pool, PoolSize, Watch, WorkError};

/// The maximum total text of a match's positions: each one is part of the review.
const MOST_TEXT: usize = 16 << 20;

/// A longer line is drawn on a worker thread, not between other requests.
const LONGEST_AT_ONCE: u64 = 1_000;

/// Analyses positions for study, and lends its pool to computers. Clones share their caches.
#[derive(Clone)]
pub struct Study {
    pool: Pool,
    cache: Arc<OracleCache>,
}

impl Default for Study {
    fn default() -> Self {
        Self::new(PoolSize::default())
    }
}

impl Study {
    /// A study with a pool of this size.
    #[must_use]
    pub fn new(size: PoolSize) -> Self {
        Self { pool: Pool::new(size), cache: OracleCache::shared() }
    }

    /// The pool that does the work.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The cache of solved games.
    pub(crate) fn cache(&self) -> &Arc<OracleCache> {
        &self.cache
    }

    /// How many bytes the solved games take, about.
    #[must_use]
    pub fn solved_bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Whether a position is small enough to be drawn between other requests.
    pub(crate) fn draws_at_once(at: &dyn AnyMatch) -> bool {
        at.extent().len() <= LONGEST_AT_ONCE
    }

    /// The analysis of a match's position, solved from there, whether or not it is cached. This takes a while.
    pub fn analyse(
        &self,
        game: &'static dyn AnyGame,
        at: &dyn AnyMatch,
        watch: &Watch,
    ) -> Result<Analysis, WorkError> {
        self.consider(game, at)?;
        Ok(self.cache.analyse(game, at, Scope::Position, watch)?)
    }

    /// Whom a position favours, or why that is not known. This takes a while.
    pub fn favour(
        &self,
        game: &'static dyn AnyGame,
        at: &dyn AnyMatch,
        watch: &Watch,
    ) -> Result<Result<Favour, SolveError>, WorkError> {
        self.consider(game, at)?;
        match Favour::of(game, at, &self.cache, watch) {
            Err(stopped @ SolveError::Stopped) => Err(stopped.into()),
            favour => Ok(favour),
        }
    }

    /// What a legal move would change for the seat that makes it. This takes a while.
    pub fn weigh(
        &self,
        game: &'static dyn AnyGame,
        at: &dyn AnyMatch,
        (seat, text): (Seat, &str),
        watch: &Watch,
    ) -> Result<Weighing, WorkError> {
        self.consider(game, at)?;
        Ok(Adviser::new(game, &self.cache).looking_ahead().weigh(at, seat, text, watch)?)
    }

    /// What the moves of a match were worth. This takes a while.
    pub fn review(&self, record: &Record, watch: &Watch) -> Result<ReviewedJson, WorkError> {
        let end = record.replayed().map_err(|_| WorkError::Refused(SolveError::Unknown))?;
        if record.plies().len().saturating_mul(end.position().len()) > MOST_TEXT {
            return Err(WorkError::TooLong);
        }
        let review = Review::of(record, &self.cache, watch).map_err(|error| match error {
            ReviewError::Stopped => SolveError::Stopped,
            ReviewError::Replay(_) => SolveError::Unknown,
        })?;
        Ok(ReviewedJson::new(record, &review, &*end))
    }

    /// Refuses what would take far too long, unless it is cached.
    fn consider(&self, game: &dyn AnyGame, at: &dyn AnyMatch) -> Result<(), WorkError> {
        if self.cache.find(at).is_some() { Ok(()) } else { self.pool.consider(game.estimate(at)) }
    }
}
