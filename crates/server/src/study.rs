//! Thinking, with bounded work and what was solved lately at hand: analyses, hints and reviews for people who study.

use std::sync::Arc;

use numberline_table::{
    Adviser, Analysis, AnyGame, AnyMatch, AnyOracle, Record, Refusal, Review, ReviewError,
};
use numberline_wire::{AnalysisJson, BoardJson, ReviewedJson, Window};

use crate::oracles::Oracles;
use crate::pool::{NotDone, Pool, PoolSize, Watch};

/// The most text that the positions of a match may have together: each is a part of what is said about the match.
const MOST_TEXT: usize = 16 << 20;

/// A longer line is drawn beside the other requests, not between them.
const LONGEST_AT_ONCE: u64 = 1_000;

/// Thinks for people who study, and lends computers what it thinks with. Copies share what they know.
#[derive(Clone)]
pub struct Study {
    pool: Pool,
    oracles: Arc<Oracles>,
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
        Self { pool: Pool::new(size), oracles: Arc::new(Oracles::default()) }
    }

    /// The pool in which the thinking is done.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The solved games that are at hand.
    pub(crate) fn oracles(&self) -> Arc<Oracles> {
        Arc::clone(&self.oracles)
    }

    /// A position as a page draws it.
    pub async fn board(&self, at: Box<dyn AnyMatch>, window: Window) -> Result<BoardJson, NotDone> {
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
    ) -> Result<(Analysis, AnalysisJson), NotDone> {
        let known = self.oracles.find(&*at);
        if known.is_none() {
            self.pool.consider(game.estimate(&*at))?;
        }
        let oracles = Arc::clone(&self.oracles);
        let found = move |watch: &Watch| {
            let analysis = match known {
                Some(oracle) => oracle.analyse(&*at)?,
                None => {
                    let oracle: Arc<dyn AnyOracle> = game.solve(&*at, watch)?.into();
                    oracles.keep(&*at, at.position(), &oracle);
                    oracle.analyse(&*at)?
                }
            };
            let json = AnalysisJson::new(&*at, &analysis);
            Ok((analysis, json))
        };
        self.pool.run(found).await
    }

    /// What the moves of a match were worth.
    pub async fn review(&self, record: Record) -> Result<ReviewedJson, NotDone> {
        let end = end_of(&record)?;
        if record.plies().len().saturating_mul(end.position().len()) > MOST_TEXT {
            return Err(NotDone::TooLong);
        }
        let known = self.oracles.find_whole(&*end);
        let game = record.game();
        let oracles = Arc::clone(&self.oracles);
        let found = move |watch: &Watch| {
            let mut adviser = Adviser::new(game);
            if let Some(oracle) = known {
                adviser = adviser.knowing(oracle);
            }
            let review = Review::with(&mut adviser, &record, watch).map_err(|error| match error {
                ReviewError::Stopped => Refusal::Stopped,
                ReviewError::Start(_) | ReviewError::Move(_) => Refusal::Unknown,
            })?;
            let solved_from_the_start = review.plies.first().is_some_and(|ply| ply.moves.is_ok());
            if let Some(oracle) = adviser.solved().filter(|_| solved_from_the_start) {
                oracles.keep(&*end, end.start(), &oracle);
            }
            Ok(ReviewedJson::new(&record, &review, &*end))
        };
        self.pool.run(found).await
    }
}

/// The match of a record, where it ended.
fn end_of(record: &Record) -> Result<Box<dyn AnyMatch>, NotDone> {
    let unknown = NotDone::Refused(Refusal::Unknown);
    let mut end = record.begin().map_err(|_| unknown.clone())?;
    for choices in record.plies() {
        end.play_turn_unseen(&choices.to_string()).map_err(|_| unknown.clone())?;
    }
    Ok(end)
}
