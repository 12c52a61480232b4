//! `token` on a line where no square may be entered twice, solved by square and squares left.

use numberline_rules::{Game, Token, TokenVariant, Turn};
use rustc_hash::FxHashMap;

use crate::{Oracle, Progress, SolveError, Value};

/// The longest line whose squares fit the bits of one number.
pub(crate) const LONGEST_PATH: u16 = 128;

/// A line on which no square is entered twice, solved from one position on.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    line: TokenVariant,
    values: FxHashMap<Place, Value>,
}

/// The token's square, and the squares that it may still come to; bit `n - 1` stands for square `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Place {
    token: u128,
    fresh: u128,
}

impl Paths {
    /// Solves what can come up from the start, on a line of at most [`LONGEST_PATH`] squares.
    pub(crate) fn solve(start: &Token, most: u64, progress: &dyn Progress) -> Result<Self, SolveError> {
        let line = start.variant();
        let ways = Ways::on(&line);
        let mut search = Search { ways, values: FxHashMap::default(), most, progress };
        if matches!(start.turn(), Turn::Of(_)) {
            search.value(ways.place(start))?;
        }
        Ok(Self { line, values: search.values })
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }
}

impl Oracle<Token> for Paths {
    fn value(&self, position: &Token) -> Option<Value> {
        let variant = position.variant();
        let same = (variant.length(), variant.step(), variant.may_revisit())
            == (self.line.length(), self.line.step(), self.line.may_revisit());
        let open = matches!(position.turn(), Turn::Of(_));
        if same && open { self.values.get(&Ways::on(&self.line).place(position)).copied() } else { None }
    }
}

struct Search<'a> {
    ways: Ways,
    values: FxHashMap<Place, Value>,
    most: u64,
    progress: &'a dyn Progress,
}

impl Search<'_> {
    /// The value for the seat to move; a seat without a move has lost.
    fn value(&mut self, place: Place) -> Result<Value, SolveError> {
        if let Some(value) = self.values.get(&place) {
            return Ok(*value);
        }
        if self.values.len() as u64 >= self.most {
            return Err(SolveError::TooManyPositions { estimate: None, most: self.most });
        }
        if self.progress.step(0, self.values.len() as u64).is_break() {
            return Err(SolveError::Stopped);
        }
        let mut best = Value::Lose(0);
        let mut targets = self.ways.around(place.token) & place.fresh;
        while targets != 0 {
            let token = targets & targets.wrapping_neg();
            targets ^= token;
            let value = if token & self.ways.ends != 0 {
                Value::Lose(1)
            } else {
                self.value(self.ways.reachable(token, place.fresh & !token))?.one_ply_before()
            };
            best = best.max(value);
        }
        self.values.insert(place, best);
        Ok(best)
    }
}

/// How the token moves on a line.
#[derive(Clone, Copy, Debug)]
struct Ways {
    step: u32,
    ends: u128,
}

impl Ways {
    fn on(line: &TokenVariant) -> Self {
        let step = u32::from(line.step().min(LONGEST_PATH));
        Self { step, ends: 1 | bit(line.length()) }
    }

    fn place(self, position: &Token) -> Place {
        let all = position.variant().length();
        let line = (1..=all).fold(0, |squares, square| squares | bit(square));
        let visited = position.visited().fold(0, |squares, square| squares | bit(square));
        self.reachable(bit(position.square()), line & !visited)
    }

    /// The squares at most a step away from any of these, and these.
    fn around(self, squares: u128) -> u128 {
        let (mut wide, mut covered) = (squares, 0);
        while covered < self.step {
            // Short of an end at least the side towards the other end is covered so far, so no square in between is missed.
            let shift = (covered + 1).min(self.step - covered);
            wide |= wide.checked_shl(shift).unwrap_or(0) | wide.checked_shr(shift).unwrap_or(0);
            covered += shift;
        }
        wide
    }

    /// Keeps of the squares left only those that the token can still come to. Squares that are cut off make no
    /// difference any more, and forgetting them makes many positions one.
    fn reachable(self, token: u128, fresh: u128) -> Place {
        let mut found = 0;
        loop {
            // The game ends on an end, so no way leads on from there.
            let wider = self.around(token | (found & !self.ends)) & fresh;
            if wider == found {
                return Place { token, fresh: found };
            }
            found = wider;
        }
    }
}

fn bit(square: u16) -> u128 {
    1_u128.checked_shl(u32::from(square) - 1).unwrap_or(0)
}
