//! Thinking, with bounded work and what was solved lately at hand: analyses, hints and reviews for people who study.

use std::sync::Arc;

use numberline_rules::Seat;
use numberline_table::{
    Adviser, Analysis, AnyGame, AnyMatch, OracleCache, Record, Review, ReviewError, Scope, SolveError,
    Weighing,
};
use numberline_wire::{AnalysisJson, BoardJson, ReviewedJson, Window};

use crate::pool::{Pool, PoolSize, Watch, WorkError};

/// The most text that the positions of a match may have together: each is a part of what is said about the match.
const MOST_TEXT: usize = 16 << 20;

/// A longer line is drawn beside the other requests, not between them.
const LONGEST_AT_ONCE: u64 = 1_000;

/// Thinks for people who study, and lends computers what it thinks with. Copies share what they know.
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
    /// Thinks with a pool of this size.
    #[must_use]
    pub fn new(size: PoolSize) -> Self {
        Self { pool: Pool::new(size), cache: OracleCache::shared() }
    }

    /// The pool in which the thinking is done.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The solved games that are at hand.
    pub(crate) fn cache(&self) -> &Arc<OracleCache> {
        &self.cache
    }

    /// A position as a page draws it.
    pub async fn board(&self, at: Box<dyn AnyMatch>, window: Window) -> Result<BoardJson, WorkError> {
        if at.extent().len() <= LONGEST_AT_ONCE {
            return Ok(BoardJson::new(&*at, window));
        }
        self.pool.run(move |_| Ok(BoardJson::new(&*at, window))).await
    }

    /// What is known about where a match stands: what solving it from there says, whether or not it was solved before.
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

    /// What a move that is allowed here would change for the seat that makes it.
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

    /// Refuses what would take far too long, unless it was solved before.
    fn consider(&self, game: &dyn AnyGame, at: &dyn AnyMatch) -> Result<(), WorkError> {
        if self.cache.find(at).is_some() { Ok(()) } else { self.pool.consider(game.estimate(at)) }
    }
}
