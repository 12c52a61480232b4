//! The race of `siege`, solved by two formulas for lines and steps of any size.
//!
//! Let the longest step be `s`. As long as the tokens face each other at a distance `d`:
//!
//! - if `d ≤ s`, the mover captures at once;
//! - if `d > s`, nobody can capture, pass or arrive in this ply, for the far base lies behind the opponent or under it.
//!   So the mover only makes `d` smaller by 1 to `s`, and a player who leaves a multiple of `s + 1` can do so again and
//!   again until the opponent stands right before the capture. From `d = q·(s + 1) + r` that takes `2q + 1` plies for
//!   the mover if `r > 0`, and `2q` plies for the opponent otherwise. Nobody can change the number: the winner has one
//!   move in each ply, and the loser's all lead to the same next multiple.
//!
//! Once the tokens have passed, they part for good, and each runs for its base as fast as it can: the mover, who needs
//! `m` plies of its own, wins in `2m - 1` if the opponent needs no fewer; else the opponent's `n` make it `2n`.

use numberline_rules::{Game, Seat, Siege, Turn};

use crate::{Oracle, Value};

/// The solved game of siege. It holds nothing, because every position is answered by a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Race;

impl Oracle<Siege> for Race {
    fn value(&self, position: &Siege) -> Option<Value> {
        let Turn::Of(mover) = position.turn() else { return None };
        let step = u32::from(position.variant().step());
        let way_left = |seat| u32::from(position.token(seat).abs_diff(position.target(seat)));
        let (one, two) = (position.token(Seat::One), position.token(Seat::Two));
        Some(if one < two {
            let distance = u32::from(two - one);
            let rounds = distance / (step + 1);
            if distance.is_multiple_of(step + 1) {
                Value::Lose(2 * rounds)
            } else {
                Value::Win(2 * rounds + 1)
            }
        } else {
            let own = way_left(mover).div_ceil(step);
            let opponents = way_left(mover.other()).div_ceil(step);
            if own <= opponents { Value::Win(2 * own - 1) } else { Value::Lose(2 * opponents) }
        })
    }
}
