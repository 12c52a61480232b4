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

    /// What the moves of a match were worth. The record is made on the worker thread, too: a long match takes a while.
    pub async fn review(
        &self,
        record: impl FnOnce() -> Record + Send + 'static,
    ) -> Result<ReviewedJson, WorkError> {
        let cache = Arc::clone(&self.cache);
        let found = move |watch: &Watch| {
            let record = record();
            let end = record.replayed().map_err(|_| SolveError::Unknown)?;
            if record.plies().len().saturating_mul(end.position().len()) > MOST_TEXT {
                return Err(WorkError::TooLong);
            }
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use numberline_table::{Limits, Name, Table, Tags, catalog};
    use tokio::sync::oneshot;

    use super::*;

    fn record() -> Record {
        let game = catalog()[0];
        let start = game.start(&game.book_settings(), Seat::One).unwrap();
        Record::of(game, &Table::new(start, Name::of_both_seats(), Limits::default()), Tags::default())
    }

    #[tokio::test]
    async fn a_review_begins_when_the_pool_admits_it_and_not_before() {
        let study = Study::new(PoolSize { threads: 1, waiting: 0, time: Duration::from_secs(60) });
        let (made, maker) = mpsc::channel();
        let review = async || {
            let made = made.clone();
            let record = move || {
                made.send(std::thread::current().id()).unwrap();
                record()
            };
            study.review(record).await
        };
        let (release, held) = mpsc::channel::<()>();
        let (begun, has_begun) = oneshot::channel();
        let pool = study.pool().clone();
        let holding = tokio::spawn(async move {
            let hold = move |_: &Watch| {
                begun.send(()).unwrap();
                held.recv().unwrap();
                Ok(())
            };
            pool.run(hold).await
        });
        has_begun.await.unwrap();
        assert_eq!(review().await, Err(WorkError::Busy));
        assert!(maker.try_recv().is_err(), "a refused review did some work");
        release.send(()).unwrap();
        holding.await.unwrap().unwrap();
        assert!(review().await.is_ok());
        assert_ne!(maker.recv().unwrap(), std::thread::current().id(), "it worked between other requests");
    }
}
