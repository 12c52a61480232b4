//! The cells of a line that is longer than a machine word, as maximal runs.
//!
//! Nothing in here is inlined: it would only push the games on short lines out of their registers.

use alloc::collections::BTreeMap;

use crate::Run;
use crate::cells::Runs;

/// The maximal runs of a set of cells: first cell to last cell.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct RunMap(BTreeMap<u64, u64>);

impl RunMap {
    #[inline(never)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline(never)]
    pub(crate) fn contains(&self, cell: u64) -> bool {
        self.0.range(..=cell).next_back().is_some_and(|(_, last)| cell <= *last)
    }

    /// Adds a run of cells that are not yet in the set.
    #[inline(never)]
    pub(crate) fn insert(&mut self, run: Run) {
        let mut joined = run;
        let left = self.0.range(..run.first).next_back().map(|(first, last)| (*first, *last));
        if let Some((first, last)) = left
            && last + 1 == run.first
        {
            joined.first = first;
        }
        if let Some(last) = self.0.remove(&(run.last + 1)) {
            joined.last = last;
        }
        self.0.insert(joined.first, joined.last);
    }

    /// Removes a cell, if it is there.
    #[inline(never)]
    pub(crate) fn remove(&mut self, cell: u64) {
        let Some((&first, &last)) = self.0.range(..=cell).next_back() else { return };
        if cell > last {
            return;
        }
        self.0.remove(&first);
        if first < cell {
            self.0.insert(first, cell - 1);
        }
        if cell < last {
            self.0.insert(cell + 1, last);
        }
    }

    pub(crate) fn iter(&self) -> Runs<'_> {
        Runs::Map(self.0.iter())
    }
}
