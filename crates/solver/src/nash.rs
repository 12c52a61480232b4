//! Exact solutions of zero-sum matrix games: the value and an optimal mixed strategy for each player.
//!
//! Saddle points and dominated moves settle most matrices at once. What is left is a linear program, solved in machine
//! numbers if it is small. Where those overflow, floating-point numbers guess which moves the optimal strategies consist of,
//! and exact numbers of any size work out the weights and prove them. A wrong guess costs time only: then the whole program
//! is solved in exact numbers.

use core::ops::ControlFlow;

use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, UBig};

use crate::simplex::{self, Entry, Failure, Optimum};
use crate::{Fraction, Matrix, Progress, SolveError, guide, modular};

/// The solution of a matrix game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What Player 1 gets on average when both play perfectly.
    pub value: Fraction,
    /// How often Player 1 plays each row: no column brings Player 1 less than the value on average.
    pub rows: Vec<Fraction>,
    /// How often Player 2 plays each column: no row brings Player 1 more than the value on average.
    pub columns: Vec<Fraction>,
}

/// A payoff that can be brought to whole numbers.
pub trait Payoff: Ord + Sized {
    /// The same number as a fraction.
    fn to_fraction(&self) -> Fraction;

    /// By how much payoffs exceed the least of them, as machine numbers; none when they do not fit.
    fn small_excess(payoffs: &[&Self]) -> Option<Vec<i64>>;

    /// By how much payoffs exceed the least of them, all multiplied by the number that comes second.
    fn excess(payoffs: &[&Self]) -> (Vec<IBig>, IBig);
}

impl<T: Payoff> Matrix<T> {
    /// Solves the game. It is refused only when `progress` asks to stop.
    pub fn solve(&self, progress: &dyn Progress) -> Result<Solution, SolveError> {
        self.solve_watched(&|| progress.step(0, 1))
    }

    /// The value alone, which takes next to nothing where there is a saddle point.
    pub(crate) fn value_watched(&self, watch: &dyn Fn() -> ControlFlow<()>) -> Result<Fraction, SolveError> {
        match self.saddle().and_then(|(row, column)| self.get(row, column)) {
            Some(value) => Ok(value.to_fraction()),
            None => Ok(self.solve_watched(watch)?.value),
        }
    }

    fn solve_watched(&self, watch: &dyn Fn() -> ControlFlow<()>) -> Result<Solution, SolveError> {
        let mut solution = Solution {
            value: Fraction::ZERO,
            rows: vec![Fraction::ZERO; self.rows()],
            columns: vec![Fraction::ZERO; self.columns()],
        };
        if let Some((row, column)) = self.saddle() {
            set(&mut solution.rows, row, Fraction::ONE);
            set(&mut solution.columns, column, Fraction::ONE);
            solution.value = self.get(row, column).map(T::to_fraction).unwrap_or_default();
            return Ok(solution);
        }
        // Without a saddle point no column consists of the least payoff alone, so that every column of what exceeds
        // it has a positive entry, which is all that the linear program needs.
        let (rows, columns) = self.undominated();
        let left: Vec<&T> = rows
            .iter()
            .flat_map(|&row| columns.iter().filter_map(move |&column| self.get(row, column)))
            .collect();
        let least = left.iter().copied().min().map(T::to_fraction).unwrap_or_default();
        let (optimum, scale) = optimum(&left, columns.len(), watch)?;
        for (&row, weight) in rows.iter().zip(optimum.rows) {
            set(&mut solution.rows, row, Fraction::of(weight, optimum.total.clone()));
        }
        for (&column, weight) in columns.iter().zip(optimum.columns) {
            set(&mut solution.columns, column, Fraction::of(weight, optimum.total.clone()));
        }
        solution.value = &least + &Fraction::of(optimum.scale, optimum.total * scale);
        Ok(solution)
    }
}

impl Payoff for i64 {
    fn to_fraction(&self) -> Fraction {
        Fraction::from(*self)
    }

    fn small_excess(payoffs: &[&Self]) -> Option<Vec<i64>> {
        let least = payoffs.iter().min()?;
        payoffs.iter().map(|payoff| payoff.checked_sub(**least)).collect()
    }

    fn excess(payoffs: &[&Self]) -> (Vec<IBig>, IBig) {
        let least = IBig::from(payoffs.iter().min().map_or(0, |least| **least));
        (payoffs.iter().map(|payoff| IBig::from(**payoff) - &least).collect(), IBig::ONE)
    }
}

impl Payoff for Fraction {
    fn to_fraction(&self) -> Fraction {
        self.clone()
    }

