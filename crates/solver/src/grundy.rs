//! Sprague-Grundy theory for sums of runs: every run counts as a heap of nim, of any length up to the longest line.

use core::marker::PhantomData;

use numberline_rules::Run;

use crate::{NimSequence, Octal, SolveError, Take};

/// The nimbers of a game whose moves are takes, under normal play: the player who makes the last move wins.
#[derive(Clone, Debug)]
pub struct Grundy<G> {
    sequence: NimSequence,
    game: PhantomData<fn() -> G>,
}

impl<G: Octal> Grundy<G> {
    /// Computes the nim-values of runs and proves their period.
    pub fn new() -> Result<Self, SolveError> {
        Ok(Self { sequence: NimSequence::of(G::TAKES)?, game: PhantomData })
    }

    /// The nim-values of single runs.
    #[must_use]
    pub fn sequence(&self) -> &NimSequence {
        &self.sequence
    }

    /// The nimber of a position: 0 exactly if the seat to move loses.
    #[must_use]
    pub fn nimber(&self, position: &G) -> u64 {
        position.runs().fold(0, |sum, run| sum ^ self.sequence.nimber(run))
    }

    /// The moves that win, from run to run and each kind from left to right.
    ///
    /// They are found one after the other, without looking at all moves: on a line of 10^18 cells the first comes as
    /// fast as on a short one.
    pub fn winning_moves<'a>(&'a self, position: &'a G) -> impl Iterator<Item = G::Move> + 'a {
        let sum = self.nimber(position);
        let runs = if sum == 0 { None } else { Some(position.free_runs()) };
        runs.into_iter().flatten().flat_map(move |run| self.moves_that_win(sum, run))
    }

    /// Those in one run of a position with this nimber, which is not 0.
    pub fn moves_that_win(&self, sum: u64, run: Run) -> impl Iterator<Item = G::Move> + '_ {
        // The rest of the sum is what this run has to become.
        let wanted = sum ^ self.sequence.nimber(run.len());
        G::TAKES.iter().flat_map(move |take| self.takes_to(wanted, *take, run))
    }

    /// The moves of one kind in a run that leave a nimber.
    fn takes_to(&self, wanted: u64, take: Take, run: Run) -> impl Iterator<Item = G::Move> + use<'_, G> {
        let length = run.len();
        let leaves_wanted = move |offset: &u64| {
            let (left, right) = take.leaves(length, *offset);
            self.sequence.nimber(left) ^ self.sequence.nimber(right) == wanted
        };
        let ways = take.ways(length);
        let (edge, period) = (self.sequence.preperiod() + take.margin, self.sequence.period());
        // Where both sides are long enough to be periodic, so is what a take leaves: whether the offsets of one period
        // fit says it for all of the middle.
        let middle = edge.min(ways)..ways.saturating_sub(edge).max(edge.min(ways));
        let sample = middle.start..middle.end.min(middle.start + period);
        let fitting: Vec<u64> = sample.filter(leaves_wanted).collect();
        let rounds = if fitting.is_empty() { 0 } else { (middle.end - middle.start).div_ceil(period) };
        let (head, tail) = (0..middle.start, middle.end..ways);
        let middle_end = middle.end;
        let inside = (0..rounds).flat_map(move |round| {
            let shifted = fitting.iter().map(|offset| offset + round * period).collect::<Vec<_>>();
            shifted.into_iter().filter(move |offset| *offset < middle_end)
        });
        let offsets = head.filter(leaves_wanted).chain(inside).chain(tail.filter(leaves_wanted));
        offsets.map(move |offset| G::taking(take, run.first + offset))
    }
}
