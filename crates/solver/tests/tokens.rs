//! Token: the fast paths agree with retrograde analysis and with plain search, loops and endless draws included.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use crate::common;

use common::{position, start, variant};
use numberline_rules::{Choices, Game, Token, Turn};
use numberline_solver::{MOST_POSITIONS, Oracle, Retrograde, SolveError, TokenOracle, Value};

#[test]
fn squares_agree_with_retrograde_analysis() {
    for length in 3..=24 {
        for step in 1..=length + 1 {
            let settings = format!("length={length} start=2 step={step}");
            let start: Token = start(&settings);
            let fast = TokenOracle::solve(&start, &()).unwrap();
            let retrograde = Retrograde::solve(&start, MOST_POSITIONS, &()).unwrap();
            for position in retrograde.positions() {
                assert_eq!(fast.value(position), retrograde.value(position), "{settings} {position}");
                assert_eq!(fast.pitfalls(position), retrograde.pitfalls(position), "{settings} {position}");
                assert_eq!(fast.ranked(position), retrograde.ranked(position), "{settings} {position}");
            }
        }
    }
}

#[test]
fn paths_agree_with_retrograde_analysis() {
    for length in 3..=11 {
        for step in 1..length {
            for square in 2..length {
                let settings = format!("length={length} start={square} step={step} revisit=no");
                let start: Token = start(&settings);
                let fast = TokenOracle::solve(&start, &()).unwrap();
                let retrograde = Retrograde::solve(&start, MOST_POSITIONS, &()).unwrap();
                for position in retrograde.positions() {
                    assert_eq!(fast.value(position), retrograde.value(position), "{settings} {position}");
                }
            }
        }
    }
}

/// Long steps from squares near either end reach everything within them, and no farther.
#[test]
fn paths_with_long_steps_agree_with_retrograde_analysis() {
    for length in 10..=13_u16 {
        for step in 5..length {
            let settings = format!("length={length} start=3 step={step} revisit=no");
            let start: Token = start(&settings);
            let (squares, every) =
                (TokenOracle::solve(&start, &()), Retrograde::solve(&start, MOST_POSITIONS, &()));
            let (squares, every) = (squares.unwrap(), every.unwrap());
            for position in every.positions() {
                assert_eq!(squares.value(position), every.value(position), "{settings}: {position}");
            }
        }
    }
}

/// In every position that can be set up: which squares were visited in which order makes no difference.
#[test]
fn parity_decides_wherever_every_square_can_be_reached() {
    for length in 3..=9_u32 {
        for step in length.saturating_sub(3).max(1)..=length {
            let settings = format!("length={length} start=2 step={step} revisit=no");
            for (square, visited) in
                (2..length).flat_map(|square| (0..1_u32 << length).map(move |set| (square, set)))
            {
                let ends = 1 | 1 << (length - 1);
                if visited & ends != 0 || visited >> (square - 1) & 1 == 0 {
                    continue;
                }
                let list: Vec<String> =
                    (2..length).filter(|at| visited >> (at - 1) & 1 == 1).map(|at| at.to_string()).collect();
                let position: Token = position(&settings, &format!("{square} 1 {}", list.join(",")));
                let left = length - 2 - visited.count_ones();
                let expected = if left % 2 == 1 { Value::Win(left + 1) } else { Value::Lose(left + 1) };
                let searched = Retrograde::solve(&position, MOST_POSITIONS, &()).unwrap().value(&position);
                assert_eq!(searched, Some(expected), "{settings}: {position}");
                let solved = TokenOracle::solve(&position, &()).unwrap();
                assert_eq!(
                    (solved.value(&position), solved.positions()),
                    (searched, None),
                    "{settings}: {position}"
                );
            }
        }
    }
}

/// With steps that are one shorter, some position on every longer line goes against parity.
#[test]
fn parity_decides_nowhere_else() {
    for length in 6..=9_u16 {
        let settings = |start: u16| format!("length={length} start={start} step={} revisit=no", length - 4);
        let against_parity = (2..length).any(|square| {
            let start: Token = start(&settings(square));
            assert!(!TokenOracle::is_parity(&start.variant()));
            let every = Retrograde::solve(&start, MOST_POSITIONS, &()).unwrap();
            every.positions().any(|position| {
                let left = position.fresh_squares().unwrap();
                every.value(position).is_some_and(|value| value.is_win() != (left % 2 == 1))
            })
        });
        assert!(against_parity, "{length}");
    }
}

#[test]
fn paths_on_lines_longer_than_a_number_has_bits_agree_with_those_within() {
    // Where the token cannot get past the visited squares, it makes no difference how many there are.
    let visited: Vec<String> = (7..=199).map(|square| square.to_string()).collect();
    let long: Token = position("length=200 step=3 revisit=no", &format!("4 1 4,{}", visited.join(",")));
    let short: Token = position("length=11 step=3 revisit=no", "4 1 4,7,8,9,10");
    let value = |token: &Token| TokenOracle::solve(token, &()).unwrap().value(token);
    assert_eq!(value(&long), value(&short));
    assert!(value(&long).is_some());
}