    /// Fractions come with a factor, so they take the other way, which tries machine numbers too.
    fn small_excess(_: &[&Self]) -> Option<Vec<i64>> {
        None
    }

    fn excess(payoffs: &[&Self]) -> (Vec<IBig>, IBig) {
        let common = payoffs.iter().fold(UBig::ONE, |common, payoff| {
            let shared = (&common).gcd(payoff.denominator());
            common / shared * payoff.denominator()
        });
        let numbers: Vec<IBig> =
            payoffs.iter().map(|payoff| payoff.numerator() * (&common / payoff.denominator())).collect();
        let least = numbers.iter().min().cloned().unwrap_or_default();
        (numbers.iter().map(|number| number - &least).collect(), common.into())
    }
}

impl<T: Payoff> Payoff for &T {
    fn to_fraction(&self) -> Fraction {
        T::to_fraction(self)
    }

    fn small_excess(payoffs: &[&Self]) -> Option<Vec<i64>> {
        T::small_excess(&payoffs.iter().map(|payoff| **payoff).collect::<Vec<_>>())
    }

    fn excess(payoffs: &[&Self]) -> (Vec<IBig>, IBig) {
        T::excess(&payoffs.iter().map(|payoff| **payoff).collect::<Vec<_>>())
    }
}

/// Machine numbers overflow on the way where there are more rows and columns than this, so they are not tried.
const FEW_MOVES: usize = 24;

