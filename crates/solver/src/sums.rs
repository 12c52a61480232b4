//! Sums of runs searched with memory: distances to the end, and misère play.
//!
//! Nimbers tell who wins, but not how soon, and nothing at all when the last move loses. Both depend only on how many
//! runs there are of each length, so the search remembers one value for each such collection.

use core::hash::Hash;
use core::iter::Sum;
use core::marker::PhantomData;
use core::ops::{Add, Mul, Sub};

use rustc_hash::FxHashMap;

use crate::{Effort, Octal, Oracle, Progress, SolveError, Take, Value};

/// The longest line that is searched, counted as the free cells and one cell between two runs.
pub const LONGEST_SUM: u64 = 48;

/// The same for a large computation.
pub const LONGEST_SUM_LARGE: u64 = 80;

/// A sum of runs, solved by search.
#[derive(Clone, Debug)]
pub struct Sums<G> {
    solved: Solved,
    game: PhantomData<fn() -> G>,
}

/// The keys of longer lines do not fit a machine word.
#[derive(Clone, Debug)]
enum Solved {
    Short(Values<u64>),
    Long(Values<u128>),
}

/// The value of each collection of runs.
#[derive(Clone, Debug)]
struct Values<K> {
    keys: Keys<K>,
    values: FxHashMap<K, Value>,
}

impl<G: Octal> Sums<G> {
    /// Solves all that can come up from the start, unless its runs need a line longer than [`LONGEST_SUM`], or
    /// [`LONGEST_SUM_LARGE`] where the computation may be large.
    pub fn solve(start: &G, progress: &dyn Progress) -> Result<Self, SolveError> {
        let cells = start.runs().fold(0_u64, |cells, run| cells.saturating_add(run).saturating_add(1));
        let (cells, most) = (cells.saturating_sub(1), longest(progress.effort()));
        let runs = collection(start).filter(|_| cells <= most);
        let runs = runs.ok_or(SolveError::TooLong { cells, most })?;
        let solved = if cells <= LONGEST_SUM {
            Solved::Short(Search::new(G::TAKES, cells, start.is_misere(), progress).of(&runs)?)
        } else {
            Solved::Long(Search::new(G::TAKES, cells, start.is_misere(), progress).of(&runs)?)
        };
        Ok(Self { solved, game: PhantomData })
    }

    /// Solves every collection of runs that fits a line of this many cells, at most [`LONGEST_SUM`].
    pub fn within(cells: u64, misere: bool, progress: &dyn Progress) -> Result<Self, SolveError> {
        let cells = cells.min(LONGEST_SUM);
        let mut search = Search::new(G::TAKES, cells, misere, progress);
        search.values_within(1, 0_u64, cells)?;
        Ok(Self { solved: Solved::Short(search.done()), game: PhantomData })
    }

    /// The value of these runs, in any order, for the seat to move; `None` if they were not solved.
    #[must_use]
    pub fn of_runs(&self, runs: &[u8]) -> Option<Value> {
        match &self.solved {
            Solved::Short(solved) => solved.of(runs),
            Solved::Long(solved) => solved.of(runs),
        }
    }

    /// At most how many collections of runs can come up; none where the line is too long to be searched with that effort.
    ///
    /// On a line of `n` cells, with one cell between two runs, a collection is a way to write a number of at most `n + 1`
    /// as a sum of numbers greater than 1: each is a run with the cell beside it. Filled up with ones, such sums are
    /// all the ways to write `n + 1` as a sum of anything.
    #[must_use]
    pub fn estimate(start: &G, effort: Effort) -> u64 {
        let cells = start.runs().fold(0_u64, |cells, run| cells.saturating_add(run).saturating_add(1));
        if cells.saturating_sub(1) > longest(effort) { 0 } else { sums_that_make(cells) }
    }

    /// How many collections of runs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.solved {
            Solved::Short(solved) => solved.values.len(),
            Solved::Long(solved) => solved.values.len(),
        }
    }

    /// Always false: there is at least the empty collection, with which the game ends.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<G: Octal> Oracle<G> for Sums<G> {
    fn value(&self, position: &G) -> Option<Value> {
        position.turn().winner().is_none().then_some(())?;
        self.of_runs(&collection(position)?)
    }
}

