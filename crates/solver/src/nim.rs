//! The nim-values of single runs, with the proof that they repeat for ever.

use crate::{SolveError, Take};

/// The most values that are computed in search of a period.
const MOST_VALUES: usize = 1 << 13;
/// How many values are computed before looking for a period again.
const AT_A_TIME: usize = 32;

/// Nim-values of runs of every length.
///
/// The values are computed one by one until they provably repeat. The theorem on the periods of octal games says when:
/// let no move shorten a run by more than `k` cells in all. If the value of `n + p` is that of `n` for all `n` from
/// `e` up to `2e + p + k - 1`, then it is for every `n` from `e` on.
///
/// For a longer run of `n + p` cells, what a move leaves has at least `n + p - k ≥ 2(e + p)` cells, so that one of the
/// two parts has at least `e + p`. Making that part shorter by `p` keeps its value, and turns the moves of `n + p` into
/// those of `n`, and back: both have the same followers' values, and so the same value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NimSequence {
    values: Vec<u8>,
    preperiod: usize,
    period: usize,
}

impl NimSequence {
    /// Computes values until the period is proven.
    pub fn of(takes: &[Take]) -> Result<Self, SolveError> {
        let most_taken = takes.iter().map(|take| take.most()).max().unwrap_or(0) as usize;
        let mut values: Vec<u8> = Vec::new();
        let mut enough = 0;
        while enough < MOST_VALUES {
            enough += AT_A_TIME;
            while values.len() < enough {
                let value =
                    next_value(&values, takes).ok_or(SolveError::NoPeriod { values: values.len() as u64 })?;
                values.push(value);
            }
            if let Some((preperiod, period)) = proven_period(&values, most_taken) {
                values.truncate(preperiod + period);
                return Ok(Self { values, preperiod, period });
            }
        }
        Err(SolveError::NoPeriod { values: values.len() as u64 })
    }

    /// The nimber of a run.
    #[must_use]
    pub fn nimber(&self, run: u64) -> u64 {
        let (preperiod, period) = (self.preperiod as u64, self.period as u64);
        let place = if run < preperiod { run } else { preperiod + (run - preperiod) % period };
        self.values.get(place as usize).map_or(0, |value| u64::from(*value))
    }

    /// From this length on the values repeat.
    #[must_use]
    pub fn preperiod(&self) -> u64 {
        self.preperiod as u64
    }

    /// After this many cells they repeat.
    #[must_use]
    pub fn period(&self) -> u64 {
        self.period as u64
    }
}

/// The value of the run that is one cell longer than those known; none if it does not fit a set of 64 values.
fn next_value(values: &[u8], takes: &[Take]) -> Option<u8> {
    let run = values.len() as u64;
    let value = |part: u64| values.get(part as usize).copied().unwrap_or(0);
    let mut left_over = 0_u64;
    for take in takes {
        // The other half of the offsets leaves the same two parts the other way round.
        for offset in 0..take.ways(run).div_ceil(2) {
            let (left, right) = take.leaves(run, offset);
            left_over |= 1_u64.checked_shl((value(left) ^ value(right)).into())?;
        }
    }
    let least_missing = left_over.trailing_ones();
    u8::try_from(least_missing).ok().filter(|value| *value < 64)
}

/// The shortest period that the values known suffice to prove, and where it begins.
fn proven_period(values: &[u8], most_taken: usize) -> Option<(usize, usize)> {
    (1..values.len()).find_map(|period| {
        let ahead = values.get(period..)?;
        let differing = values.iter().zip(ahead).rposition(|(value, later)| value != later);
        let preperiod = differing.map_or(0, |place| place + 1);
        (values.len() >= 2 * preperiod + 2 * period + most_taken).then_some((preperiod, period))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KAYLES: &[Take] = &[Take { width: 1, margin: 0 }, Take { width: 2, margin: 0 }];
    const DAWSON: &[Take] = &[Take { width: 1, margin: 1 }];

    #[test]
    fn periods_are_those_of_the_literature() {
        for (takes, period, preperiod) in [(KAYLES, 12, 71), (DAWSON, 34, 52)] {
            let sequence = NimSequence::of(takes).unwrap();
            assert_eq!((sequence.period(), sequence.preperiod()), (period, preperiod));
        }
    }

    #[test]
    fn values_agree_with_plain_computation_far_beyond_the_proof() {
        for takes in [KAYLES, DAWSON] {
            let sequence = NimSequence::of(takes).unwrap();
            let mut values = Vec::new();
            while values.len() < 1_500 {
                values.push(next_value(&values, takes).unwrap());
            }
            for (run, value) in (0..).zip(&values) {
                assert_eq!(sequence.nimber(run), u64::from(*value), "{run}");
            }
        }
    }

    #[test]
    fn too_few_values_prove_nothing() {
        let mut values = Vec::new();
        let mut proven_at = None;
        while proven_at.is_none() {
            values.push(next_value(&values, KAYLES).unwrap());
            proven_at = proven_period(&values, 2).map(|_| values.len());
        }
        // Twice where the period begins, twice the period, and the two cells that a move takes.
        assert_eq!(proven_at, Some(2 * 71 + 2 * 12 + 2));
    }

    #[test]
    fn a_game_without_a_known_period_is_refused() {
        // Grundy-like values of taking one cell of three or more, 0.007: no period is known to date.
        let unknown = [Take { width: 3, margin: 0 }];
        assert!(matches!(NimSequence::of(&unknown), Err(SolveError::NoPeriod { .. })));
    }
}
