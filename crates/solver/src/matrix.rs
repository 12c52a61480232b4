//! Matrices of payoffs, and what can be said of them without computing: saddle points and dominated moves.

/// What Player 1 gets from Player 2, for each move of Player 1 (a row) against each of Player 2 (a column).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix<T> {
    columns: usize,
    entries: Vec<T>,
}

impl<T> Matrix<T> {
    /// A matrix from its entries, row after row; none unless they make up at least one full row and no part of one.
    #[must_use]
    pub fn new(columns: usize, entries: Vec<T>) -> Option<Self> {
        let full = columns > 0 && !entries.is_empty() && entries.len().is_multiple_of(columns);
        full.then_some(Self { columns, entries })
    }

    /// How many moves Player 1 has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.entries.len() / self.columns
    }

    /// How many moves Player 2 has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The payoff where row and column meet.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<&T> {
        if column < self.columns { self.entries.get(row * self.columns + column) } else { None }
    }

    /// All payoffs, row after row.
    #[must_use]
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// The payoffs of one row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = &T> {
        self.entries.iter().skip(row * self.columns).take(self.columns)
    }

    /// The payoffs of one column.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &T> {
        self.entries.iter().skip(column).step_by(self.columns)
    }
}

impl<T: Ord> Matrix<T> {
    /// A row and a column that neither player leaves: the entry is the least of its row and the greatest of its
    /// column, and so it is the value of the game.
    pub(crate) fn saddle(&self) -> Option<(usize, usize)> {
        let floor = |row| self.row(row).min();
        let ceiling = |column| self.column(column).max();
        let row = (0..self.rows()).max_by_key(|row| floor(*row))?;
        let column = (0..self.columns).min_by_key(|column| ceiling(*column))?;
        (floor(row) == ceiling(column)).then_some((row, column))
    }

    /// The rows and columns that are left when dominated ones are struck out again and again.
    ///
    /// A row is struck out if another is at least as good against every column that is left. That keeps the value,
    /// and a strategy that is optimal among the rows left is optimal among all of them.
    pub(crate) fn undominated(&self) -> (Vec<usize>, Vec<usize>) {
        let mut rows: Vec<usize> = (0..self.rows()).collect();
        let mut columns: Vec<usize> = (0..self.columns).collect();
        loop {
            let before = rows.len() + columns.len();
            strike_out(&mut rows, |row, other| {
                columns.iter().all(|&column| self.get(row, column) <= self.get(other, column))
            });
            strike_out(&mut columns, |column, other| {
                rows.iter().all(|&row| self.get(row, column) >= self.get(row, other))
            });
            if rows.len() + columns.len() == before {
                return (rows, columns);
            }
        }
    }
}

/// Strikes out every move that another one left is at least as good as.
fn strike_out(moves: &mut Vec<usize>, no_better: impl Fn(usize, usize) -> bool) {
    let mut place = 0;
    while let Some(&candidate) = moves.get(place) {
        if moves.iter().any(|&other| other != candidate && no_better(candidate, other)) {
            moves.remove(place);
        } else {
            place += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(columns: usize, entries: &[i64]) -> Matrix<i64> {
        Matrix::new(columns, entries.to_vec()).unwrap()
    }

    #[test]
    fn only_full_rows_make_a_matrix() {
        assert!(Matrix::new(2, vec![1, 2, 3]).is_none());
        assert!(Matrix::new(0, vec![1]).is_none());
        assert!(Matrix::<i64>::new(2, vec![]).is_none());
        let matrix = matrix(3, &[1, 2, 3, 4, 5, 6]);
        assert_eq!((matrix.rows(), matrix.columns()), (2, 3));
        assert_eq!((matrix.get(1, 0), matrix.get(0, 3), matrix.get(2, 0)), (Some(&4), None, None));
        assert!(matrix.row(1).eq(&[4, 5, 6]) && matrix.column(1).eq(&[2, 5]));
    }

    #[test]
    fn a_saddle_is_least_in_its_row_and_greatest_in_its_column() {
        assert_eq!(matrix(2, &[3, 1, 5, 2]).saddle(), Some((1, 1)));
        assert_eq!(matrix(2, &[1, -1, -1, 1]).saddle(), None);
        // The least of the row stands there twice, and only one of them is the greatest of its column.
        assert_eq!(matrix(2, &[0, 0, 5, -1]).saddle(), Some((0, 1)));
    }

    #[test]
    fn dominated_moves_go_and_equal_ones_stay_once() {
        // Row 2 is worse than row 0; then column 2 is worse for Player 2 than column 0.
        let (rows, columns) = matrix(3, &[1, -1, 2, -1, 1, 3, 0, -2, 9]).undominated();
        assert_eq!((rows, columns), (vec![0, 1], vec![0, 1]));
        assert_eq!(matrix(2, &[7, 7, 7, 7]).undominated(), (vec![1], vec![1]));
    }
}
