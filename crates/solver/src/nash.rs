//! Exact solutions of zero-sum matrix games: the value and an optimal mixed strategy for each player.
//!
//! Saddle points and dominated moves settle most matrices at once. What is left is a linear program, solved in machine
//! numbers and, where those overflow, again in numbers of any size.

use core::ops::ControlFlow;

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};

use crate::simplex::{self, Entry, Failure, Optimum};
use crate::{Fraction, Matrix, Progress, SolveError};

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

/// The optimum for what payoffs exceed the least of them, and the factor that they were multiplied by.
fn optimum<T: Payoff>(
    payoffs: &[&T],
    columns: usize,
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<(Optimum<IBig>, IBig), SolveError> {
    let run_small = |numbers: &[i64]| match simplex::solve(columns, numbers, watch) {
        Ok(optimum) => Ok(Some(enlarged(optimum))),
        Err(Failure::Overflow) => Ok(None),
        Err(Failure::Stopped) => Err(SolveError::Stopped),
    };
    if let Some(numbers) = T::small_excess(payoffs)
        && let Some(optimum) = run_small(&numbers)?
    {
        return Ok((optimum, IBig::ONE));
    }
    let (numbers, scale) = T::excess(payoffs);
    let small: Option<Vec<i64>> = numbers.iter().map(|number| i64::try_from(number).ok()).collect();
    if let Some(numbers) = small
        && let Some(optimum) = run_small(&numbers)?
    {
        return Ok((optimum, scale));
    }
    // Numbers of any size do not overflow, so only the watcher can have ended it.
    let optimum = simplex::solve(columns, &numbers, watch).map_err(|_| SolveError::Stopped)?;
    Ok((optimum, scale))
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
