//! Matrix games: every solution proves itself, and another method finds the same value.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use crate::common::supports::value_by_supports;
use numberline_solver::{Fraction, Matrix, Payoff, Solution, SolveError};
use proptest::collection::vec;
use proptest::prelude::*;

/// Both strategies are strategies, Player 1's guarantees the value and Player 2's concedes no more: so it is the value.
fn proves_itself<T: Payoff>(matrix: &Matrix<T>, solution: &Solution) -> Result<(), TestCaseError> {
    let Solution { value, rows, columns } = solution;
    for (weights, moves) in [(rows, matrix.rows()), (columns, matrix.columns())] {
        prop_assert_eq!(weights.len(), moves);
        prop_assert!(weights.iter().all(|weight| *weight >= Fraction::ZERO));
        prop_assert_eq!(weights.iter().cloned().sum::<Fraction>(), Fraction::ONE);
    }
    for column in 0..matrix.columns() {
        let floor: Fraction =
            matrix.column(column).zip(rows).map(|(payoff, w)| &payoff.to_fraction() * w).sum();
        prop_assert!(floor >= *value, "column {} brings {} of {}", column, floor, value);
    }
    for row in 0..matrix.rows() {
        let ceiling: Fraction =
            matrix.row(row).zip(columns).map(|(payoff, w)| &payoff.to_fraction() * w).sum();
        prop_assert!(ceiling <= *value, "row {} brings {} of {}", row, ceiling, value);
    }
    Ok(())
}

fn matrices(most: usize, entry: impl Strategy<Value = i64> + Clone) -> impl Strategy<Value = Matrix<i64>> {
    (1..=most, 1..=most).prop_flat_map(move |(rows, columns)| {
        vec(entry.clone(), rows * columns).prop_map(move |entries| Matrix::new(columns, entries).unwrap())
    })
}

fn fractions(matrix: &Matrix<i64>, denominators: &[i64]) -> Matrix<Fraction> {
    let entries = matrix.entries().iter().zip(denominators.iter().cycle());
    let entries =
        entries.map(|(&numerator, &by)| Fraction::new(numerator.into(), by.into()).unwrap()).collect();
    Matrix::new(matrix.columns(), entries).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_payoffs(matrix in matrices(10, -20_i64..=20)) {
        proves_itself(&matrix, &matrix.solve(&()).unwrap())?;
    }

    #[test]
    fn few_different_payoffs_tie_often(matrix in matrices(8, 0_i64..=2)) {
        proves_itself(&matrix, &matrix.solve(&()).unwrap())?;
    }

    #[test]
    fn payoffs_too_large_for_machine_numbers(matrix in matrices(6, any::<i64>())) {
        proves_itself(&matrix, &matrix.solve(&()).unwrap())?;
    }

    #[test]
    fn fractional_payoffs(matrix in matrices(6, -1_000_i64..=1_000), by in vec(1_i64..=1_000_000_007, 5)) {
        let matrix = fractions(&matrix, &by);
        proves_itself(&matrix, &matrix.solve(&()).unwrap())?;
    }

    #[test]
    fn trying_all_supports_finds_the_same_value(matrix in matrices(4, -5_i64..=5)) {
        let expected = value_by_supports(&fractions(&matrix, &[1]));
        prop_assert_eq!(matrix.solve(&()).unwrap().value, expected);
    }

    #[test]
    fn seen_from_the_other_side_the_value_turns_round(matrix in matrices(6, -20_i64..=20)) {
        let turned = (0..matrix.columns()).flat_map(|column| matrix.column(column).map(|payoff| -payoff)).collect();
        let turned = Matrix::new(matrix.rows(), turned).unwrap();
        prop_assert_eq!(turned.solve(&()).unwrap().value, -matrix.solve(&()).unwrap().value);
    }
}

#[test]
fn games_of_the_textbook() {
    let solve =
        |columns, entries: &[i64]| Matrix::new(columns, entries.to_vec()).unwrap().solve(&()).unwrap();
    let texts = |weights: &[Fraction]| weights.iter().map(ToString::to_string).collect::<Vec<_>>();
    let scissors = solve(3, &[0, -1, 1, 1, 0, -1, -1, 1, 0]);
    assert_eq!(scissors.value.to_string(), "0");
    assert_eq!(texts(&scissors.rows), ["1/3", "1/3", "1/3"]);
    // The game of morra with two fingers.
    let morra = solve(2, &[2, -3, -3, 4]);
    assert_eq!(
        (morra.value.to_string(), texts(&morra.rows)),
        ("-1/12".to_owned(), vec!["7/12".into(), "5/12".into()])
    );
    let sure = solve(3, &[4, 2, 3, 9, 1, 8]);
    assert_eq!(
        (sure.value.to_string(), texts(&sure.columns)),
        ("2".to_owned(), vec!["0".into(), "1".into(), "0".into()])
    );
}

#[test]
fn a_matrix_game_stops_when_asked() {
    let mixed = Matrix::new(2, vec![1, -1, -1, 1]).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(mixed.solve(&stop), Err(SolveError::Stopped));
}