/// The value as far as a search of this many plies can tell; `None` when it cannot.
fn searched(position: &Token, plies: u32) -> Option<Value> {
    let mover = match position.turn() {
        Turn::Of(mover) => mover,
        Turn::Over { .. } | Turn::Both => return None,
    };
    if plies == 0 {
        return None;
    }
    let mut best = Some(Value::Lose(0));
    for chosen in position.moves(mover) {
        let next = position.after(&Choices::Of(mover, chosen));
        let value = match next.turn() {
            Turn::Over { winner } => Some(if winner == mover { Value::Win(1) } else { Value::Lose(1) }),
            Turn::Of(_) | Turn::Both => searched(&next, plies - 1).map(Value::one_ply_before),
        };
        best = match (best, value) {
            (_, Some(value)) if value.is_win() => best.max(Some(value)),
            (Some(best), _) if best.is_win() => Some(best),
            (Some(best), Some(value)) => Some(best.max(value)),
            // Some move leads beyond what the search sees.
            (None, _) | (_, None) => None,
        };
    }
    best
}

#[test]
fn squares_agree_with_plain_search() {
    for length in 3..=7 {
        for step in 1..=3 {
            for square in 2..length {
                let settings = format!("length={length} start={square} step={step}");
                let start: Token = start(&settings);
                let value = TokenOracle::solve(&start, &()).unwrap().value(&start).unwrap();
                let found = searched(&start, 8);
                assert_eq!(found.unwrap_or(Value::Draw), value, "{settings}");
            }
        }
    }
}

#[test]
fn paths_agree_with_plain_search() {
    for length in 3..=9 {
        for step in 1..=4 {
            for square in 2..length {
                let settings = format!("length={length} start={square} step={step} revisit=no");
                let start: Token = start(&settings);
                // Every square is entered at most once, so a search this deep sees everything.
                let found = searched(&start, u32::from(start.variant().length()) + 1);
                assert_eq!(TokenOracle::solve(&start, &()).unwrap().value(&start), found, "{settings}");
            }
        }
    }
}

#[test]
fn the_largest_lines_are_solved_or_refused_by_name() {
    let loops: Token = start("length=10000 start=5000 step=9999");
    let solved = TokenOracle::solve(&loops, &()).unwrap();
    assert_eq!(solved.value(&loops), Some(Value::Draw));
    assert_eq!(solved.ranked(&loops).len(), 9_999);
    let long_path: Token = start("length=10000 start=5000 step=1 revisit=no");
    assert_eq!(TokenOracle::solve(&long_path, &()).unwrap().value(&long_path), Some(Value::Win(5_000)));
    let largest: Token = start("length=19 start=9 step=15 revisit=no");
    assert!(TokenOracle::solve(&largest, &()).is_ok());
    let any_step: Token = start("length=10000 start=5000 step=9999 revisit=no");
    let solved = TokenOracle::solve(&any_step, &()).unwrap();
    assert_eq!(solved.value(&any_step), Some(Value::Win(9_998)));
    assert_eq!(solved.ranked(&any_step).len(), 9_999);
    let steps_of_two: Token = start("length=128 start=64 step=2 revisit=no");
    assert!(TokenOracle::solve(&steps_of_two, &()).is_ok());
    for settings in ["length=25 start=9 step=21 revisit=no", "length=300 start=9 step=4 revisit=no"] {
        let refused = TokenOracle::solve(&start(settings), &()).unwrap_err();
        assert!(
            matches!(refused, SolveError::TooManyPositions { estimate: None, .. }),
            "{settings}: {refused}"
        );
    }
}

#[test]
fn drawing_moves_come_in_the_order_of_the_ways_to_go_wrong() {
    let token: Token = start("start=5");
    let solved = TokenOracle::solve(&token, &()).unwrap();
    let rated: Vec<(String, u64)> =
        solved.ranked(&token).iter().map(|rated| (rated.chosen.to_string(), rated.pitfalls)).collect();
    // On 3 the opponent can fall off to 1; on 4, 6 and 7 there is nothing to fear.
    let expected = [("2 left", 1), ("1 left", 0), ("1 right", 0), ("2 right", 0)];
    assert_eq!(rated, expected.map(|(chosen, pitfalls)| (chosen.to_owned(), pitfalls)));
}

#[test]
fn a_solved_line_does_not_answer_for_another() {
    let book = TokenOracle::solve(&start("start=5"), &()).unwrap();
    assert_eq!(book.value(&start("length=11")), None);
    assert_eq!(book.value(&start("step=3")), None);
    assert_eq!(book.value(&start("revisit=no")), None);
    assert_eq!(book.value(&position("", "1 1")), None, "the game is over");
    let variant = variant::<Token>("start=7");
    assert_eq!(book.value(&Token::start(&variant)), Some(Value::Draw), "another start on the same line");
}
