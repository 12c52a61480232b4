//! The solved game of `cards`, with a bound on its size before the work begins.

use numberline_rules::{Cards, Game, Seat, Turn};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::each_choice;
use crate::{Induction, MOST_MIXED_POSITIONS, MOST_MIXED_POSITIONS_LARGE, Progress, SolveError};

/// Solves all that can come up from the start, unless that is more than [`MOST_MIXED_POSITIONS`], or
/// [`MOST_MIXED_POSITIONS_LARGE`] where the computation may be large. They are counted: on a
/// short line most games end early, and far fewer positions come up than the [`estimate`] allows for.
pub fn solve(start: &Cards, progress: &dyn Progress) -> Result<Induction<Cards>, SolveError> {
    let most = progress.effort().choose(MOST_MIXED_POSITIONS, MOST_MIXED_POSITIONS_LARGE);
    Induction::solve(start, most, progress)
}

/// At most this many positions in which the game is not over are counted at once.
const FEW: usize = 10_000;

/// An upper bound on the positions that can come up, found at once: exact if few are not over, as on a short line.
#[must_use]
pub fn estimate(start: &Cards) -> u64 {
    let bound = bound(start);
    if bound > MOST_MIXED_POSITIONS { count_few(start).unwrap_or(bound) } else { bound }
}

/// How many positions can come up; none if more than [`FEW`] of them are not over.
fn count_few(start: &Cards) -> Option<u64> {
    let mut known = FxHashSet::from_iter([start.clone()]);
    let mut open = vec![start.clone()];
    let mut done = 0;
    while let Some(position) = open.get(done).cloned() {
        done += 1;
        each_choice(&position, |choices| {
            let next = position.after(choices);
            if !known.contains(&next) {
                if next.turn() == Turn::Both {
                    open.push(next.clone());
                }
                known.insert(next);
            }
        });
        if open.len() > FEW {
            return None;
        }
    }
    Some(known.len() as u64)
}

/// At most how many positions can come up, worked out without going through them.
///
/// The marker follows from the hands, so a position is a pair of equally large sets of played cards, and who pushed
/// last. Short of the ends that is either seat, or nobody while only pairs of equal cards have been played; on an
/// end it is the winner, and the pair overshoots the end by less than the highest card.
fn bound(start: &Cards) -> u64 {
    let end = i64::from(start.variant().end());
    let highest = i64::from(start.variant().cards());
    let equal_cards =
        start.hand(Seat::One).filter(|card| start.hand(Seat::Two).any(|other| other == *card)).count();
    let unmoved = 1_u64.checked_shl(equal_cards as u32).unwrap_or(u64::MAX);
    let even = ways_to_play(start).into_iter().filter(|((surplus, _), _)| *surplus == 0);
    even.fold(unmoved, |sum, ((_, push), ways)| {
        let distance = (i64::from(start.marker()) + push).abs();
        let pushers = if distance < end { 2 } else { u64::from(distance < end + highest) };
        sum.saturating_add(ways.saturating_mul(pushers))
    })
}

/// In how many ways cards can be played, by how many more of them are Player 1's and how far they push.
fn ways_to_play(start: &Cards) -> FxHashMap<(i8, i64), u64> {
    let one = start.hand(Seat::One).map(|card| (1, i64::from(card)));
    let two = start.hand(Seat::Two).map(|card| (-1, -i64::from(card)));
    let mut ways = FxHashMap::from_iter([((0, 0), 1)]);
    for (seat, card) in one.chain(two) {
        for ((surplus, push), count) in ways.clone() {
            let sum: &mut u64 = ways.entry((surplus + seat, push + card)).or_default();
            *sum = sum.saturating_add(count);
        }
    }
    ways
}
