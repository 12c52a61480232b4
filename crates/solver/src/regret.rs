//! How much a move gives away in a matrix game, whichever of its optimal strategies the opponent plays.
//!
//! Against one optimal strategy of the opponent a bad move may look as good as any: where the opponent has lost, every
//! strategy of theirs is optimal, also one that the move happens to beat. So the regret of a row `i` is the most that an
//! optimal strategy can make of it, and it is 0 exactly if some optimal strategy of one's own plays the row.
//!
//! Let row `i` pay `t` more. The value of that game stays what it was as long as some optimal strategy of the opponent
//! leaves room for `t`, so the regret is the last `t` for which it does. The value is convex in `t`, and the weight of
//! row `i` in an optimal strategy is its slope: going down the tangents from a `t` that is too large ends, after
//! finitely many pieces, exactly there.

use crate::{Fraction, Matrix, Progress, Refusal};

impl Matrix<&Fraction> {
    /// The regret of every row in a game of this value.
    pub(crate) fn regrets(
        &self,
        value: &Fraction,
        progress: &dyn Progress,
    ) -> Result<Vec<Fraction>, Refusal> {
        (0..self.rows()).map(|row| self.regret(row, value, progress)).collect()
    }

    fn regret(&self, row: usize, value: &Fraction, progress: &dyn Progress) -> Result<Fraction, Refusal> {
        // No strategy of the opponent holds the row below its least entry.
        let least = self.row(row).min().ok_or(Refusal::Unknown)?;
        let mut more = value - least;
        while more > Fraction::ZERO {
            let raised = |(place, entry): (usize, &&Fraction)| {
                if place / self.columns() == row { *entry + &more } else { (*entry).clone() }
            };
            let entries: Vec<Fraction> = self.entries().iter().enumerate().map(raised).collect();
            let game = Matrix::new(self.columns(), entries.iter().collect()).ok_or(Refusal::Unknown)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn regrets(columns: usize, entries: &[&str]) -> Vec<String> {
        let entries: Vec<Fraction> = entries.iter().map(|text| text.parse().unwrap()).collect();
        let matrix = Matrix::new(columns, entries.iter().collect()).unwrap();
        let value = matrix.solve(&()).unwrap().value;
        matrix.regrets(&value, &()).unwrap().iter().map(ToString::to_string).collect()
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
}