fn longest(effort: Effort) -> u64 {
    effort.choose(LONGEST_SUM, LONGEST_SUM_LARGE)
}

impl<K: Key> Values<K> {
    fn of(&self, runs: &[u8]) -> Option<Value> {
        self.values.get(&self.keys.of(runs)?).copied()
    }
}

/// A whole number that is wide enough for the keys of a line.
trait Key:
    Copy
    + Eq
    + Hash
    + Default
    + From<u64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Sum<Self>
{
}

impl Key for u64 {}
impl Key for u128 {}

/// A number for each collection of runs that fits a line: the sum of one number for each run, so a move changes it by a
/// few additions.
///
/// How often runs of a length fit the line is bounded, so lengths are the digits of a number in which each digit has
/// a base of its own. Of the runs that take more than half of the line there is at most one, and they share a digit.
#[derive(Clone, Debug)]
struct Keys<K> {
    /// The numbers of the runs, by their length.
    weights: Vec<K>,
    /// The length of the line, and one.
    room: u64,
}

impl<K: Key> Keys<K> {
    fn new(cells: u64) -> Self {
        let room = cells.min(LONGEST_SUM_LARGE) + 1;
        let mut weights = vec![K::default(); room as usize];
        let mut base = K::from(1);
        let mut long = 0;
        for (weight, length) in weights.iter_mut().zip(0..).skip(1) {
            let most = room / (length + 1);
            if most > 1 {
                *weight = base;
                base = base * K::from(most + 1);
            } else {
                long += 1;
                *weight = base * K::from(long);
            }
        }
        Self { weights, room }
    }

    /// The number of a run; 0 for none.
    fn weight(&self, run: u64) -> K {
        self.weights.get(run as usize).copied().unwrap_or_default()
    }

    /// The number of these runs, if they fit.
    fn of(&self, runs: &[u8]) -> Option<K> {
        let cells = runs.iter().map(|run| u64::from(*run) + 1).sum::<u64>();
        let key = || runs.iter().map(|run| self.weight((*run).into())).sum();
        (cells <= self.room).then(key)
    }
}

struct Search<'a, K> {
    takes: &'static [Take],
    keys: Keys<K>,
    values: FxHashMap<K, Value>,
    /// How many runs there are of each length, in the collection that is looked at.
    counts: Vec<u8>,
    progress: &'a dyn Progress,
}

impl<'a, K: Key> Search<'a, K> {
    fn new(takes: &'static [Take], cells: u64, misere: bool, progress: &'a dyn Progress) -> Self {
        let keys = Keys::new(cells);
        let end = if misere { Value::Win(0) } else { Value::Lose(0) };
        let counts = vec![0; keys.weights.len()];
        Self { takes, values: FxHashMap::from_iter([(K::default(), end)]), keys, counts, progress }
    }

    /// Solves these runs, which fit the line.
    fn of(mut self, runs: &[u8]) -> Result<Values<K>, SolveError> {
        runs.iter().for_each(|run| self.add(u64::from(*run)));
        let key = self.keys.of(runs).unwrap_or_default();
        self.value(key)?;
        Ok(self.done())
    }

    fn done(self) -> Values<K> {
        Values { keys: self.keys, values: self.values }
    }

    /// Adds a run. One without a cell is none.
    fn add(&mut self, run: u64) {
        if let Some(count) = self.counts.get_mut(run as usize).filter(|_| run > 0) {
            *count += 1;
        }
    }

    fn remove(&mut self, run: u64) {
        if let Some(count) = self.counts.get_mut(run as usize).filter(|_| run > 0) {
            *count -= 1;
        }
    }

