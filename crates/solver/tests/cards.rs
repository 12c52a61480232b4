//! Cards: chances, strategies, regrets and exploitability, against naive methods and against each other.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use crate::common;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::common::supports::value_by_supports;
use common::{position, start};
use numberline_rules::{Blockade, Cards, Choices, Duel, Game, Seat, Sequential, Siege, Token, Turn};
use numberline_solver::cards::{estimate, solve};
use numberline_solver::{
    Fraction, Induction, MOST_MIXED_POSITIONS, MOST_POSITIONS, Matrix, Oracle, Progress, Retrograde,
    SolveError, Value,
};

const VARIANTS: [&str; 6] = [
    "cards=5",
    "cards=5 tiebreak=sample",
    "cards=5 end=4",
    "cards=5 end=3",
    "cards=6 end=4",
    "cards=4 end=2 tiebreak=sample",
];

/// Player 1's chance by plain recursion, with every matrix solved by trying all supports.
fn naive(position: &Cards) -> Fraction {
    if let Turn::Over { winner } = position.turn() {
        return if winner == Seat::One { Fraction::ONE } else { Fraction::ZERO };
    }
    let columns = position.moves(Seat::Two).count();
    let pairs =
        position.moves(Seat::One).flat_map(|one| position.moves(Seat::Two).map(move |two| (one, two)));
    let entries = pairs.map(|(one, two)| naive(&position.after(&Choices::Both(one, two)))).collect();
    value_by_supports(&Matrix::new(columns, entries).unwrap())
}

#[test]
fn chances_agree_with_plain_recursion() {
    for cards in 1..=4 {
        for (end, tiebreak) in (1..=7).flat_map(|end| [(end, "rules"), (end, "sample")]) {
            let settings = format!("cards={cards} end={end} tiebreak={tiebreak}");
            let start: Cards = start(&settings);
            let solved = solve(&start, &()).unwrap();
            for (position, chance) in solved.positions() {
                // The naive way grows too fast from four cards on to begin at every position.
                if cards < 4 || position.moves(Seat::One).count() < 4 || end > 4 {
                    assert_eq!(*chance, naive(position), "{settings} {position}");
                }
            }
        }
    }
}

#[test]
fn positions_that_were_set_up_are_solved_too() {
    // The marker does not follow from these hands, so the side can decide, which it never does from the start.
    for text in ["2 1,2 4,5 1", "-3 1,5 2,3 2", "0 3,4,5 1,2,3 2", "1 2 2 1", "0 1,2 1,2 -", "4 1 5 2"] {
        let position: Cards = position("cards=5 end=5", text);
        assert_eq!(solve(&position, &()).unwrap().chance(&position), Some(&naive(&position)), "{text}");
    }
}

