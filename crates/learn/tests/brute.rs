//! Puzzles against independent searches that know the rules and nothing else: by trying everything where a game ends, by
//! going back from lost squares where it may not, and by enumerating kernels where both choose at once.

use std::collections::HashMap;

use numberline_learn::{Puzzle, PuzzleTheme};
use numberline_rules::{Seat, Turn};
use numberline_table::{AnyMatch, OracleCache, find};

const CLOSE: f64 = 1e-9;

fn at(puzzle: &Puzzle) -> Box<dyn AnyMatch> {
    puzzle.game.start_at(&puzzle.settings, &puzzle.position).unwrap()
}

fn after(at: &dyn AnyMatch, turn: &str) -> Box<dyn AnyMatch> {
    let mut next = at.copy();
    next.play_turn(turn).unwrap();
    next
}

/// Player 1's chance in a game in which both choose, and every optimal mix of each seat that is a corner of all of them.
struct Solved {
    value: f64,
    mixes: [Vec<Vec<f64>>; 2],
}

fn chance(at: &dyn AnyMatch, known: &mut HashMap<String, f64>) -> f64 {
    if let Turn::Over { winner } = at.turn() {
        return f64::from(u8::from(winner == Seat::One));
    }
    let key = at.position();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let value = kernels(&matrix(at, known)).value;
    known.insert(key, value);
    value
}

fn matrix(at: &dyn AnyMatch, known: &mut HashMap<String, f64>) -> Vec<Vec<f64>> {
    let [one, two] = Seat::BOTH.map(|seat| at.moves(seat, 100));
    let row = |own: &String, known: &mut HashMap<String, f64>| {
        two.iter().map(|other| chance(&*after(at, &format!("{own}/{other}")), known)).collect()
    };
    one.iter().map(|own| row(own, known)).collect()
}

/// Shapley and Snow: every corner of the optimal mixes belongs to a square part of the matrix, in which it makes the other
/// seat indifferent.
fn kernels(matrix: &[Vec<f64>]) -> Solved {
    let (rows, columns) = (matrix.len(), matrix[0].len());
    let mut found = Solved { value: f64::NAN, mixes: [Vec::new(), Vec::new()] };
    for own in 1_u32..1 << rows {
        for other in (1_u32..1 << columns).filter(|other| other.count_ones() == own.count_ones()) {
            let own: Vec<usize> = (0..rows).filter(|row| own >> row & 1 == 1).collect();
            let other: Vec<usize> = (0..columns).filter(|column| other >> column & 1 == 1).collect();
            let part: Vec<Vec<f64>> =
                own.iter().map(|row| other.iter().map(|column| matrix[*row][*column]).collect()).collect();
            let turned: Vec<Vec<f64>> =
                (0..part.len()).map(|row| part.iter().map(|line| line[row]).collect()).collect();
            let (Some((x, value)), Some((y, same))) = (indifferent(&turned), indifferent(&part)) else {
                continue;
            };
            if (value - same).abs() > CLOSE {
                continue;
            }
            let spread = |weights: &[f64], places: &[usize], size: usize| {
                let mut all = vec![0.0; size];
                places.iter().zip(weights).for_each(|(place, weight)| all[*place] = *weight);
                all
            };
            let (x, y) = (spread(&x, &own, rows), spread(&y, &other, columns));
            let worst = (0..columns).map(|c| (0..rows).map(|r| x[r] * matrix[r][c]).sum::<f64>());
            let best = (0..rows).map(|r| (0..columns).map(|c| y[c] * matrix[r][c]).sum::<f64>());
            let holds = worst.fold(f64::INFINITY, f64::min) >= value - CLOSE
                && best.fold(f64::NEG_INFINITY, f64::max) <= value + CLOSE;
            if holds {
                found.value = value;
                found.mixes[0].push(x);
                found.mixes[1].push(y);
            }
        }
    }
    assert!(!found.value.is_nan(), "every matrix has a value: {matrix:?}");
    found
}

/// Weights that are not negative, sum to 1, and give every row of a square matrix the same value.
fn indifferent(rows: &[Vec<f64>]) -> Option<(Vec<f64>, f64)> {
    let size = rows.len();
    // The unknowns are the weights and the value; the last equation is the sum.
    let mut system: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().copied().chain([-1.0, 0.0]).collect()).collect();
    system.push(vec![1.0; size].into_iter().chain([0.0, 1.0]).collect());
    for column in 0..=size {
        let pivot =
            (column..=size).max_by(|a, b| system[*a][column].abs().total_cmp(&system[*b][column].abs()))?;
        if system[pivot][column].abs() < CLOSE {
            return None;
        }
        system.swap(column, pivot);
        for row in (0..=size).filter(|row| *row != column) {
            let factor = system[row][column] / system[column][column];
            let pivots = system[column].clone();
            system[row].iter_mut().zip(&pivots).for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
    }
    let solution: Vec<f64> = (0..=size).map(|row| system[row][size + 1] / system[row][row]).collect();
    let (value, weights) = solution.split_last()?;
    weights.iter().all(|weight| *weight >= -CLOSE).then(|| (weights.to_vec(), *value))
}

