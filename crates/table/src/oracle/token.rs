//! Token: the safe squares of the loop.

use numberline_rules::{Choices, Game, Push, Seat, Token, Turn};
use numberline_solver::{Oracle, Progress, Rated, SolveError, TokenOracle, Value};

use super::{Knows, Method, Prospect, Reasons, analyse, worth};
use crate::certificate::by_positions;
use crate::{Analysis, Certificate, CertificateError, Look, Reason, SquareReason};

/// Token by retrograde analysis of its squares.
pub struct BySquares;

impl Method<Token> for BySquares {
    fn solve(position: &Token, progress: &dyn Progress) -> Result<Box<dyn Knows<Token>>, SolveError> {
        Ok(Box::new(TokenOracle::solve(position, progress)?))
    }

    /// Where squares may be entered again there are as many positions as squares.
    fn estimate(position: &Token) -> Option<u64> {
        let line = position.variant();
        line.may_revisit().then(|| line.length().into())
    }
}

impl Knows<Token> for TokenOracle {
    fn analyse(&self, position: &Token) -> Result<Analysis, SolveError> {
        analyse(self, position)
    }

    fn positions(&self) -> Option<u64> {
        Some(self.len() as u64)
    }

    fn certificate(&self, start: &Token, progress: &dyn Progress) -> Result<Certificate, CertificateError> {
        by_positions(self, start, progress)
    }

    fn worth(&self, position: &Token) -> Result<Prospect, SolveError> {
        worth(self, position)
    }
}

fn is_on_an_end(position: &Token) -> bool {
    position.square() == 1 || position.square() == position.variant().length()
}

fn count_moves(position: &Token) -> usize {
    match position.turn() {
        Turn::Of(mover) => position.moves(mover).count(),
        Turn::Both | Turn::Over { .. } => 0,
    }
}

impl Reasons<Token> for TokenOracle {
    fn position(&self, position: &Token, _: Seat, best: &Rated<Push>) -> Reason {
        let (square, moves) = (position.square(), count_moves(position));
        let reason = match best.value {
            Value::Draw => match self.pitfalls(position) {
                0 => SquareReason::AllSafe { square, moves },
                losing => SquareReason::SomeSafe { square, losing, moves },
            },
            Value::Win(plies) => SquareReason::Won { square, best: best.chosen.to_string(), plies },
            Value::Lose(plies) => SquareReason::Lost { square, moves, plies },
        };
        reason.into()
    }

    fn of_move(&self, _: &Token, _: Seat, rated: &Rated<Push>, next: &Token) -> Reason {
        let landing = next.square();
        let over = next.turn().winner().is_some();
        let reason = match rated.value {
            _ if over && is_on_an_end(next) => SquareReason::End { landing },
            _ if over => SquareReason::Stuck { landing },
            Value::Win(_) => SquareReason::Wins { landing },
            Value::Lose(_) => {
                let reply = self.ranked(next).first().map(|best| best.chosen.to_string()).unwrap_or_default();
                SquareReason::Loses { landing, reply }
            }
            Value::Draw => SquareReason::Safe { landing, losing: rated.pitfalls, replies: count_moves(next) },
        };
        reason.into()
    }

    fn look(&self, position: &Token, mover: Seat, ranked: &[Rated<Push>]) -> Option<Look> {
        let best = ranked.first()?;
        if best.value.is_lose() {
            return Some(Look::NoSquare);
        }
        let safe = ranked.iter().filter(|rated| rated.value == Value::Draw);
        let mut squares: Vec<u16> =
            safe.map(|rated| position.after(&Choices::Of(mover, rated.chosen)).square()).collect();
        squares.sort_unstable();
        let few = (1..=Look::MOST_SQUARES).contains(&squares.len());
        Some(if few && !best.value.is_win() {
            Look::Squares(squares)
        } else {
            Look::Side(best.chosen.direction)
        })
    }
}