/// Both strategies sum to 1, no move is worth more than the value, and what is played is worth the value.
#[test]
fn strategies_are_optimal_in_every_position() {
    for settings in VARIANTS {
        let solved = solve(&start(settings), &()).unwrap();
        for (position, chance) in solved.positions() {
            let mix = solved.mix(position, &()).unwrap();
            assert_eq!(mix.chance, *chance);
            if position.turn().winner().is_some() {
                assert_eq!(mix.moves, [vec![], vec![]]);
                continue;
            }
            for (seat, value) in [(Seat::One, chance.clone()), (Seat::Two, chance.complement())] {
                let moves = seat.of(&mix.moves);
                assert!(
                    moves.iter().map(|weighed| weighed.chosen).eq(position.moves(seat)),
                    "{settings} {position}"
                );
                assert_eq!(
                    moves.iter().map(|weighed| weighed.weight.clone()).sum::<Fraction>(),
                    Fraction::ONE
                );
                for weighed in moves {
                    assert!(weighed.chance <= value, "{settings} {position} {weighed:?}");
                    assert_eq!(weighed.regret, &value - &weighed.chance);
                    assert!(
                        weighed.weight.is_zero() || weighed.regret.is_zero(),
                        "{settings} {position} {weighed:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_is_won_against_optimal_strategies_and_something_against_others() {
    for settings in VARIANTS {
        let start: Cards = start(settings);
        let solved = solve(&start, &()).unwrap();
        for seat in Seat::BOTH {
            let optimal = |position: &Cards| -> Vec<Fraction> {
                let mix = solved.mix(position, &()).unwrap();
                seat.of(&mix.moves).iter().map(|weighed| weighed.weight.clone()).collect()
            };
            assert_eq!(solved.exploitability(seat, optimal, &()), Ok(Fraction::ZERO), "{settings} {seat}");
            let least = solved.against_best_response(seat, uniform(seat), &()).unwrap();
            assert_eq!(least, against_best(&start, seat), "{settings} {seat}");
        }
    }
    let mixed = solve(&start("cards=5 end=4"), &()).unwrap();
    for seat in Seat::BOTH {
        assert!(mixed.exploitability(seat, uniform(seat), &()).unwrap() > Fraction::ZERO);
    }
}

fn uniform(seat: Seat) -> impl Fn(&Cards) -> Vec<Fraction> {
    move |position| {
        let moves = position.moves(seat).count();
        vec![Fraction::new(1, moves as i128).unwrap(); moves]
    }
}

/// What a seat is guaranteed when it plays its cards at random, by plain recursion.
fn against_best(position: &Cards, seat: Seat) -> Fraction {
    match position.turn() {
        Turn::Over { winner } if winner == seat => return Fraction::ONE,
        Turn::Over { .. } => return Fraction::ZERO,
        Turn::Of(_) | Turn::Both => {}
    }
    let own: Vec<_> = position.moves(seat).collect();
    let share = Fraction::new(1, own.len() as i128).unwrap();
    let replies = position.moves(seat.other()).map(|reply| {
        let chances = own.iter().map(|&card| {
            let choices =
                if seat == Seat::One { Choices::Both(card, reply) } else { Choices::Both(reply, card) };
            &against_best(&position.after(&choices), seat) * &share
        });
        chances.sum::<Fraction>()
    });
    replies.min().unwrap()
}

#[test]
fn an_invalid_strategy_is_refused() {
    let solved = solve(&start("cards=3"), &()).unwrap();
    let half = Fraction::new(1, 2).unwrap();
    let too_little = |position: &Cards| vec![half.clone(); position.moves(Seat::One).count().min(1)];
    let too_few = |_: &Cards| vec![Fraction::ONE];
    let negative = |position: &Cards| match position.moves(Seat::One).count() {
        3 => vec![Fraction::from(2), Fraction::from(-1), Fraction::ZERO],
        moves => vec![Fraction::new(1, moves as i128).unwrap(); moves],
    };
    for strategy in [&too_little as &dyn Fn(&Cards) -> Vec<Fraction>, &too_few, &negative] {
        assert_eq!(solved.exploitability(Seat::One, strategy, &()), Err(SolveError::NotAStrategy));
    }
}

/// Chances of 1 and 0 are wins and losses: induction, with matrices of one row or column, against retrograde analysis.
fn induction_agrees_with_retrograde_analysis<G: Sequential>(settings: &str) {
    let start: G = start(settings);
    let retrograde = Retrograde::solve(&start, MOST_POSITIONS, &()).unwrap();
    let induction = Induction::solve(&start, MOST_POSITIONS, &()).unwrap();
    assert_eq!(induction.len(), retrograde.len());
    for (position, chance) in induction.positions() {
        let expected = match (position.turn(), retrograde.value(position)) {
            (Turn::Over { winner }, _) => winner,
            (Turn::Of(mover), Some(Value::Win(_))) => mover,
            (Turn::Of(mover), Some(Value::Lose(_))) => mover.other(),
            (turn, value) => panic!("{settings} {position}: {turn:?} {value:?}"),
        };
        assert_eq!(chance.is_one(), expected == Seat::One, "{settings} {position}");
        assert_eq!(chance.is_zero(), expected == Seat::Two, "{settings} {position}");
        if let Turn::Of(mover) = position.turn() {
            let mix = induction.mix(position, &()).unwrap();
            assert!(mover.other().of(&mix.moves).is_empty());
            let own = if mover == Seat::One { chance.clone() } else { chance.complement() };
            for weighed in mover.of(&mix.moves) {
                let wins = retrograde.move_value(position, weighed.chosen).unwrap().is_win();
                assert_eq!(weighed.chance.is_one(), wins, "{settings} {position} {weighed:?}");
                assert_eq!(weighed.regret, &own - &weighed.chance);
            }
        }
    }
}

#[test]
fn matrices_of_one_row_are_games_where_one_seat_moves() {
    induction_agrees_with_retrograde_analysis::<Duel>("length=9");
    induction_agrees_with_retrograde_analysis::<Duel>("length=8 misere=yes");
    induction_agrees_with_retrograde_analysis::<Blockade>("length=11");
    induction_agrees_with_retrograde_analysis::<Siege>("length=14 step=3");
    induction_agrees_with_retrograde_analysis::<Token>("length=10 revisit=no step=3");
}

#[test]
fn a_game_that_goes_in_circles_is_refused() {
    let token: Token = start("");
    assert!(matches!(Induction::solve(&token, MOST_POSITIONS, &()), Err(SolveError::Endless)));
}

#[test]
fn the_estimate_is_never_too_low_and_tells_what_is_too_large() {
    for cards in 1..=6 {
        for end in 1..=12 {
            let start: Cards = start(&format!("cards={cards} end={end}"));
            let (estimate, found) = (estimate(&start), solve(&start, &()).unwrap().len() as u64);
            assert!(
                found <= estimate && estimate <= 4 * found,
                "cards={cards} end={end}: {found} of {estimate}"
            );
        }
    }
    for (settings, fits) in
        [("cards=10 end=1000", true), ("cards=11 end=1000", false), ("cards=20 end=1000", false)]
    {
        let start: Cards = start(settings);
        assert_eq!(estimate(&start) <= MOST_MIXED_POSITIONS, fits, "{settings}");
        if !fits {
            let expected = SolveError::TooManyPositions { estimate: None, most: MOST_MIXED_POSITIONS };
            assert_eq!(solve(&start, &()).unwrap_err(), expected);
        }
    }
}

/// On the shortest line only equal cards leave the game open, so the hands stay equal.
#[test]
fn a_short_line_leaves_few_positions_whatever_the_number_of_cards() {
    let start: Cards = start("cards=12 end=1");
    let solved = solve(&start, &()).unwrap();
    let open = solved.positions().filter(|(position, _)| position.turn().winner().is_none()).count();
    assert_eq!(open, (1 << 12) - 1);
    assert_eq!(estimate(&start), solved.len() as u64);
}

#[test]
fn it_stops_when_asked_and_reports_its_progress() {
    /// Stops in the middle of the work.
    struct Half(Cell<(u64, u64)>);
    impl Progress for Half {
        fn step(&self, done: u64, total: u64) -> ControlFlow<()> {
            let (before, _) = self.0.get();
            assert!(done >= before && done <= total);
            self.0.set((done, total));
            if 2 * done > total { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let start: Cards = start("");
    let half = Half(Cell::new((0, 0)));
    assert_eq!(solve(&start, &half).unwrap_err(), SolveError::Stopped);
    let (done, total) = half.0.get();
    assert_eq!(total, solve(&start, &()).unwrap().len() as u64);
    assert_eq!(done, total / 2 + 1);
    assert_eq!(solve(&start, &AtomicBool::new(true)).unwrap_err(), SolveError::Stopped);
    assert!(solve(&start, &AtomicBool::new(false)).is_ok());
}
