//! Bounded analysis with a cache of solved games: analyses, hints and reviews for study.

use std::sync::Arc;

use numberline_rules::Seat;
use numberline_table::{
    Adviser, Analysis, AnyGame, AnyMatch, OracleCache, Record, Review, ReviewError, Scope, SolveError,
    Weighing,
};
use numberline_wire::{AnalysisJson, BoardJson, ReviewedJson, Window};

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

    /// A position, ready to draw.
    pub async fn board(&self, at: Box<dyn AnyMatch>, window: Window) -> Result<BoardJson, WorkError> {
        if at.extent().len() <= LONGEST_AT_ONCE {
            return Ok(BoardJson::new(&*at, window));
        }
        self.pool.run(move |_| Ok(BoardJson::new(&*at, window))).await
    }

    /// The analysis of a match's position, solved from there, whether or not it is cached.
    pub async fn analyse(
        &self,
        game: &'static dyn AnyGame,
        at: Box<dyn AnyMatch>,
    ) -> Result<(Analysis, AnalysisJson), WorkError> {
        self.consider(game, &*at)?;
        let cache = Arc::clone(&self.cache);
        let found = move |watch: &Watch| {
            let analysis = cache.analyse(game, &*at, Scope::Position, watch)?;
            let json = AnalysisJson::new(&*at, &analysis);
            Ok((analysis, json))
        };
        self.pool.run(found).await
    }

    /// What a legal move would change for the seat that makes it.
    pub async fn weigh(
        &self,
        game: &'static dyn AnyGame,
        at: Box<dyn AnyMatch>,
        seat: Seat,
        text: String,
    ) -> Result<Weighing, WorkError> {
        self.consider(game, &*at)?;
        let adviser = Adviser::new(game, &self.cache).looking_ahead();
        self.pool.run(move |watch| Ok(adviser.weigh(&*at, seat, &text, watch)?)).await
    }

    /// What the moves of a match were worth.
    pub async fn review(&self, record: Record) -> Result<ReviewedJson, WorkError> {
        let end = record.replayed().map_err(|_| WorkError::Refused(SolveError::Unknown))?;
        if record.plies().len().saturating_mul(end.position().len()) > MOST_TEXT {
            return Err(WorkError::TooLong);
        }
        let cache = Arc::clone(&self.cache);
        let found = move |watch: &Watch| {
            let review = Review::of(&record, &cache, watch).map_err(|error| match error {
                ReviewError::Stopped => SolveError::Stopped,
                ReviewError::Replay(_) => SolveError::Unknown,
            })?;
            Ok(ReviewedJson::new(&record, &review, &*end))
        };
        self.pool.run(found).await
    }

    /// Refuses what would take far too long, unless it is cached.
    fn consider(&self, game: &dyn AnyGame, at: &dyn AnyMatch) -> Result<(), WorkError> {
        if self.cache.find(at).is_some() { Ok(()) } else { self.pool.consider(game.estimate(at)) }
    }
}
