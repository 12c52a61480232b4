//! Sums of runs: theory, search with memory and retrograde analysis agree with each other and with the rules.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use crate::common;

use std::ops::ControlFlow;

use common::{position, start};
use numberline_rules::{Blockade, Choices, Duel, Game, Seat, Turn};
use numberline_solver::{
    Effort, Grundy, LONGEST_SUM, LONGEST_SUM_LARGE, MOST_POSITIONS, Octal, Oracle, Progress, Retrograde,
    SolveError, Sums, Value,
};

/// Every position of a line, by three methods.
fn agree_on<G: Octal>(settings: &str) {
    let start: G = start(settings);
    let retrograde = Retrograde::solve(&start, MOST_POSITIONS, &()).unwrap();
    let sums = Sums::solve(&start, &()).unwrap();
    let grundy = Grundy::<G>::new().unwrap();
    for position in retrograde.positions() {
        let value = retrograde.value(position);
        assert_eq!(sums.value(position), value, "{settings} {position}");
        let Turn::Of(mover) = position.turn() else { continue };
        assert_eq!(sums.ranked(position), retrograde.ranked(position), "{settings} {position}");
        if !position.is_misere() {
            assert_eq!(grundy.nimber(position) != 0, value.unwrap().is_win(), "{settings} {position}");
            let mut winning: Vec<_> = grundy.winning_moves(position).collect();
            winning.sort_unstable();
            let wins = |chosen: &G::Move| retrograde.move_value(position, *chosen).unwrap().is_win();
            let mut expected: Vec<_> = position.moves(mover).filter(wins).collect();
            expected.sort_unstable();
            assert_eq!(winning, expected, "{settings} {position}");
        }
    }
}

#[test]
fn three_methods_agree_on_every_position_of_duel() {
    for length in [1, 2, 3, 4, 7, 10, 15] {
        agree_on::<Duel>(&format!("length={length}"));
        agree_on::<Duel>(&format!("length={length} misere=yes"));
    }
}

#[test]
fn three_methods_agree_on_every_position_of_blockade() {
    for length in [1, 2, 3, 4, 7, 12, 18] {
        agree_on::<Blockade>(&format!("length={length}"));
        agree_on::<Blockade>(&format!("length={length} misere=yes"));
    }
}

/// Outcomes by theory and by search, on all collections of runs that a long line can come to.
fn agree_on_long_lines<G: Octal>(lines: &[&str]) {
    let grundy = Grundy::<G>::new().unwrap();
    for line in lines {
        let sum: G = position("", line);
        let sums = Sums::solve(&sum, &()).unwrap();
        let Turn::Of(mover) = sum.turn() else { panic!("{line} is over") };
        let winning: Vec<_> = grundy.winning_moves(&sum).collect();
        for chosen in sum.moves(mover) {
            let after = sum.after(&Choices::Of(mover, chosen));
            let value = sums.move_value(&sum, chosen).unwrap();
            assert_eq!(value.is_win(), grundy.nimber(&after) == 0, "{line} {chosen}");
            assert_eq!(value.is_win(), winning.contains(&chosen), "{line} {chosen}");
        }
    }
}

#[test]
fn search_agrees_with_theory_on_long_lines() {
    agree_on_long_lines::<Duel>(&[
        "runs 24 / 1",
        "runs 36 / 2",
        "runs 10 9 8 / 1",
        "runs 1 1 1 1 2 2 2 2 3 3 3 / 1",
    ]);
    agree_on_long_lines::<Blockade>(&[
        "runs 24 / 1",
        "runs 48 / 2",
        "runs 20 14 5 / 1",
        "runs 1 2 3 4 5 6 7 8 / 1",
    ]);
}

#[test]
fn sums_stop_at_a_stated_length() {
    let longest: Blockade = start(&format!("length={LONGEST_SUM}"));
    assert!(Sums::solve(&longest, &()).is_ok());
    let longer: Blockade = start(&format!("length={}", LONGEST_SUM + 1));
    let refused = Sums::solve(&longer, &()).unwrap_err();
    assert_eq!(refused, SolveError::TooLong { cells: LONGEST_SUM + 1, most: LONGEST_SUM });
    let huge: Duel = start("length=1000000000000000000");
    assert!(matches!(
        Sums::solve(&huge, &()),
        Err(SolveError::TooLong { cells: 1_000_000_000_000_000_000, .. })
    ));
}

/// What a move leaves of a single run, by the rules and by the takes that the theory is built on.
fn takes_are_the_rules<G: Octal>() {
    for length in 1..=40 {
        let line: G = start(&format!("length={length}"));
        let mut by_rules: Vec<_> = line
            .moves(Seat::One)
            .map(|chosen| {
                let after = line.after(&Choices::Of(Seat::One, chosen));
                (chosen, after.runs().collect::<Vec<_>>())
            })
            .collect();
        let mut by_takes: Vec<_> = G::TAKES
            .iter()
            .flat_map(|take| (0..take.ways(length)).map(|offset| (*take, offset)))
            .map(|(take, offset)| {
                let (left, right) = take.leaves(length, offset);
                let parts = [left, right].into_iter().filter(|part| *part > 0).collect::<Vec<_>>();
                (G::taking(take, offset + 1), parts)
            })
            .collect();
        by_rules.sort_unstable();
        by_takes.sort_unstable();
        assert_eq!(by_rules, by_takes, "{length}");
    }
}

