//! Where the optimum of a matrix game lies, guessed in floating-point numbers.
//!
//! The guess says only which rows and columns the optimal strategies consist of. It is never part of an answer: the
//! weights are worked out exactly for these rows and columns, and proven against all others.

/// Rows and columns that may be the supports of optimal strategies, equally many of both.
pub(crate) struct Guess {
    pub(crate) rows: Vec<usize>,
    pub(crate) columns: Vec<usize>,
}

/// What rounding may have made of 0, among numbers of about 1.
const ROUNDING: f64 = 1e-11;

/// Guesses the supports of the game with these positive payoffs, row after row; none if that does not come to an end
/// soon, or if a number is out of all bounds.
pub(crate) fn guess(columns: usize, payoffs: &[f64]) -> Option<Guess> {
    let most = payoffs.iter().copied().fold(0.0, f64::max);
    if !(most.is_finite() && most > 0.0) {
        return None;
    }
    let mut tableau = Tableau::new(columns, payoffs, most);
    for _ in 0..10 * (tableau.basis.len() + columns) {
        let Some(column) = tableau.entering() else { return Some(tableau.guess()) };
        let row = tableau.leaving(column)?;
        tableau.pivot(row, column)?;
    }
    None
}

/// As in the exact method: rows of coefficients and right sides, the objective last.
struct Tableau {
    entries: Vec<f64>,
    width: usize,
    basis: Vec<usize>,
    free: Vec<usize>,
    pivot_row: Vec<f64>,
}

impl Tableau {
    fn new(columns: usize, payoffs: &[f64], most: f64) -> Self {
        let rows = payoffs.len() / columns;
        let mut entries = Vec::with_capacity((rows + 1) * (columns + 1));
        for row in payoffs.chunks_exact(columns) {
            entries.extend(row.iter().map(|payoff| payoff / most));
            entries.push(1.0);
        }
        entries.resize((rows + 1) * (columns + 1) - 1, -1.0);
        entries.push(0.0);
        Self {
            entries,
            width: columns + 1,
            basis: (columns..columns + rows).collect(),
            free: (0..columns).collect(),
            pivot_row: Vec::with_capacity(columns + 1),
        }
    }

    /// The steepest column.
    fn entering(&self) -> Option<usize> {
        let objective = self.entries.rchunks_exact(self.width).next()?;
        let costs = objective.iter().take(self.width - 1).enumerate();
        let (column, cost) = costs.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        (*cost < -ROUNDING).then_some(column)
    }

    /// The row that limits the column most; among those that are equal but for rounding the one with the largest
    /// coefficient, which rounds best.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(usize, f64, f64)> = None;
        for (place, row) in self.entries.chunks_exact(self.width).take(self.basis.len()).enumerate() {
            let (Some(&coefficient), Some(&side)) = (row.get(column), row.last()) else { continue };
            if coefficient <= ROUNDING {
                continue;
            }
            let ratio = side / coefficient;
            let better = best.is_none_or(|(_, least, largest)| {
                let slack = ROUNDING * least.abs().max(1.0);
                ratio < least - slack || (ratio < least + slack && coefficient > largest)
            });
            if better {
                best = Some((place, ratio, coefficient));
            }
        }
        best.map(|(place, ..)| place)
    }

    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let pivot_entries = self.entries.chunks_exact_mut(self.width).nth(row)?;
        let pivot = *pivot_entries.get(column)?;
        *pivot_entries.get_mut(column)? = 1.0;
        pivot_entries.iter_mut().for_each(|entry| *entry /= pivot);
        self.pivot_row.clear();
        self.pivot_row.extend_from_slice(pivot_entries);
        for (place, entries) in self.entries.chunks_exact_mut(self.width).enumerate() {
            if place == row {
                continue;
            }
            let there = entries.get_mut(column)?;
            let factor = core::mem::take(there);
            for (entry, other) in entries.iter_mut().zip(&self.pivot_row) {
                *entry -= factor * other;
            }
        }
        core::mem::swap(self.basis.get_mut(row)?, self.free.get_mut(column)?);
        Some(())
    }

    /// The columns that are in the basis, and the rows whose slack is not.
    fn guess(&self) -> Guess {
        let columns = self.free.len();
        let mut guess = Guess {
            rows: self.free.iter().filter_map(|variable| variable.checked_sub(columns)).collect(),
            columns: self.basis.iter().copied().filter(|variable| *variable < columns).collect(),
        };
        guess.rows.sort_unstable();
        guess.columns.sort_unstable();
        guess
    }
}
