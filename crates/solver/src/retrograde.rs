//! Retrograde analysis: the value of every position that can come up, loops included.
//!
//! The ends of the game are known. Going back from them ply by ply, a position is won as soon as one move leads to a
//! win of its mover, and lost once all of them lead to a loss. Positions never reached this way continue for ever.

use core::fmt;

use numberline_rules::{Seat, Sequential, Turn};

use crate::graph::Graph;
use crate::{Oracle, Progress, SolveError, Value};

/// The most positions that retrograde analysis should be given, so that it stays within a gigabyte.
pub const MOST_POSITIONS: u64 = 2_000_000;

/// With the way back, a quarter of a gigabyte.
const MOST_PLIES: usize = 1 << 25;

/// A game solved back from its ends.
///
/// A game in which both seats act at once has no such values, and the compiler says so:
///
/// ```compile_fail,E0277
/// use numberline_rules::{Cards, Game};
/// use numberline_solver::{MOST_POSITIONS, Retrograde};
///
/// let start = Cards::start(&Default::default());
/// let solved = Retrograde::solve(&start, MOST_POSITIONS, &());
/// ```
#[derive(Clone)]
pub struct Retrograde<G: Sequential> {
    graph: Graph<G>,
    /// Who wins and in how many plies, by number of position; `None` if the game continues for ever.
    ends: Vec<Option<(Seat, u32)>>,
}

impl<G: Sequential> Retrograde<G> {
    /// Solves all that can come up from the start, unless that is more than `most` positions.
    pub fn solve(start: &G, most: u64, progress: &dyn Progress) -> Result<Self, SolveError> {
        let graph = Graph::explore(start, most, MOST_PLIES, progress)?;
        let leaders = graph.leaders();
        let mut ends = vec![None; graph.len()];
        let mut open: Vec<u32> =
            (0..graph.len() as u32).map(|number| graph.followers(number).len() as u32).collect();
        // First in, first out: positions are settled in the order of their distance, so the first win found is the
        // fastest and the last loss found is the slowest.
        let mut settled = Vec::with_capacity(graph.len());
        for (number, turn) in (0..).zip(graph.turns()) {
            if let Turn::Over { winner } = turn {
                settle(&mut ends, &mut settled, number, (*winner, 0));
            }
        }
        let mut done = 0;
        while let Some(&number) = settled.get(done) {
            let Some((winner, plies)) = ends.get(number as usize).copied().flatten() else { break };
            done += 1;
            if progress.step(done as u64, graph.len() as u64).is_break() {
                return Err(SolveError::Stopped);
            }
            for &leader in leaders.get(number) {
                let (Some(Turn::Of(mover)), Some(open)) = (graph.turn(leader), open.get_mut(leader as usize))
                else {
                    continue;
                };
                *open = open.saturating_sub(1);
                if mover == winner || *open == 0 {
                    settle(&mut ends, &mut settled, leader, (winner, plies + 1));
                }
            }
        }
        Ok(Self { graph, ends })
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Always false: there is at least the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every position that can come up, in its canonical form and in no particular order.
    pub fn positions(&self) -> impl Iterator<Item = &G> {
        self.graph.positions().map(|(position, _)| position)
    }
}

impl<G: Sequential> Oracle<G> for Retrograde<G> {
    fn value(&self, position: &G) -> Option<Value> {
        let number = self.graph.number(position)?;
        let Turn::Of(mover) = self.graph.turn(number)? else { return None };
        Some(match self.ends.get(number as usize)? {
            None => Value::Draw,
            Some((winner, plies)) if *winner == mover => Value::Win(*plies),
            Some((_, plies)) => Value::Lose(*plies),
        })
    }
}

impl<G: Sequential> fmt::Debug for Retrograde<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retrograde").field("positions", &self.len()).finish_non_exhaustive()
    }
}

/// Notes how a position ends, unless that is known already.
fn settle(ends: &mut [Option<(Seat, u32)>], settled: &mut Vec<u32>, number: u32, end: (Seat, u32)) {
    if let Some(place @ None) = ends.get_mut(number as usize) {
        *place = Some(end);
        settled.push(number);
    }
}