/// The optimum for what payoffs exceed the least of them, and the factor that they were multiplied by.
fn optimum<T: Payoff>(
    payoffs: &[&T],
    columns: usize,
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<(Optimum<IBig>, IBig), SolveError> {
    if let Some(numbers) = T::small_excess(payoffs)
        && let Some(optimum) = small_optimum(&numbers, columns, watch)?
    {
        return Ok((optimum, IBig::ONE));
    }
    let (numbers, scale) = T::excess(payoffs);
    let small: Option<Vec<i64>> = numbers.iter().map(|number| i64::try_from(number).ok()).collect();
    if let Some(numbers) = small
        && let Some(optimum) = small_optimum(&numbers, columns, watch)?
    {
        return Ok((optimum, scale));
    }
    if let Some(optimum) = guided(&numbers, columns, &approximate(&numbers), simplex::weights) {
        return Ok((optimum, scale));
    }
    // Numbers of any size do not overflow, so only the watcher can have ended it.
    let optimum = simplex::solve(columns, &numbers, watch).map_err(|_| SolveError::Stopped)?;
    Ok((optimum, scale))
}

/// The optimum for machine numbers; none if they overflow and the guess is of no use.
fn small_optimum(
    numbers: &[i64],
    columns: usize,
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<Option<Optimum<IBig>>, SolveError> {
    if numbers.len() / columns + columns <= FEW_MOVES {
        match simplex::solve(columns, numbers, watch) {
            Ok(optimum) => return Ok(Some(enlarged(optimum))),
            Err(Failure::Overflow) => {}
            Err(Failure::Stopped) => return Err(SolveError::Stopped),
        }
    }
    if watch().is_break() {
        return Err(SolveError::Stopped);
    }
    let floats: Vec<f64> = numbers.iter().map(|number| *number as f64).collect();
    Ok(guided(numbers, columns, &floats, modular::weights))
}

/// The optimum with the supports that floats guess, if exact numbers prove it.
fn guided<T: Clone>(
    numbers: &[T],
    columns: usize,
    floats: &[f64],
    weights: impl Fn(usize, &[T]) -> Option<Optimum<IBig>>,
) -> Option<Optimum<IBig>>
where
    for<'a> &'a IBig: core::ops::Mul<&'a T, Output = IBig>,
{
    let guess = guide::guess(columns, floats)?;
    let met =
        |&row: &usize| guess.columns.iter().filter_map(move |column| numbers.get(row * columns + column));
    let square: Vec<T> = guess.rows.iter().flat_map(met).cloned().collect();
    let found = weights(guess.rows.len(), &square)?;
    let spread = |weights: Vec<IBig>, places: &[usize], all: usize| {
        let mut spread = vec![IBig::ZERO; all];
        for (&place, weight) in places.iter().zip(weights) {
            *spread.get_mut(place)? = weight;
        }
        Some(spread)
    };
    let optimum = Optimum {
        rows: spread(found.rows, &guess.rows, numbers.len() / columns)?,
        columns: spread(found.columns, &guess.columns, columns)?,
        total: found.total,
        scale: found.scale,
    };
    optimum.is_proven(columns, numbers).then_some(optimum)
}

/// Numbers of any size as floats, all divided by the same power of two.
fn approximate(numbers: &[IBig]) -> Vec<f64> {
    let bits = numbers.iter().map(IBig::bit_len).max().unwrap_or_default();
    let shift = bits.saturating_sub(62);
    numbers
        .iter()
        .map(|number| i64::try_from(number >> shift).map_or(f64::NAN, |number| number as f64))
        .collect()
}

fn enlarged(small: Optimum<i64>) -> Optimum<IBig> {
    let all = |weights: Vec<i64>| weights.into_iter().map(Entry::into_big).collect();
    Optimum {
        rows: all(small.rows),
        columns: all(small.columns),
        total: small.total.into_big(),
        scale: small.scale.into_big(),
    }
}

fn set(weights: &mut [Fraction], place: usize, weight: Fraction) {
    if let Some(there) = weights.get_mut(place) {
        *there = weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same numbers in every run, in `0..bound`.
    fn numbers(seed: u64, count: usize, bound: i64) -> Vec<i64> {
        let mut state = seed;
        let next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 1).cast_signed() >> 3) % bound
        };
        core::iter::repeat_with(next).take(count).collect()
    }

    /// Large matrices take the way through floats; many of these have ties, where a guess is likely to be wrong.
    #[test]
    fn large_games_have_strategies_that_guarantee_the_value() {
        for (rows, columns) in [(20, 20), (13, 40), (40, 13), (30, 30)] {
            for bound in [2_i64, 3, 41, 1 << 40, 1 << 60] {
                let matrix =
                    Matrix::new(columns, numbers(bound.cast_unsigned(), rows * columns, bound)).unwrap();
                let solution = matrix.solve(&()).unwrap();
                let average = |payoffs: &mut dyn Iterator<Item = &i64>, weights: &[Fraction]| -> Fraction {
                    payoffs.zip(weights).map(|(payoff, weight)| &Fraction::from(*payoff) * weight).sum()
                };
                for weights in [&solution.rows, &solution.columns] {
                    assert!(weights.iter().cloned().sum::<Fraction>().is_one());
                    assert!(weights.iter().all(|weight| *weight >= Fraction::ZERO));
                }
                for column in 0..columns {
                    assert!(average(&mut matrix.column(column), &solution.rows) >= solution.value);
                }
                for row in 0..rows {
                    assert!(average(&mut matrix.row(row), &solution.columns) <= solution.value);
                }
            }
        }
    }

    #[test]
    fn the_guess_is_good_for_machine_numbers_and_for_larger_ones() {
        let payoffs = numbers(7, 30 * 30, 1_000);
        let floats: Vec<f64> = payoffs.iter().map(|payoff| *payoff as f64).collect();
        let small = guided(&payoffs, 30, &floats, modular::weights).unwrap();
        let payoffs: Vec<IBig> = payoffs.iter().map(|payoff| IBig::from(*payoff) << 300).collect();
        let large = guided(&payoffs, 30, &approximate(&payoffs), simplex::weights).unwrap();
        let shares = |optimum: &Optimum<IBig>| -> Vec<Fraction> {
            let weights = optimum.rows.iter().chain(&optimum.columns);
            weights.map(|weight| Fraction::of(weight.clone(), optimum.total.clone())).collect()
        };
        assert_eq!(shares(&small), shares(&large));
    }

    #[test]
    fn what_is_not_optimal_is_not_proven() {
        // Matching pennies, raised by 1: both play either side half of the time, for 1.
        let payoffs = [2_i64, 0, 0, 2];
        let optimum = |rows: [i8; 2], columns: [i8; 2], total: i8, scale: i8| Optimum {
            rows: rows.map(IBig::from).to_vec(),
            columns: columns.map(IBig::from).to_vec(),
            total: total.into(),
            scale: scale.into(),
        };
        assert!(optimum([1, 1], [1, 1], 2, 2).is_proven(2, &payoffs));
        assert!(!optimum([2, 0], [1, 1], 2, 2).is_proven(2, &payoffs), "a column brings less");
        assert!(!optimum([1, 1], [2, 0], 2, 2).is_proven(2, &payoffs), "a row brings more");
        assert!(!optimum([1, 1], [1, 1], 2, 1).is_proven(2, &payoffs), "another value");
        assert!(!optimum([1, 1], [1, 1], 3, 2).is_proven(2, &payoffs), "the weights are not the total");
        assert!(!optimum([3, -1], [1, 1], 2, 2).is_proven(2, &payoffs), "a negative weight");
    }
}