/// The cards that occur in some optimal mix.
fn played_cards(puzzle: &Puzzle) -> Vec<String> {
    let board = at(puzzle);
    let solved = kernels(&matrix(&*board, &mut HashMap::new()));
    let mixes = puzzle.seat.of(&solved.mixes);
    let moves = board.moves(puzzle.seat, 100).into_iter().enumerate();
    moves.filter(|(place, _)| mixes.iter().any(|mix| mix[*place] > CLOSE)).map(|(_, text)| text).collect()
}

#[test]
fn a_card_puzzle_has_one_card_in_all_optimal_mixes() {
    let (cache, game) = (OracleCache::shared(), find("cards").unwrap());
    for seed in 0..150 {
        let puzzle = Puzzle::draw(game, seed, None, &cache).unwrap();
        let answers = puzzle.question(&cache).unwrap().answers(&()).unwrap();
        assert_eq!(played_cards(&puzzle), answers, "{} {}", puzzle.settings, puzzle.position);
        assert!(puzzle.ask() == "card" && answers.len() == 1);
    }
}

/// Who wins with best play, found by trying everything; only for games that end, one seat at a time.
fn wins(at: &dyn AnyMatch, seat: Seat, known: &mut HashMap<String, bool>) -> bool {
    match at.turn() {
        Turn::Over { winner } => winner == seat,
        Turn::Both => unreachable!(),
        Turn::Of(mover) => {
            let key = format!("{} {}", at.position(), seat);
            if let Some(answer) = known.get(&key) {
                return *answer;
            }
            let mut outcomes = at.moves(mover, 1_000).into_iter().map(|text| {
                let mut next = at.copy();
                next.play_turn(&text).unwrap();
                wins(&*next, seat, known)
            });
            let answer = if mover == seat { outcomes.any(|won| won) } else { outcomes.all(|won| won) };
            known.insert(key, answer);
            answer
        }
    }
}

/// The answers of a puzzle by an independent search; `None` where that would take too long.
pub(crate) fn answers(puzzle: &Puzzle) -> Option<Vec<String>> {
    let board = at(puzzle);
    if puzzle.game.info().slug == "cards" {
        return Some(played_cards(puzzle));
    }
    // A token that may go back and forth has its own search, and long lines take too long.
    if puzzle.theme == PuzzleTheme::Safe || (puzzle.game.info().slug != "siege" && board.extent().len() > 14)
    {
        return None;
    }
    let mut known = HashMap::new();
    let mut winning = board.moves(puzzle.seat, 1_000);
    winning.retain(|text| wins(&*after(&*board, text), puzzle.seat, &mut known));
    Some(winning)
}

/// The value of a position of a game that need not end, for the seat to move: won, lost, or neither.
fn labels(start: &dyn AnyMatch) -> HashMap<String, Option<bool>> {
    let mut boards: Vec<Box<dyn AnyMatch>> = vec![start.copy()];
    let mut next: HashMap<String, Vec<String>> = HashMap::new();
    let mut known: HashMap<String, Option<bool>> = HashMap::new();
    while let Some(board) = boards.pop() {
        let key = board.position();
        if next.contains_key(&key) {
            continue;
        }
        let mut followers = Vec::new();
        match board.turn() {
            // The seat that would be to move has lost or won already.
            Turn::Over { winner } => {
                known.insert(key.clone(), Some(key.ends_with(&winner.to_string())));
            }
            Turn::Of(mover) => {
                known.insert(key.clone(), None);
                for text in board.moves(mover, 100) {
                    let follower = after(&*board, &text);
                    followers.push(follower.position());
                    boards.push(follower);
                }
            }
            Turn::Both => unreachable!(),
        }
        next.insert(key, followers);
    }
    loop {
        let mut changed = false;
        for (key, followers) in &next {
            if known[key].is_some() {
                continue;
            }
            let label = if followers.iter().any(|follower| known[follower] == Some(false)) {
                Some(true)
            } else if followers.iter().all(|follower| known[follower] == Some(true)) {
                Some(false)
            } else {
                None
            };
            if label.is_some() {
                known.insert(key.clone(), label);
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
}

#[test]
fn a_puzzle_of_safe_squares_has_one_move_that_does_not_lose() {
    let (cache, game) = (OracleCache::shared(), find("token").unwrap());
    let mut checked = 0;
    for seed in 0..400 {
        let puzzle = Puzzle::draw(game, seed, Some("safe"), &cache).unwrap();
        assert_eq!(puzzle.theme, PuzzleTheme::Safe);
        let board = at(&puzzle);
        let known = labels(&*board);
        assert_eq!(
            known[&board.position()],
            None,
            "it need not end: {} {}",
            puzzle.settings,
            puzzle.position
        );
        let safe: Vec<String> = board
            .moves(puzzle.seat, 100)
            .into_iter()
            .filter(|text| known[&after(&*board, text).position()] != Some(true))
            .collect();
        assert_eq!(safe, puzzle.question(&cache).unwrap().answers(&()).unwrap(), "{}", puzzle.position);
        checked += 1;
    }
    assert_eq!(checked, 400);
}
