//! Random numbers that are the same for the same seed, on every machine and in every version.

use std::num::NonZeroU32;

use numberline_rules::Seat;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Draws a seed. It is below 2^53, so that it survives in programs that hold every number as a float.
#[must_use]
pub fn draw_seed() -> u64 {
    rand::random::<u64>() >> 11
}

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// One of many independent sources that the same seed gives.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut source = ChaCha8Rng::seed_from_u64(seed);
        source.set_stream(stream);
        Self(source)
    }

    /// The source for one decision of a computer in a seat. The first source is left to the toss of a coin.
    #[must_use]
    pub fn of_decision(seed: u64, number: u64, seat: Seat) -> Self {
        Self::new(seed, number.wrapping_mul(2).wrapping_add(seat.number().into()))
    }

    /// A number below `count`, all equally likely; 0 for a count of 0.
    pub fn below(&mut self, count: u64) -> u64 {
        match u32::try_from(count) {
            Ok(0 | 1) => 0,
            Ok(count) => self.below_small(count).into(),
            Err(_) => self.below_large(count),
        }
    }

    /// The same for a count that is known to fit, checked only for whether there is a choice at all.
    #[inline]
    pub(crate) fn below_few(&mut self, count: NonZeroU32) -> u32 {
        if count == NonZeroU32::MIN { 0 } else { self.below_small(count.get()) }
    }

    /// True this many times in 256.
    pub fn happens(&mut self, of_256: u32) -> bool {
        of_256 > 255 || self.0.next_u32() >> 24 < of_256
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Multiplies instead of dividing, and rolls again in the few cases that would favour some numbers.
    fn below_small(&mut self, count: u32) -> u32 {
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(count);
            let low = wide as u32;
            if low >= count || low >= count.wrapping_neg() % count {
                return (wide >> 32) as u32;
            }
        }
    }

    fn below_large(&mut self, count: u64) -> u64 {
        loop {
            let wide = u128::from(self.word()) * u128::from(count);
            let low = wide as u64;
            if low >= count || low >= count.wrapping_neg() % count {
                return (wide >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_itself_by_seed_and_stream() {
        let rolls = |seed, stream| {
            let mut dice = Dice::new(seed, stream);
            (0..20).map(|_| dice.below(1_000)).collect::<Vec<_>>()
        };
        assert_eq!(rolls(7, 1), rolls(7, 1));
        assert_ne!(rolls(7, 1), rolls(7, 2));
        assert_ne!(rolls(7, 1), rolls(8, 1));
    }

    #[test]
    fn drawn_seeds_are_exact_as_floats_and_differ() {
        let seeds: std::collections::HashSet<u64> = (0..100).map(|_| draw_seed()).collect();
        assert!(seeds.iter().all(|seed| *seed as f64 as u64 == *seed && *seed < 1 << 53), "{seeds:?}");
        assert!(seeds.len() > 90 && seeds.iter().any(|seed| *seed > 1 << 48), "{seeds:?}");
    }

    #[test]
    fn stays_below_and_is_fair() {
        let mut dice = Dice::new(1, 1);
        let mut counts = [0_u32; 6];
        (0..60_000).for_each(|_| counts[dice.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!((dice.below(0), dice.below(1)), (0, 0));
        assert!((0..100).all(|_| dice.below(10_u64.pow(18)) < 10_u64.pow(18)));
    }
}
