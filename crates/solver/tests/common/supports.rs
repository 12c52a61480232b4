//! Matrix games by trying all supports: slow, simple, and with nothing in common with the solver.

use numberline_solver::{Fraction, Matrix};

/// The value of a matrix game: the one number for which both players have a strategy that guarantees it. Some pair of
/// equally large supports makes all of its rows and columns worth the same, and is such a strategy for both.
pub(crate) fn value_by_supports(matrix: &Matrix<Fraction>) -> Fraction {
    let (rows, columns) = (matrix.rows(), matrix.columns());
    for row_set in 1..1_u32 << rows {
        for column_set in 1..1_u32 << columns {
            if row_set.count_ones() != column_set.count_ones() {
                continue;
            }
            let own = |row: usize, column: usize| matrix.get(row, column).unwrap().clone();
            let turned = |column: usize, row: usize| own(row, column);
            let one = equalizer(&members(row_set), &members(column_set), own);
            let two = equalizer(&members(column_set), &members(row_set), turned);
            if let (Some((one, value)), Some((two, _))) = (one, two) {
                let floor = (0..columns).all(|column| average(&one, |row| own(row, column)) >= value);
                let ceiling = (0..rows).all(|row| average(&two, |column| own(row, column)) <= value);
                if floor && ceiling {
                    return value;
                }
            }
        }
    }
    panic!("every matrix game has a solution");
}

fn members(set: u32) -> Vec<usize> {
    (0..32).filter(|place| set >> place & 1 == 1).collect()
}

fn average(weights: &[(usize, Fraction)], payoff: impl Fn(usize) -> Fraction) -> Fraction {
    weights.iter().map(|(place, weight)| &payoff(*place) * weight).sum()
}

/// Weights of the own moves, none negative, that make all of the other's moves worth the same, and that worth.
fn equalizer(
    own: &[usize],
    others: &[usize],
    payoff: impl Fn(usize, usize) -> Fraction,
) -> Option<(Vec<(usize, Fraction)>, Fraction)> {
    let size = own.len();
    // Unknowns: the weights, then the worth. Equations: each of the other's moves, then the sum of the weights.
    let mut system: Vec<Vec<Fraction>> = others
        .iter()
        .map(|&other| {
            let mut row: Vec<Fraction> = own.iter().map(|&mine| payoff(mine, other)).collect();
            row.extend([Fraction::from(-1), Fraction::ZERO]);
            row
        })
        .collect();
    let mut sum = vec![Fraction::ONE; size];
    sum.extend([Fraction::ZERO, Fraction::ONE]);
    system.push(sum);
    for place in 0..=size {
        let pivot = (place..=size).find(|&row| !system[row][place].is_zero())?;
        system.swap(place, pivot);
        let scale = inverse(&system[place][place]);
        system[place] = system[place].iter().map(|entry| entry * &scale).collect();
        for row in (0..=size).filter(|row| *row != place) {
            let factor = system[row][place].clone();
            system[row] =
                (0..size + 2).map(|at| &system[row][at] - &(&factor * &system[place][at])).collect();
        }
    }
    let solved: Vec<Fraction> = system.iter().map(|row| row[size + 1].clone()).collect();
    let weights: Vec<_> = own.iter().copied().zip(solved.iter().take(size).cloned()).collect();
    weights.iter().all(|(_, weight)| *weight >= Fraction::ZERO).then(|| (weights, solved[size].clone()))
}

fn inverse(number: &Fraction) -> Fraction {
    let text = number.to_string();
    let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
    let turned = format!("{denominator}/{}", numerator.trim_start_matches('-')).parse::<Fraction>().unwrap();
    if numerator.starts_with('-') { -turned } else { turned }
}
