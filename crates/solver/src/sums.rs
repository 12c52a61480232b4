//! Sums of runs searched with memory: distances to the end, and misère play.
//!
//! Nimbers tell who wins, but not how soon, and nothing at all when the last move loses. Both depend only on how many
//! runs there are of each length, so the search remembers one value for each such collection.

use core::marker::PhantomData;

use rustc_hash::FxHashMap;

use crate::{Octal, Oracle, Progress, SolveError, Take, Value};

/// The longest line that is searched, counted as the free cells and one cell between two runs.
pub const LONGEST_SUM: u64 = 48;

/// A sum of runs, solved by search.
#[derive(Clone, Debug)]
pub struct Sums<G> {
    values: FxHashMap<Box<[u8]>, Value>,
    game: PhantomData<fn() -> G>,
}

impl<G: Octal> Sums<G> {
    /// Solves all that can come up from the start, unless its runs need a line longer than [`LONGEST_SUM`].
    pub fn solve(start: &G, progress: &dyn Progress) -> Result<Self, SolveError> {
        let cells = start.runs().fold(0_u64, |cells, run| cells.saturating_add(run).saturating_add(1));
        let cells = cells.saturating_sub(1);
        let runs = collection(start).filter(|_| cells <= LONGEST_SUM);
        let runs = runs.ok_or(SolveError::TooLong { cells, most: LONGEST_SUM })?;
        let end = if start.is_misere() { Value::Win(0) } else { Value::Lose(0) };
        let mut search = Search { takes: G::TAKES, values: FxHashMap::default(), progress };
        search.values.insert(Box::default(), end);
        search.value(&runs)?;
        Ok(Self { values: search.values, game: PhantomData })
    }

    /// Solves every collection of runs that fits a line of this many cells, at most [`LONGEST_SUM`].
    pub fn within(cells: u64, misere: bool, progress: &dyn Progress) -> Result<Self, SolveError> {
        let end = if misere { Value::Win(0) } else { Value::Lose(0) };
        let mut search = Search { takes: G::TAKES, values: FxHashMap::default(), progress };
        search.values.insert(Box::default(), end);
        search.values_within(&mut Vec::new(), cells.min(LONGEST_SUM))?;
        Ok(Self { values: search.values, game: PhantomData })
    }

    /// The value of these runs, in ascending order, for the seat to move; `None` if they were not solved.
    #[must_use]
    pub fn of_runs(&self, runs: &[u8]) -> Option<Value> {
        self.values.get(runs).copied()
    }

    /// At most how many collections of runs can come up; none where the line is too long to be searched.
    ///
    /// On a line of `n` cells, with one cell between two runs, a collection is a way to write a number of at most `n + 1`
    /// as a sum of numbers greater than 1: each is a run with the cell beside it. Filled up with ones, such sums are
    /// all the ways to write `n + 1` as a sum of anything.
    #[must_use]
    pub fn estimate(start: &G) -> u64 {
        let cells = start.runs().fold(0_u64, |cells, run| cells.saturating_add(run).saturating_add(1));
        if cells.saturating_sub(1) > LONGEST_SUM { 0 } else { sums_that_make(cells) }
    }

    /// How many collections of runs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Always false: there is at least the empty collection, with which the game ends.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<G: Octal> Oracle<G> for Sums<G> {
    fn value(&self, position: &G) -> Option<Value> {
        position.turn().winner().is_none().then_some(())?;
        self.values.get(collection(position)?.as_slice()).copied()
    }
}

struct Search<'a> {
    takes: &'static [Take],
    values: FxHashMap<Box<[u8]>, Value>,
    progress: &'a dyn Progress,
}

impl Search<'_> {
    /// Finds the values of these runs with all further ones, none shorter, that fit the cells left beside them.
    fn values_within(&mut self, runs: &mut Vec<u8>, cells: u64) -> Result<(), SolveError> {
        self.value(runs)?;
        for run in u64::from(runs.last().copied().unwrap_or(1))..=cells {
            runs.push(run as u8);
            self.values_within(runs, cells.saturating_sub(run + 1))?;
            runs.pop();
        }
        Ok(())
    }

    /// The value of an ascending collection of runs for the seat to move.
    fn value(&mut self, runs: &[u8]) -> Result<Value, SolveError> {
        if let Some(value) = self.values.get(runs) {
            return Ok(*value);
        }
        if self.progress.step(0, self.values.len() as u64).is_break() {
            return Err(SolveError::Stopped);
        }
        let mut best: Option<Value> = None;
        let mut next = Vec::with_capacity(runs.len() + 1);
        let mut before = 0;
        for (place, &run) in runs.iter().enumerate() {
            // Equal runs stand side by side and offer the same moves.
            if core::mem::replace(&mut before, run) == run {
                continue;
            }
            let others = || runs.iter().take(place).chain(runs.iter().skip(place + 1));
            for take in self.takes {
                for offset in 0..take.ways(run.into()).div_ceil(2) {
                    let (left, right) = take.leaves(run.into(), offset);
                    next.clear();
                    next.extend(others());
                    // Parts of a run are no longer than the run, which fits.
                    for part in [left as u8, right as u8].into_iter().filter(|part| *part > 0) {
                        let place = next.partition_point(|other| *other < part);
                        next.insert(place, part);
                    }
                    best = best.max(Some(self.value(&next)?.one_ply_before()));
                }
            }
        }
        let value = best.unwrap_or(Value::Lose(0));
        self.values.insert(runs.into(), value);
        Ok(value)
    }
}

/// In how many ways a small number is a sum of positive whole numbers.
fn sums_that_make(number: u64) -> u64 {
    let mut ways = vec![0_u64; usize::try_from(number).unwrap_or_default() + 1];
    if let Some(nothing) = ways.first_mut() {
        *nothing = 1;
    }
    for part in 1..ways.len() {
        for sum in part..ways.len() {
            let more = ways.get(sum - part).copied().unwrap_or_default();
            if let Some(ways) = ways.get_mut(sum) {
                *ways = ways.saturating_add(more);
            }
        }
    }
    ways.last().copied().unwrap_or_default()
}

/// The lengths of the runs in ascending order; none if one is longer than anything that is searched.
fn collection<G: Octal>(position: &G) -> Option<Vec<u8>> {
    let mut runs: Vec<u8> = position.runs().map(u8::try_from).collect::<Result<_, _>>().ok()?;
    runs.sort_unstable();
    Some(runs)
}
