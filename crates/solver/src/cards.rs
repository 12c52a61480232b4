//! The solved game of `cards`, with its size known before the work begins.

use numberline_rules::{Cards, Game, Seat};
use rustc_hash::FxHashMap;

use crate::{Induction, MOST_MIXED_POSITIONS, Progress, SolveError};

/// Solves all that can come up from the start, unless that is estimated at more than [`MOST_MIXED_POSITIONS`].
pub fn solve(start: &Cards, progress: &dyn Progress) -> Result<Induction<Cards>, SolveError> {
    let (estimate, most) = (estimate(start), MOST_MIXED_POSITIONS);
    if estimate > most {
        return Err(SolveError::TooManyPositions { estimate: Some(estimate), most });
    }
    Induction::solve(start, most, progress)
}

/// At most how many positions can come up, counted without going through them.
///
/// The marker follows from the hands, so a position is a pair of equally large sets of played cards, and who pushed
/// last. Short of the ends that is either seat, or nobody while only pairs of equal cards have been played; on an
/// end it is the winner, and the pair overshoots the end by less than the highest card.
#[must_use]
pub fn estimate(start: &Cards) -> u64 {
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
