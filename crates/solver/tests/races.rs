//! Siege: the formulas agree with retrograde analysis and with a table filled by the rules of the race.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

use crate::common;

use common::{position, start};
use numberline_rules::{Game, Siege, Turn};
use numberline_solver::{MOST_POSITIONS, Oracle, Race, Retrograde, Value};

#[test]
fn formulas_agree_with_retrograde_analysis_on_every_position_that_comes_up() {
    for length in 2..=32 {
        for step in 1..=length + 1 {
            let settings = format!("length={length} step={step}");
            let retrograde = Retrograde::solve(&start::<Siege>(&settings), MOST_POSITIONS, &()).unwrap();
            for position in retrograde.positions() {
                assert_eq!(Race.value(position), retrograde.value(position), "{settings} {position}");
                assert_eq!(Race.ranked(position), retrograde.ranked(position), "{settings} {position}");
            }
        }
    }
}

#[test]
fn formulas_agree_with_a_table_on_every_position_that_can_be_set_up() {
    for (length, step) in [(2, 1), (9, 20), (50, 1), (60, 7), (90, 3), (300, 4), (2_000, 3)] {
        let table = Table::fill(length, step);
        let settings = format!("length={length} step={step}");
        let variant = common::variant::<Siege>(&settings);
        let mut compared = 0;
        for (one, two, mover) in
            (0..=length).flat_map(|one| (0..=length).flat_map(move |two| [(one, two, 1), (one, two, 2)]))
        {
            let Ok(position) = Siege::parse(&format!("{one} {two} {mover}"), &variant) else { continue };
            let Turn::Of(_) = position.turn() else {
                assert_eq!(Race.value(&position), None);
                continue;
            };
            let (own, opponents) = if mover == 1 { (length - one, two) } else { (two, length - one) };
            assert_eq!(Race.value(&position), Some(table.value(own, opponents)), "{settings} {position}");
            compared += 1;
        }
        assert!(compared > length * length, "{settings}: {compared}");
    }
}

#[test]
fn the_longest_race_is_solved() {
    let far: Siege = position("length=10000 step=3", "0 10000 1");
    assert_eq!(Race.value(&far), Some(Value::Lose(5_000)));
    let near: Siege = position("length=10000 step=3", "9999 1 1");
    assert_eq!(Race.value(&near), Some(Value::Win(1)));
}

/// Values by way left: the mover's, then the opponent's. Filled from the shortest ways up, move by move.
struct Table {
    width: usize,
    values: Vec<Value>,
}

impl Table {
    fn fill(length: usize, step: usize) -> Self {
        let width = length + 1;
        let mut table = Self { width, values: vec![Value::Draw; width * width] };
        for sum in 2..=2 * length {
            for own in sum.saturating_sub(length).max(1)..=length.min(sum - 1) {
                let opponents = sum - own;
                let after = |steps: usize| {
                    let left = own - steps;
                    // On the base, or on the opponent: both ways add up to the line there.
                    let wins = left == 0 || left + opponents == length;
                    if wins { Value::Win(1) } else { table.value(opponents, left).one_ply_before() }
                };
                let best = (1..=step.min(own)).map(after).max().unwrap();
                table.values[own * width + opponents] = best;
            }
        }
        table
    }

    fn value(&self, own: usize, opponents: usize) -> Value {
        self.values[own * self.width + opponents]
    }
}
