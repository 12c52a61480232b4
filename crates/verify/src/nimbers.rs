//! Proofs by nimbers: a list of runs that is long enough to show that the nimbers repeat for ever.
//!
//! The nimber of a run is the least number that no move in it leaves; the nimber of several runs is their nim-sum, and
//! the player to move wins exactly if it is not 0. A move takes at most `k` neighbouring cells out of a run and leaves
//! the cells on either side, and whether it can be made depends on nothing farther away. Suppose that run `n + p` has
//! the nimber of run `n` for every `n` from `e` up to `2e + p + k - 1`. A longer run of `n + p` cells has, after any
//! move, at least `2(e + p)` cells left, so one part has at least `e + p`. Making that part shorter by `p` keeps its
//! nimber and turns the moves of the run `n + p` into those of the run `n`, and back, so that both have the same nimber.

use std::collections::HashSet;

use numberline_rules::{Choices, Impartial, Seat, Turn};

use crate::header::Header;
use crate::lines::Lines;
use crate::{CertifiedValue, Fault};

/// The most runs of a list: far more than the games need, and few enough to compute at once.
const MOST_RUNS: u64 = 1_000;

/// The list that a certificate announces.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    /// How many runs it has, the first of them of no cell at all.
    pub(crate) count: u64,
    /// After this many cells the nimbers repeat,
    pub(crate) period: u64,
    /// from this length on.
    pub(crate) from: u64,
    /// The most cells that a move takes.
    pub(crate) most_taken: u64,
}

impl Table {
    /// How many runs it takes to show the period.
    fn needed(self) -> u64 {
        2 * self.from + 2 * self.period + self.most_taken
    }

    /// The listed run that has the nimber of a run of any length.
    fn place(self, run: u64) -> u64 {
        if run < self.from { run } else { self.from + (run - self.from) % self.period }
    }
}

/// Checks the lines, and says what they prove about the start.
pub(crate) fn check<G: Impartial>(
    header: &Header<G>,
    table: Table,
    lines: &mut Lines<'_>,
) -> Result<CertifiedValue, Fault> {
    let variant = header.start.variant();
    let last_move_wins = of_runs::<G>(&[], &variant).is_some_and(|empty| empty.turn() == LOST);
    let Turn::Of(mover) = header.start.turn() else {
        return Err(lines.fault("the game is over, which takes no nimbers to see".into()));
    };
    if !last_move_wins {
        return Err(lines.fault("nimbers prove nothing where the last move loses".into()));
    }
    if table.period == 0 || table.count > MOST_RUNS || table.count != table.needed() {
        let reason = format!(
            "a period takes twice itself, twice its start and {} more lines to show, at most {MOST_RUNS}",
            table.most_taken
        );
        return Err(lines.fault(reason));
    }
    let mut nimbers: Vec<u64> = Vec::new();
    for run in 0..table.count {
        let line = lines.next()?;
        let nimber = nimber_of::<G>(run, &nimbers, table.most_taken, &variant)
            .ok_or_else(|| lines.fault("no move of this game takes that many cells".into()))?;
        if line != format!("{run} = {nimber}") {
            return Err(lines.fault(format!("the lines above make this '{run} = {nimber}'")));
        }
        let earlier = run.checked_sub(table.period).filter(|earlier| *earlier >= table.from);
        if earlier.is_some_and(|earlier| listed(&nimbers, earlier) != Some(nimber)) {
            return Err(lines.fault(format!("this breaks the period of {}", table.period)));
        }
        nimbers.push(nimber);
    }
    let sum = header.start.runs().try_fold(0, |sum, run| Some(sum ^ listed(&nimbers, table.place(run))?));
    let nimber = sum.ok_or_else(|| lines.fault("the list is too short for this position".into()))?;
    let winner = if nimber == 0 { mover.other() } else { mover };
    Ok(CertifiedValue::Nimber { winner, nimber })
}

/// With nothing left, the seat to move, Player 1, has lost.
const LOST: Turn = Turn::Over { winner: Seat::Two };

/// The position with these free runs, one cell apart, and Player 1 to move.
pub(crate) fn of_runs<G: Impartial>(runs: &[u64], variant: &G::Variant) -> Option<G> {
    let runs: String = runs.iter().map(|run| format!("{run} ")).collect();
    G::parse(&format!("runs {runs}/ 1"), variant).ok()
}

/// The least nimber that no move in a run leaves, from the nimbers of the shorter runs.
fn nimber_of<G: Impartial>(run: u64, nimbers: &[u64], most_taken: u64, variant: &G::Variant) -> Option<u64> {
    let runs = if run == 0 { Vec::new() } else { vec![run] };
    let position = of_runs::<G>(&runs, variant)?;
    let Turn::Of(mover) = position.turn() else { return Some(0) };
    let mut left = HashSet::new();
    for chosen in position.moves(mover) {
        let next = position.after(&Choices::Of(mover, chosen));
        let cells: u64 = next.runs().sum();
        if cells.saturating_add(most_taken) < run {
            return None;
        }
        left.insert(next.runs().try_fold(0, |sum, part| Some(sum ^ listed(nimbers, part)?))?);
    }
    (0..).find(|nimber| !left.contains(nimber))
}

fn listed(nimbers: &[u64], run: u64) -> Option<u64> {
    nimbers.get(usize::try_from(run).ok()?).copied()
}
