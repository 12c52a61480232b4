//! What it costs to solve a large game, said before the work begins.

use std::fmt;

/// Fewer positions are solved before a person could read how many there are.
const WORTH_A_WORD: u64 = 500_000;

/// How many positions a modest machine solves in a second, at least.
const POSITIONS_PER_SECOND: u64 = 100_000;

/// At most what it costs to solve a large game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    positions: u64,
    bytes: u64,
}

impl Cost {
    /// The cost of so many positions; none where there are none to search, or more than the method solves.
    pub(crate) fn of(positions: u64, [most, bytes]: [u64; 2]) -> Option<Self> {
        let is_solved = (1..=most).contains(&positions);
        is_solved.then(|| Self { positions, bytes: positions.saturating_mul(bytes) })
    }

    /// Whether it is worth a word.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.positions > WORTH_A_WORD
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.positions.div_ceil(POSITIONS_PER_SECOND);
        let gigabytes = self.bytes.div_ceil(100 << 20);
        write!(
            f,
            "There are up to {} positions. Solving them takes up to {seconds} seconds and {}.{} GiB of memory.",
            self.positions,
            gigabytes / 10,
            gigabytes % 10
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_games_have_a_cost() {
        let largest = [6_000_000, 300];
        assert_eq!([0, 6_000_001].map(|positions| Cost::of(positions, largest)), [None; 2]);
        let is_large = |positions| Cost::of(positions, largest).map(|cost| cost.is_large());
        assert_eq!([500_000, 500_001].map(is_large), [Some(false), Some(true)]);
        let said = Cost::of(5_400_000, largest).map(|cost| cost.to_string()).unwrap_or_default();
        assert_eq!(
            said,
            "There are up to 5400000 positions. Solving them takes up to 54 seconds and 1.6 GiB of memory."
        );
    }
}
