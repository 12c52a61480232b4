//! Retrograde analysis of `token` by square: on a line where squares may be entered again, nothing else counts.

use std::collections::VecDeque;

use numberline_rules::{Game, Token, TokenVariant, Turn};

use crate::{Oracle, Value};

/// A line for `token` with squares that may be entered again, solved for all of its squares.
#[derive(Clone, Debug)]
pub(crate) struct Loops {
    line: TokenVariant,
    /// What each square is worth to the seat to move, counted from square 1; none for an endless draw.
    values: Vec<Option<Value>>,
    /// How many squares before each one are won by the player to move there: entering one of them loses.
    losing_before: Vec<u64>,
}

impl Loops {
    pub(crate) fn solve(line: &TokenVariant) -> Self {
        let length = usize::from(line.length());
        let around = Around { length, step: line.step().into() };
        let mut values: Vec<Option<Value>> = vec![None; length];
        let mut open: Vec<usize> = (0..length).map(|place| around.of(place).count()).collect();
        // A player who is to move with the token on an end has won: the opponent put it there.
        let mut settled = VecDeque::from([(0, Value::Win(0)), (length - 1, Value::Win(0))]);
        while let Some((place, value)) = settled.pop_front() {
            // Squares come in the order of their distance, so the first value of a square is the right one.
            match values.get_mut(place) {
                Some(here @ None) => *here = Some(value),
                _ => continue,
            }
            for before in around.of(place) {
                let Some(open) = open.get_mut(before) else { continue };
                *open = open.saturating_sub(1);
                if value.is_lose() || *open == 0 {
                    settled.push_back((before, value.one_ply_before()));
                }
            }
        }
        let mut losing = 0;
        let mut losing_before = vec![0];
        for value in &values {
            losing += u64::from(value.is_some_and(Value::is_win));
            losing_before.push(losing);
        }
        Self { line: line.clone(), values, losing_before }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The place of the token, if this is a position of the line in which a player is to move.
    fn place(&self, position: &Token) -> Option<usize> {
        let variant = position.variant();
        let same = (variant.length(), variant.step(), variant.may_revisit())
            == (self.line.length(), self.line.step(), self.line.may_revisit());
        let open = matches!(position.turn(), Turn::Of(_));
        (same && open).then(|| usize::from(position.square()) - 1)
    }
}

impl Oracle<Token> for Loops {
    fn value(&self, position: &Token) -> Option<Value> {
        let place = self.place(position)?;
        Some(self.values.get(place)?.unwrap_or(Value::Draw))
    }

    /// Counted without looking at the moves, of which there may be thousands after each of thousands of moves.
    fn pitfalls(&self, position: &Token) -> u64 {
        let Some(place) = self.place(position) else { return 0 };
        let step = usize::from(self.line.step());
        let until = (place + step + 1).min(self.values.len());
        let before = |place: usize| self.losing_before.get(place).copied().unwrap_or(0);
        let here = before(place + 1) - before(place);
        before(until) - before(place.saturating_sub(step)) - here
    }
}

/// The squares that are one move away from each other.
#[derive(Clone, Copy)]
struct Around {
    length: usize,
    step: usize,
}

impl Around {
    fn of(self, place: usize) -> impl Iterator<Item = usize> {
        let from = place.saturating_sub(self.step);
        let until = (place + self.step + 1).min(self.length);
        (from..until).filter(move |other| *other != place)
    }
}