    /// Finds the values of the runs that are set up, with all further ones of at least this length, that fit the cells left
    /// beside them.
    fn values_within(&mut self, shortest: u64, key: K, cells: u64) -> Result<(), SolveError> {
        self.value(key)?;
        for run in shortest..=cells {
            self.add(run);
            self.values_within(run, key + self.keys.weight(run), cells.saturating_sub(run + 1))?;
            self.remove(run);
        }
        Ok(())
    }

    /// The value of the runs that are set up for the seat to move.
    fn value(&mut self, key: K) -> Result<Value, SolveError> {
        if let Some(value) = self.values.get(&key) {
            return Ok(*value);
        }
        if self.progress.step(0, self.values.len() as u64).is_break() {
            return Err(SolveError::Stopped);
        }
        let mut best: Option<Value> = None;
        // Equal runs offer the same moves.
        for run in 1..self.counts.len() as u64 {
            if self.counts.get(run as usize).is_none_or(|count| *count == 0) {
                continue;
            }
            let others = key - self.keys.weight(run);
            for take in self.takes {
                for offset in 0..take.ways(run).div_ceil(2) {
                    let (left, right) = take.leaves(run, offset);
                    let next = others + self.keys.weight(left) + self.keys.weight(right);
                    let value = match self.values.get(&next) {
                        Some(value) => *value,
                        None => self.value_after(run, [left, right], next)?,
                    };
                    best = best.max(Some(value.one_ply_before()));
                }
            }
        }
        let value = best.unwrap_or(Value::Lose(0));
        self.values.insert(key, value);
        Ok(value)
    }

    /// The value once a run has become two parts.
    fn value_after(&mut self, run: u64, parts: [u64; 2], key: K) -> Result<Value, SolveError> {
        self.remove(run);
        parts.into_iter().for_each(|part| self.add(part));
        let value = self.value(key)?;
        parts.into_iter().for_each(|part| self.remove(part));
        self.add(run);
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

/// The lengths of the runs; none if one is longer than anything that is searched.
fn collection<G: Octal>(position: &G) -> Option<Vec<u8>> {
    position.runs().map(u8::try_from).collect::<Result<_, _>>().ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Adds the keys of all collections that fit the cells, with runs of at least this length.
    fn collect<K: Key>(keys: &Keys<K>, runs: &mut Vec<u8>, shortest: u8, cells: u64, found: &mut Vec<K>) {
        found.extend(keys.of(runs));
        for run in shortest..=cells as u8 {
            runs.push(run);
            collect(keys, runs, run, cells.saturating_sub(u64::from(run) + 1), found);
            runs.pop();
        }
    }

    #[test]
    fn different_runs_have_different_keys() {
        [0, 1, 2, 3, 7, 20, 33, LONGEST_SUM].into_iter().for_each(differ::<u64>);
        [33, LONGEST_SUM + 1, 56].into_iter().for_each(differ::<u128>);
        assert_eq!(Keys::<u64>::new(10).of(&[5, 5]), None, "they need eleven cells");
    }

    fn differ<K: Key>(cells: u64) {
        let (keys, mut found) = (Keys::<K>::new(cells), Vec::new());
        collect(&keys, &mut Vec::new(), 1, cells, &mut found);
        assert_eq!(found.len() as u64, sums_that_make(cells + 1), "{cells}");
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "{cells}");
    }

    /// Every key is smaller than the product of the bases of its digits.
    #[test]
    fn the_longest_keys_fit() {
        let bits = |cells: u64| {
            let room = cells + 1;
            let digits = (1..=cells).map(|length| room / (length + 1)).filter(|most| *most > 1);
            let long = (1..=cells).filter(|length| room / (length + 1) == 1).count();
            let bases = digits.map(|most| most + 1).chain([long as u64 + 1]);
            bases.map(|base| (base as f64).log2()).sum::<f64>()
        };
        assert!(bits(LONGEST_SUM) < 64.0, "{}", bits(LONGEST_SUM));
        assert!(bits(LONGEST_SUM_LARGE) < 128.0, "{}", bits(LONGEST_SUM_LARGE));
        assert!(bits(LONGEST_SUM_LARGE) > 64.0, "a word would do");
    }
}
