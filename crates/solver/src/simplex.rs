//! Linear programs of matrix games, solved by pivoting in whole numbers.
//!
//! With all payoffs positive, Player 2's best strategy comes from the largest `y ≥ 0` with `A·y ≤ 1`: its sum is one
//! over the value, and the prices of the constraints are Player 1's strategy. The tableau holds whole numbers over
//! one common denominator, the last pivot: every entry is a minor of the matrix, so each division comes out even
//! and no fraction needs reducing on the way.

use core::ops::ControlFlow;

use dashu_int::IBig;

/// A number that a tableau can hold. `None` means that a result does not fit.
pub(crate) trait Entry: Clone + Ord {
    /// A divisor, prepared for many divisions.
    type Divisor;
    fn small(number: i8) -> Self;
    fn negated(&self) -> Option<Self>;
    fn as_divisor(&self) -> Self::Divisor;
    /// `(self · pivot - factor · other) / divisor`, which comes out even.
    fn eliminate(&self, pivot: &Self, factor: &Self, other: &Self, divisor: &Self::Divisor) -> Option<Self>;
    /// Whether `a · b < c · d`.
    fn product_less(a: &Self, b: &Self, c: &Self, d: &Self) -> bool;
    fn into_big(self) -> IBig;
}

/// What the linear program says: weights over their sum are strategies, `scale` over `total` is the value.
pub(crate) struct Optimum<T> {
    pub(crate) rows: Vec<T>,
    pub(crate) columns: Vec<T>,
    /// The sum of the weights, the same for both players.
    pub(crate) total: T,
    pub(crate) scale: T,
}

impl Optimum<IBig> {
    /// Weights and scale with all signs changed are the same strategies and the same value.
    pub(crate) fn with_positive_scale(mut self) -> Self {
        if self.scale < IBig::ZERO {
            let numbers = self.rows.iter_mut().chain(&mut self.columns);
            numbers
                .chain([&mut self.total, &mut self.scale])
                .for_each(|number| *number = -core::mem::take(number));
        }
        self
    }

    /// Whether these are optimal strategies and their value: no weight is negative, no row brings more against the
    /// columns' weights than the value, and no column less against the rows'. Nothing else needs to be known.
    pub(crate) fn is_proven<T>(&self, columns: usize, payoffs: &[T]) -> bool
    where
        for<'a> &'a IBig: core::ops::Mul<&'a T, Output = IBig>,
    {
        let weights = || self.rows.iter().chain(&self.columns);
        let sums = [&self.rows, &self.columns].map(|weights| weights.iter().sum::<IBig>());
        let used = |weights: &[IBig]| -> Vec<usize> {
            (0..weights.len())
                .filter(|place| weights.get(*place).is_some_and(|weight| !weight.is_zero()))
                .collect()
        };
        let (used_rows, used_columns) = (used(&self.rows), used(&self.columns));
        let product = |row: usize, column: usize, weights: &[IBig], place: usize| -> IBig {
            match (weights.get(place), payoffs.get(row * columns + column)) {
                (Some(weight), Some(payoff)) => weight * payoff,
                _ => IBig::ZERO,
            }
        };
        self.total > IBig::ZERO
            && sums.iter().all(|sum| *sum == self.total)
            && weights().all(|weight| *weight >= IBig::ZERO)
            && (0..self.rows.len()).all(|row| {
                let sum: IBig =
                    used_columns.iter().map(|&column| product(row, column, &self.columns, column)).sum();
                sum <= self.scale
            })
            && (0..columns).all(|column| {
                let sum: IBig = used_rows.iter().map(|&row| product(row, column, &self.rows, row)).sum();
                sum >= self.scale
            })
    }
}

/// Why there is no optimum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// A number does not fit the type of the entries.
    Overflow,
    /// The watcher asked to stop.
    Stopped,
}

/// Solves the matrix game with these positive payoffs, row after row.
pub(crate) fn solve<T: Entry>(
    columns: usize,
    payoffs: &[T],
    watch: &dyn Fn() -> ControlFlow<()>,
) -> Result<Optimum<T>, Failure> {
    let mut tableau = Tableau::new(columns, payoffs);
    // The steepest column leads to the optimum fast but may go round in circles where ratios tie; Bland's rule never
    // does. So after more steps than a straight way takes, Bland's rule takes over.
    let patience = 4 * (tableau.basis.len() + columns);
    let mut pivots = 0;
    while let Some(column) = tableau.entering(pivots > patience) {
        if watch().is_break() {
            return Err(Failure::Stopped);
        }
        // All payoffs are positive, so the program is bounded and some row always limits the column.
        let Some(row) = tableau.leaving(column) else { break };
        tableau.pivot(row, column).ok_or(Failure::Overflow)?;
        pivots += 1;
    }
    tableau.optimum().ok_or(Failure::Overflow)
}

