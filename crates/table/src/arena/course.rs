//! A game of duel or blockade on a long line, with totals that are updated by each ply.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use numberline_rules::Run;
use numberline_solver::Octal;

/// A game in progress, with totals that are updated by each ply.
pub(super) struct Course<G> {
    pub(super) position: G,
    /// The nimber of the position.
    pub(super) sum: u64,
    /// How many moves there are.
    pub(super) moves: u64,
    /// Where the free runs of each length begin.
    pub(super) runs: BTreeMap<u64, BTreeSet<u64>>,
}

impl<G: Octal> Course<G> {
    pub(super) fn add(&mut self, run: Run) {
        self.moves += moves_in::<G>(run.len());
        self.runs.entry(run.len()).or_default().insert(run.first);
    }

    pub(super) fn remove(&mut self, run: Run) {
        self.moves -= moves_in::<G>(run.len());
        if let Entry::Occupied(mut equal) = self.runs.entry(run.len()) {
            equal.get_mut().remove(&run.first);
            if equal.get().is_empty() {
                equal.remove();
            }
        }
    }
}

fn moves_in<G: Octal>(run: u64) -> u64 {
    G::TAKES.iter().map(|take| take.ways(run)).sum()
}
