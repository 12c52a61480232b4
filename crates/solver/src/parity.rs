//! `token` on a line where no square may be entered twice and every one can be reached in one move: parity.
//!
//! Let `k` squares between the ends be unvisited, and let each of them be within reach from each of the others; on a line
//! of `n` squares that takes steps of `n - 3`. Landing on an end loses at once, so the players enter squares between the
//! ends for as long as there are some, and none of these moves makes any other impossible. After `k` plies no such
//! square is left, and the player to move lands on an end: the nearer one is never farther away than a step, and none has
//! been visited, because that would have ended the game. So the seat to move loses exactly if `k` is even, and the game
//! lasts `k + 1` plies. A seat that has lost can only make it shorter, by landing on an end earlier.

use numberline_rules::{Game, Token, TokenVariant, Turn};

use crate::{Oracle, Value};

/// A line on which every square can be reached in one move.
#[derive(Clone, Debug)]
pub(crate) struct Parity {
    line: TokenVariant,
}

impl Parity {
    /// Whether parity decides on this line.
    pub(crate) fn decides(line: &TokenVariant) -> bool {
        !line.may_revisit() && line.step() >= line.length().saturating_sub(3)
    }

    pub(crate) fn on(line: TokenVariant) -> Self {
        Self { line }
    }
}

impl Oracle<Token> for Parity {
    fn value(&self, position: &Token) -> Option<Value> {
        let variant = position.variant();
        let same = (variant.length(), variant.step(), variant.may_revisit())
            == (self.line.length(), self.line.step(), self.line.may_revisit());
        let open = same && matches!(position.turn(), Turn::Of(_));
        let fresh = u32::try_from(position.fresh_squares().filter(|_| open)?).ok()?;
        Some(if fresh.is_multiple_of(2) { Value::Lose(fresh + 1) } else { Value::Win(fresh + 1) })
    }
}
