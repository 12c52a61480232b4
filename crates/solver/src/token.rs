//! The solved game of `token`, in the form that suits its variant.

use numberline_rules::{Game, Token, TokenVariant};

use crate::loops::Loops;
use crate::parity::Parity;
use crate::paths::{LONGEST_PATH, Paths};
use crate::{MOST_POSITIONS, Oracle, Progress, Retrograde, SolveError, Value};

/// The most positions that are explored on a line of more than 128 squares of which none may be entered twice.
const MOST_LONG_POSITIONS: u64 = 100_000;

/// The solved game of token.
///
/// Where squares may be entered again, every line is solved. So is every line on which they may not, but each can be
/// reached in one move: parity decides there. With shorter steps a game on a line of up to 128 squares is solved if at
/// most [`MOST_POSITIONS`] positions of it differ in what can still happen: with any steps on a line of up to 19 squares,
/// of up to 3 on a line of 40, and of up to 2 on all 128. On a longer line up to 100,000 are explored,
/// which is enough for steps of 1.
#[derive(Clone, Debug)]
pub struct TokenOracle(Solved);

#[derive(Clone, Debug)]
enum Solved {
    Loops(Loops),
    Parity(Parity),
    Paths(Paths),
    Explored(Retrograde<Token>),
}

impl TokenOracle {
    /// Solves all that can come up from the start.
    pub fn solve(start: &Token, progress: &dyn Progress) -> Result<Self, SolveError> {
        let line = start.variant();
        Ok(Self(if line.may_revisit() {
            Solved::Loops(Loops::solve(&line))
        } else if Parity::decides(&line) {
            Solved::Parity(Parity::on(line))
        } else if line.length() <= LONGEST_PATH {
            Solved::Paths(Paths::solve(start, MOST_POSITIONS, progress)?)
        } else {
            Solved::Explored(Retrograde::solve(start, MOST_LONG_POSITIONS, progress)?)
        }))
    }

    /// How many positions were told apart: the squares of the line, or the squares with the ways that are left; none
    /// where parity decides.
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        Some(match &self.0 {
            Solved::Loops(oracle) => oracle.len(),
            Solved::Parity(_) => return None,
            Solved::Paths(oracle) => oracle.len(),
            Solved::Explored(oracle) => oracle.len(),
        } as u64)
    }

    /// Whether each square of the line can be reached in one move and none may be entered twice, so that parity decides.
    #[must_use]
    pub fn is_parity(line: &TokenVariant) -> bool {
        Parity::decides(line)
    }

    fn oracle(&self) -> &dyn Oracle<Token> {
        match &self.0 {
            Solved::Loops(oracle) => oracle,
            Solved::Parity(oracle) => oracle,
            Solved::Paths(oracle) => oracle,
            Solved::Explored(oracle) => oracle,
        }
    }
}

impl Oracle<Token> for TokenOracle {
    fn value(&self, position: &Token) -> Option<Value> {
        self.oracle().value(position)
    }

    fn pitfalls(&self, position: &Token) -> u64 {
        self.oracle().pitfalls(position)
    }
}
