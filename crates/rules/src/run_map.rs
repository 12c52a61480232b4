//! The cells of a line that is longer than a machine word, as maximal runs.
//!
//! The runs stand in blocks that know how many cells they have. So a change, or the n-th cell, costs the length of a block
//! and the number of blocks. Nothing in here is inlined: it would only push the games on short lines out of their registers.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::slice::Iter;

use crate::Run;
use crate::cells::{Runs, nth, nth_place};

/// A block with more runs is halved.
const MOST: usize = 512;

/// The maximal runs of a set of cells.
#[derive(Clone, Default, Debug)]
pub(crate) struct RunMap(Vec<Block>);

/// Runs next to each other, at least one.
#[derive(Clone, Debug)]
struct Block {
    runs: Vec<Run>,
    cells: u64,
}

impl Block {
    fn of(runs: Vec<Run>) -> Self {
        Self { cells: runs.iter().map(|run| run.len()).sum(), runs }
    }

    /// At how many places one cell is, or two neighbours are.
    fn places(&self, width: u64) -> u64 {
        self.cells - (width - 1) * self.runs.len() as u64
    }
}

impl RunMap {
    #[inline(never)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline(never)]
    pub(crate) fn contains(&self, cell: u64) -> bool {
        self.run_at(cell).is_some()
    }

    /// Adds a run of cells that are not yet in the set.
    #[inline(never)]
    pub(crate) fn insert(&mut self, run: Run) {
        let mut joined = run;
        for beside in [run.first - 1, run.last + 1] {
            if let Some(neighbour) = self.run_at(beside) {
                self.replace(beside, 1, &[]);
                joined =
                    Run { first: joined.first.min(neighbour.first), last: joined.last.max(neighbour.last) };
            }
        }
        self.replace(joined.first, 0, &[joined]);
    }

    /// Removes a cell, if it is there.
    #[inline(never)]
    pub(crate) fn remove(&mut self, cell: u64) {
        let Some(Run { first, last }) = self.run_at(cell) else { return };
        let sides = [Run { first, last: cell - 1 }, Run { first: cell + 1, last }];
        let left = sides.get(usize::from(first == cell)..2 - usize::from(cell == last));
        self.replace(cell, 1, left.unwrap_or_default());
    }

    /// At how many places one cell is, or two neighbours are.
    #[inline(never)]
    pub(crate) fn places(&self, width: u64) -> u64 {
        self.0.iter().map(|block| block.places(width)).sum()
    }

    /// The first cell of the n-th such place from the left, counted from 0.
    #[inline(never)]
    pub(crate) fn nth_place(&self, width: u64, n: u64) -> Option<u64> {
        let (block, before) = nth(self.0.iter(), n, |block| block.places(width))?;
        nth_place(block.runs.iter().copied(), width, before)
    }

    /// The runs that end at this cell or to the right of it.
    #[inline(never)]
    pub(crate) fn runs_from(&self, cell: u64) -> Runs<'_> {
        let (block, place) = self.find(cell);
        let mut blocks = self.0.get(block..).unwrap_or_default().iter();
        let runs = blocks.next().and_then(|block| block.runs.get(place..)).unwrap_or_default().iter();
        Runs::Map(MapRuns { runs, blocks })
    }

    fn run_at(&self, cell: u64) -> Option<Run> {
        let (block, place) = self.find(cell);
        self.0.get(block)?.runs.get(place).copied().filter(|run| run.first <= cell)
    }

    /// The block and the place in it of the first run that ends at this cell or to the right of it; if there is none, the
    /// end of the last block.
    fn find(&self, cell: u64) -> (usize, usize) {
        let ends_before = |run: &Run| run.last < cell;
        let block = self.0.partition_point(|block| block.runs.last().is_some_and(ends_before));
        let block = block.min(self.0.len().saturating_sub(1));
        (block, self.0.get(block).map_or(0, |block| block.runs.partition_point(ends_before)))
    }

    /// Puts runs where a cell is or would be, in place of the run that is there (`gone` is 1) or between the runs.
    #[inline(never)]
    fn replace(&mut self, cell: u64, gone: usize, new: &[Run]) {
        let (at, place) = self.find(cell);
        let Some(block) = self.0.get_mut(at) else {
            return self.0.push(Block::of(new.to_vec()));
        };
        let old: u64 = block.runs.splice(place..place + gone, new.iter().copied()).map(Run::len).sum();
        block.cells = block.cells - old + new.iter().map(|run| run.len()).sum::<u64>();
        if block.runs.is_empty() {
            self.0.remove(at);
        } else if block.runs.len() > MOST {
            let right = Block::of(block.runs.split_off(MOST / 2));
            block.cells -= right.cells;
            self.0.insert(at + 1, right);
        }
    }
}

/// The same cells are the same set, whatever blocks their runs stand in.
impl PartialEq for RunMap {
    fn eq(&self, other: &Self) -> bool {
        self.runs_from(1).eq(other.runs_from(1))
    }
}

impl Eq for RunMap {}

impl Hash for RunMap {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.runs_from(1).for_each(|run| run.hash(state));
    }
}

/// Runs from left to right.
#[derive(Clone, Debug)]
pub struct MapRuns<'a> {
    runs: Iter<'a, Run>,
    blocks: Iter<'a, Block>,
}

impl Iterator for MapRuns<'_> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        loop {
            match self.runs.next() {
                Some(run) => return Some(*run),
                None => self.runs = self.blocks.next()?.runs.iter(),
            }
        }
    }
}