#[test]
fn takes_are_what_the_rules_allow() {
    takes_are_the_rules::<Duel>();
    takes_are_the_rules::<Blockade>();
}

/// All winning moves of a line long enough for whole periods, found by looking at every move.
fn winning_moves_are_complete<G: Octal>(lines: &[&str]) {
    let grundy = Grundy::<G>::new().unwrap();
    for line in lines {
        let sum: G = position("", line);
        let Turn::Of(mover) = sum.turn() else { panic!("{line} is over") };
        let mut expected: Vec<_> = sum
            .moves(mover)
            .filter(|chosen| grundy.nimber(&sum.after(&Choices::Of(mover, *chosen))) == 0)
            .collect();
        let mut found: Vec<_> = grundy.winning_moves(&sum).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn winning_moves_on_long_lines_are_complete() {
    winning_moves_are_complete::<Duel>(&[
        "runs 155 / 1",
        "runs 166 / 1",
        "runs 1000 / 1",
        "runs 1003 17 / 2",
        "runs 700 401 80 / 1",
    ]);
    winning_moves_are_complete::<Blockade>(&[
        "runs 141 / 1",
        "runs 1500 / 1",
        "runs 1003 17 / 2",
        "runs 700 401 8 / 1",
    ]);
}

#[test]
fn the_longest_lines_are_answered_at_once() {
    let (kayles, dawson) = (Grundy::<Duel>::new().unwrap(), Grundy::<Blockade>::new().unwrap());
    for length in [1_000_000_000_000_000_000_u64, 999_999_999_999_999_989] {
        let duel: Duel = start(&format!("length={length}"));
        // What the theorem promises: the run as short as its period allows has the same nimber.
        let short = 720 + (length - 720) % 12;
        assert_eq!(kayles.nimber(&duel), kayles.sequence().nimber(short));
        let blockade: Blockade = start(&format!("length={length}"));
        let short = 680 + (length - 680) % 34;
        assert_eq!(dawson.nimber(&blockade), dawson.sequence().nimber(short));
        for chosen in kayles.winning_moves(&duel).take(1_000) {
            let after = duel.after(&Choices::Of(Seat::One, chosen));
            assert_eq!(kayles.nimber(&after), 0, "{chosen}");
        }
        assert!(kayles.winning_moves(&duel).take(1_000).count() == 1_000);
    }
}

/// No more collections of runs come up than are estimated, and on a free line of crosses it is exactly that many.
#[test]
fn collections_are_estimated_from_above() {
    for length in 1..=24 {
        let settings = format!("length={length}");
        let duel: Duel = start(&settings);
        assert_eq!(
            Sums::solve(&duel, &()).unwrap().len() as u64,
            Sums::estimate(&duel, Effort::Usual),
            "{length}"
        );
        let blockade: Blockade = start(&settings);
        assert!(
            Sums::solve(&blockade, &()).unwrap().len() as u64 <= Sums::estimate(&blockade, Effort::Usual),
            "{length}"
        );
    }
    let long: Duel = start(&format!("length={}", LONGEST_SUM + 1));
    assert_eq!(Sums::estimate(&long, Effort::Usual), 0);
}

struct Patient;

impl Progress for Patient {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn effort(&self) -> Effort {
        Effort::Large
    }
}

/// Beyond the usual length the keys are wider. Short ones are there too, and have the same values.
#[test]
fn a_large_computation_goes_further_and_agrees() {
    let start: Blockade = common::start(&format!("length={}", LONGEST_SUM + 4));
    assert!(matches!(Sums::solve(&start, &()), Err(SolveError::TooLong { .. })));
    let (large, usual) =
        (Sums::solve(&start, &Patient).unwrap(), Sums::<Blockade>::within(30, false, &()).unwrap());
    assert!(large.len() as u64 <= Sums::estimate(&start, Effort::Large));
    let wins = Grundy::new().unwrap().nimber(&start) != 0;
    assert_eq!(large.value(&start).map(Value::is_win), Some(wins));
    let mut compared = 0;
    for one in 1..=14_u8 {
        for two in one..=15 {
            if let Some(value) = large.of_runs(&[one, two]) {
                assert_eq!(Some(value), usual.of_runs(&[one, two]), "{one} {two}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
    let longer: Blockade = common::start(&format!("length={}", LONGEST_SUM_LARGE + 1));
    assert!(matches!(
        Sums::solve(&longer, &Patient),
        Err(SolveError::TooLong { most: LONGEST_SUM_LARGE, .. })
    ));
}
