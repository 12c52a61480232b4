//! How much a move gives away in a matrix game, whichever of its optimal strategies the opponent plays.
//!
//! Against one optimal strategy of the opponent a bad move may look as good as any: where the opponent has lost, every
//! strategy of theirs is optimal, also one that the move happens to beat. So the regret of a row `i` is the most that an
//! optimal strategy can make of it, and it is 0 exactly if one of the player's own optimal strategies plays the row.
//!
//! Let row `i` pay `t` more. The value of that game stays what it was as long as some optimal strategy of the opponent
//! leaves room for `t`, so the regret is the last `t` for which it does. The value is convex in `t`, and the weight of
//! row `i` in an optimal strategy is its slope: going down the tangents from a `t` that is too large ends, after
//! finitely many pieces, exactly there.
//!
//! Most of the time none of that is needed. Let every move outside the two strategies that were found be worse than the
//! value, for either player, and both strategies play equally many moves. Then the opponent's is the only optimal one: any
//! other would have to play the same moves and be worth exactly the value against each of its own, and those equations
//! have one solution, because the simplex method found the strategies as a corner.

use crate::{Fraction, Matrix, Progress, SolveError, Weighed};

impl Matrix<&Fraction> {
    /// The regret of every row in a game of chances with this value, where `own` and `others` are what [`Matrix::solve`]
    /// found for the rows and the columns.
    pub(crate) fn regrets<M>(
        &self,
        value: &Fraction,
        own: &[Weighed<M>],
        others: &[Weighed<M>],
        progress: &dyn Progress,
    ) -> Result<Vec<Fraction>, SolveError> {
        if value.is_one() {
            // No row is worth more than 1, so every strategy of the opponent is optimal.
            let least = (0..self.rows()).filter_map(|row| self.row(row).min());
            return Ok(least.map(|least| least.complement()).collect());
        }
        if value.is_zero() || is_only(own, others) {
            return Ok(own.iter().map(|weighed| weighed.regret.clone()).collect());
        }
        (0..self.rows()).map(|row| self.regret(row, value, progress)).collect()
    }

    pub(crate) fn regret(
        &self,
        row: usize,
        value: &Fraction,
        progress: &dyn Progress,
    ) -> Result<Fraction, SolveError> {
        // No strategy of the opponent holds the row below its least entry.
        let least = self.row(row).min().ok_or(SolveError::Unknown)?;
        let mut more = value - least;
        while more > Fraction::ZERO {
            let raised = |(place, entry): (usize, &&Fraction)| {
                if place / self.columns() == row { *entry + &more } else { (*entry).clone() }
            };
            let entries: Vec<Fraction> = self.entries().iter().enumerate().map(raised).collect();
            let game = Matrix::new(self.columns(), entries.iter().collect()).ok_or(SolveError::Unknown)?;
            let solution = game.solve(progress)?;
            let excess = &solution.value - value;
            let slope = solution.rows.get(row).cloned().unwrap_or_default();
            match excess.divided_by(&slope) {
                Some(step) if !excess.is_zero() => more = &more - &step,
                _ => return Ok(more),
            }
        }
        Ok(Fraction::ZERO)
    }
}

/// Whether the two strategies are the only optimal ones, as far as that shows.
fn is_only<M>(own: &[Weighed<M>], others: &[Weighed<M>]) -> bool {
    let played = |moves: &[Weighed<M>]| moves.iter().filter(|weighed| !weighed.weight.is_zero()).count();
    let strict = |weighed: &Weighed<M>| weighed.weight.is_zero() != weighed.regret.is_zero();
    own.iter().chain(others).all(strict) && played(own) == played(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regrets(columns: usize, entries: &[&str]) -> Vec<String> {
        let entries: Vec<Fraction> = entries.iter().map(|text| text.parse().unwrap()).collect();
        let matrix = Matrix::new(columns, entries.iter().collect()).unwrap();
        let value = matrix.solve(&()).unwrap().value;
        let regrets = (0..matrix.rows()).map(|row| matrix.regret(row, &value, &()).unwrap().to_string());
        regrets.collect()
    }

    #[test]
    fn an_opponent_who_has_lost_may_still_punish() {
        // The second row wins against the first column only, and the opponent has nothing to lose by the other.
        assert_eq!(regrets(2, &["1", "1", "1", "0"]), ["0", "1"]);
        assert_eq!(regrets(2, &["1/2", "1/2", "1/2", "0"]), ["0", "1/2"]);
    }

    #[test]
    fn against_a_single_optimal_strategy_it_is_the_distance_to_the_value() {
        assert_eq!(regrets(2, &["1", "0", "0", "1", "1/4", "1/4"]), ["0", "0", "1/4"]);
        assert_eq!(regrets(2, &["1", "0", "0", "1", "1/2", "1/2"]), ["0", "0", "0"]);
    }

    #[test]
    fn the_most_punishing_of_several_optimal_strategies_counts() {
        // The value is 1/2. The opponent may mix the first two columns, or play the third, and the last row is worth
        // 1/2 against the mix but 1/3 against the third.
        let entries = ["1", "0", "1/2", "0", "1", "1/2", "1/2", "1/2", "1/3"];
        assert_eq!(regrets(3, &entries), ["0", "0", "1/6"]);
    }

    /// The short cuts come to the same as going down the tangents.
    #[test]
    fn short_cuts_lead_to_the_same() {
        // The first has one optimal strategy for each player; the second has several for the opponent.
        let unique = ["1", "0", "0", "1", "1/4", "1/4"];
        let several = ["1", "0", "1/2", "0", "1", "1/2", "1/2", "1/2", "1/3"];
        let lost = ["0", "0", "0", "1/2"];
        for (columns, entries) in [(2, &unique[..]), (3, &several), (2, &["1", "1", "1", "0"]), (2, &lost)] {
            let entries: Vec<Fraction> = entries.iter().map(|text| text.parse().unwrap()).collect();
            let matrix = Matrix::new(columns, entries.iter().collect()).unwrap();
            let solution = matrix.solve(&()).unwrap();
            let weigh =
                |weights: &[Fraction], chances: Vec<Fraction>, value: &Fraction| -> Vec<Weighed<()>> {
                    let rows = weights.iter().cloned().zip(chances);
                    rows.map(|(weight, chance)| {
                        let regret = value - &chance;
                        Weighed { chosen: (), weight, chance, regret }
                    })
                    .collect()
                };
            let average = |line: Vec<&Fraction>, weights: &[Fraction]| -> Fraction {
                line.into_iter().zip(weights).map(|(entry, weight)| entry * weight).sum()
            };
            let rows =
                (0..matrix.rows()).map(|row| average(matrix.row(row).copied().collect(), &solution.columns));
            let own = weigh(&solution.rows, rows.collect(), &solution.value);
            let columns = (0..matrix.columns())
                .map(|column| average(matrix.column(column).copied().collect(), &solution.rows).complement());
            let others = weigh(&solution.columns, columns.collect(), &solution.value.complement());
            let quick = matrix.regrets(&solution.value, &own, &others, &()).unwrap();
            for (row, regret) in quick.iter().enumerate() {
                assert_eq!(
                    *regret,
                    matrix.regret(row, &solution.value, &()).unwrap(),
                    "{entries:?} row {row}"
                );
            }
        }
    }
}