/// The weights that make every row of a square matrix worth the same, and every column; none if it is singular. The
/// caller proves that they are optimal.
pub(crate) fn weights(size: usize, payoffs: &[IBig]) -> Option<Optimum<IBig>> {
    let mut tableau = Tableau::new(size, payoffs);
    for column in 0..size {
        let rows = tableau.entries.chunks_exact(tableau.width).zip(&tableau.basis).enumerate();
        let (row, _) = rows
            .filter(|(_, (_, variable))| **variable >= size)
            .find(|(_, (entries, _))| entries.get(column).is_some_and(|entry| !entry.is_zero()))?;
        tableau.pivot(row, column)?;
    }
    Some(tableau.optimum()?.with_positive_scale())
}

struct Tableau<T: Entry> {
    /// Each row: the coefficients of the free variables, then the right side. The last row is the objective.
    entries: Vec<T>,
    width: usize,
    /// The common denominator of all entries.
    denominator: T,
    /// The variable of each row. Variables below the number of columns are moves, the others slacks of rows.
    basis: Vec<usize>,
    /// The variable of each column.
    free: Vec<usize>,
    /// Room for the row that is being pivoted on.
    pivot_row: Vec<T>,
}

impl<T: Entry> Tableau<T> {
    fn new(columns: usize, payoffs: &[T]) -> Self {
        let rows = payoffs.len() / columns;
        let width = columns + 1;
        let mut entries = Vec::with_capacity((rows + 1) * width);
        for row in payoffs.chunks_exact(columns) {
            entries.extend_from_slice(row);
            entries.push(T::small(1));
        }
        entries.extend((0..columns).map(|_| T::small(-1)));
        entries.push(T::small(0));
        Self {
            entries,
            width,
            denominator: T::small(1),
            basis: (columns..columns + rows).collect(),
            free: (0..columns).collect(),
            pivot_row: Vec::with_capacity(width),
        }
    }

    fn objective(&self) -> &[T] {
        self.entries.rchunks_exact(self.width).next().unwrap_or_default()
    }

    /// The column that improves the objective: the steepest, or by Bland's rule the one of the least variable.
    fn entering(&self, bland: bool) -> Option<usize> {
        let zero = T::small(0);
        let improving =
            self.objective().iter().zip(&self.free).enumerate().filter(|(_, (cost, _))| **cost < zero);
        let best = if bland {
            improving.min_by_key(|(_, (_, variable))| **variable)
        } else {
            improving.min_by(|(_, (a, _)), (_, (b, _))| a.cmp(b))
        };
        best.map(|(column, _)| column)
    }

    /// The row that limits the column most; among equals the one of the least variable.
    fn leaving(&self, column: usize) -> Option<usize> {
        let zero = T::small(0);
        let mut best: Option<(usize, &T, &T, usize)> = None;
        for ((place, row), &variable) in self.entries.chunks_exact(self.width).enumerate().zip(&self.basis) {
            let (Some(coefficient), Some(side)) = (row.get(column), row.last()) else { continue };
            if *coefficient <= zero {
                continue;
            }
            let better = best.is_none_or(|(_, least_coefficient, least_side, least_variable)| {
                T::product_less(side, least_coefficient, least_side, coefficient)
                    || (variable < least_variable
                        && !T::product_less(least_side, coefficient, side, least_coefficient))
            });
            if better {
                best = Some((place, coefficient, side, variable));
            }
        }
        best.map(|(place, ..)| place)
    }

