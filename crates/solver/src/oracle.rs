//! A solved game: what every position and every move is worth, and which move is best.

use numberline_rules::{Choices, Sequential, Turn};

use crate::Value;

/// Knows the value of positions of a game in which one seat moves at a time.
pub trait Oracle<G: Sequential> {
    /// What the position is worth to the seat to move; none if the game is over or the position was not solved.
    fn value(&self, position: &G) -> Option<Value>;

    /// What a move is worth to the seat that makes it, the move itself counted; none if it is not allowed here or
    /// leads to a position that was not solved.
    fn move_value(&self, position: &G, chosen: G::Move) -> Option<Value> {
        let Turn::Of(mover) = position.turn() else { return None };
        position.check(mover, chosen).ok()?;
        let next = position.after(&Choices::Of(mover, chosen));
        match next.turn() {
            Turn::Over { winner } if winner == mover => Some(Value::Win(1)),
            Turn::Over { .. } => Some(Value::Lose(1)),
            // The other seat had to pass.
            Turn::Of(seat) if seat == mover => self.value(&next).map(Value::later),
            Turn::Of(_) | Turn::Both => self.value(&next).map(Value::one_ply_before),
        }
    }

    /// How many moves of the seat to move lose: the ways to go wrong.
    fn pitfalls(&self, position: &G) -> u64 {
        let Turn::Of(mover) = position.turn() else { return 0 };
        let values = position.moves(mover).filter_map(|chosen| self.move_value(position, chosen));
        values.filter(|value| value.is_lose()).count() as u64
    }

    /// The moves of the seat to move, best first. Among moves that draw, those come first that leave the opponent more
    /// ways to go wrong; what is equal even so keeps the order of the rules.
    fn ranked(&self, position: &G) -> Vec<Rated<G::Move>> {
        let Turn::Of(mover) = position.turn() else { return Vec::new() };
        let rate = |chosen| {
            let value = self.move_value(position, chosen)?;
            let pitfalls = match value {
                Value::Draw => self.pitfalls(&position.after(&Choices::Of(mover, chosen))),
                Value::Win(_) | Value::Lose(_) => 0,
            };
            Some(Rated { chosen, value, pitfalls })
        };
        let mut moves: Vec<_> = position.moves(mover).filter_map(rate).collect();
        moves.sort_by_key(|rated| core::cmp::Reverse((rated.value, rated.pitfalls)));
        moves
    }
}

/// A move and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated<M> {
    /// The move.
    pub chosen: M,
    /// What it is worth to the seat that makes it.
    pub value: Value,
    /// After a move that draws: how many of the opponent's replies lose.
    pub pitfalls: u64,
}