    /// Exchanges the variable of a row with that of a column; none when a number does not fit.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        self.pivot_row.clear();
        let from = row * self.width;
        self.pivot_row.extend_from_slice(self.entries.get(from..from + self.width)?);
        let pivot = self.pivot_row.get(column)?.clone();
        let divisor = self.denominator.as_divisor();
        for (place, entries) in self.entries.chunks_exact_mut(self.width).enumerate() {
            if place == row {
                *entries.get_mut(column)? = self.denominator.clone();
                continue;
            }
            let factor = entries.get(column)?.clone();
            for (entry, other) in entries.iter_mut().zip(&self.pivot_row) {
                *entry = entry.eliminate(&pivot, &factor, other, &divisor)?;
            }
            *entries.get_mut(column)? = factor.negated()?;
        }
        self.denominator = pivot;
        core::mem::swap(self.basis.get_mut(row)?, self.free.get_mut(column)?);
        Some(())
    }

    fn optimum(self) -> Option<Optimum<T>> {
        let (columns, rows) = (self.free.len(), self.basis.len());
        let mut optimum = Optimum {
            rows: vec![T::small(0); rows],
            columns: vec![T::small(0); columns],
            total: self.objective().last()?.clone(),
            scale: self.denominator.clone(),
        };
        for (row, &variable) in self.entries.chunks_exact(self.width).zip(&self.basis) {
            if let Some(weight) = optimum.columns.get_mut(variable) {
                *weight = row.last()?.clone();
            }
        }
        for (price, &variable) in self.objective().iter().zip(&self.free) {
            if let Some(weight) = variable.checked_sub(columns).and_then(|row| optimum.rows.get_mut(row)) {
                *weight = price.clone();
            }
        }
        Some(optimum)
    }
}

/// A divisor of machine size: a power of two, and the inverse of what is left, modulo two to the 64th.
pub(crate) struct Inverse {
    divisor: i128,
    shift: u32,
    inverse: u64,
}

impl Entry for i64 {
    type Divisor = Inverse;

    fn small(number: i8) -> Self {
        number.into()
    }

    fn negated(&self) -> Option<Self> {
        self.checked_neg()
    }

    fn as_divisor(&self) -> Inverse {
        let shift = self.trailing_zeros();
        let odd = (self >> shift).cast_unsigned();
        // Each step of Newton's iteration doubles the number of correct low bits, of which an odd number starts with 3.
        let inverse = (0..5)
            .fold(odd, |inverse, _| inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse))));
        Inverse { divisor: i128::from(*self), shift, inverse }
    }

    /// A division that comes out even is a multiplication by the inverse, if the quotient fits: multiplying back
    /// tells whether it did.
    fn eliminate(&self, pivot: &Self, factor: &Self, other: &Self, by: &Inverse) -> Option<Self> {
        let wide = |a: &Self, b: &Self| i128::from(*a) * i128::from(*b);
        let dividend = wide(self, pivot).checked_sub(wide(factor, other))?;
        let low = ((dividend >> by.shift).cast_unsigned() & u128::from(u64::MAX)) as u64;
        let quotient = low.wrapping_mul(by.inverse).cast_signed();
        (i128::from(quotient) * by.divisor == dividend).then_some(quotient)
    }

    fn product_less(a: &Self, b: &Self, c: &Self, d: &Self) -> bool {
        i128::from(*a) * i128::from(*b) < i128::from(*c) * i128::from(*d)
    }

    fn into_big(self) -> IBig {
        self.into()
    }
}

impl Entry for IBig {
    type Divisor = Self;

    fn small(number: i8) -> Self {
        number.into()
    }

    fn negated(&self) -> Option<Self> {
        Some(-self)
    }

    fn as_divisor(&self) -> Self {
        self.clone()
    }

    fn eliminate(&self, pivot: &Self, factor: &Self, other: &Self, divisor: &Self) -> Option<Self> {
        let dividend = self * pivot - factor * other;
        Some(if divisor.is_one() { dividend } else { dividend / divisor })
    }

    fn product_less(a: &Self, b: &Self, c: &Self, d: &Self) -> bool {
        a * b < c * d
    }

    fn into_big(self) -> IBig {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_inverse_is_exact_or_refused() {
        for divisor in [1_i64, 2, 3, 12, 97, 1 << 40, (1 << 61) - 1, 6_700_417 * 640] {
            let prepared = divisor.as_divisor();
            for quotient in [0_i64, 1, -1, 7, -12_345_678_901, i64::MAX, i64::MIN + 1] {
                // quotient · divisor / divisor, with nothing subtracted.
                assert_eq!(
                    quotient.eliminate(&divisor, &0, &0, &prepared),
                    Some(quotient),
                    "{quotient} {divisor}"
                );
            }
        }
        // 2^62 · 4 / 1 does not fit, and neither does its negative.
        assert_eq!((1_i64 << 62).eliminate(&4, &0, &0, &1_i64.as_divisor()), None);
        assert_eq!((1_i64 << 62).eliminate(&-4, &0, &0, &1_i64.as_divisor()), None);
    }
}
