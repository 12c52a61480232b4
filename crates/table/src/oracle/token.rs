//! Token: the safe squares of the loop, or the parity of the squares left.

use numberline_rules::{Choices, Game, Push, Seat, Token, Turn};
use numberline_solver::{Effort, Oracle, Progress, Rated, SolveError, TokenOracle, Value};

use super::{Knows, Method, Prospect, Reasons, analyse, worth};
use crate::certificate::by_positions;
use crate::{Analysis, Certificate, CertificateError, Doom, Reason, SquareReason, WhereToLook};

/// Token by retrograde analysis of its squares.
pub struct BySquares;

impl Method<Token> for BySquares {
    fn solve(position: &Token, progress: &dyn Progress) -> Result<Box<dyn Knows<Token>>, SolveError> {
        Ok(Box::new(TokenOracle::solve(position, progress)?))
    }

    /// Where squares may be entered again there are as many positions as squares; where parity decides, none is visited.
    fn estimate(position: &Token, _: Effort) -> Option<u64> {
        let line = position.variant();
        match (line.may_revisit(), TokenOracle::is_parity(&line)) {
            (true, _) => Some(line.length().into()),
            (false, true) => Some(0),
            (false, false) => None,
        }
    }
}

impl Knows<Token> for TokenOracle {
    fn analyse(&self, position: &Token) -> Result<Analysis, SolveError> {
        analyse(self, position)
    }

    fn positions(&self) -> Option<u64> {
        self.positions()
    }

    fn certificate(&self, start: &Token, progress: &dyn Progress) -> Result<Certificate, CertificateError> {
        by_positions(self, start, progress)
    }

    fn worth(&self, position: &Token) -> Result<Prospect, SolveError> {
        worth(self, position)
    }
}

fn count_moves(position: &Token) -> usize {
    match position.turn() {
        Turn::Of(mover) => position.moves(mover).count(),
        Turn::Both | Turn::Over { .. } => 0,
    }
}

/// The best move of the seat to move, and where it leads.
fn best(oracle: &TokenOracle, position: &Token) -> Option<(Rated<Push>, Token)> {
    let Turn::Of(mover) = position.turn() else { return None };
    let best = oracle.ranked(position).into_iter().next()?;
    Some((best, position.after(&Choices::Of(mover, best.chosen))))
}

/// What is left for the seat to move, which has lost.
fn doom(oracle: &TokenOracle, position: &Token) -> Doom {
    let Some((defence, next)) = best(oracle, position) else { return Doom::Stuck };
    let moves = count_moves(position);
    match best(oracle, &next) {
        // A player who can go elsewhere does not go to an end, so no move goes elsewhere.
        None => Doom::Ends { moves },
        Some((answer, _)) => {
            Doom::Holds { moves, defence: defence.chosen.to_string(), answer: answer.chosen.to_string() }
        }
    }
}

impl Reasons<Token> for TokenOracle {
    fn position(&self, position: &Token, mover: Seat, best: &Rated<Push>) -> Reason {
        let (square, moves) = (position.square(), count_moves(position));
        let parity = TokenOracle::is_parity(&position.variant());
        let reason = match best.value {
            _ if parity && let Some(left) = position.fresh_squares() => SquareReason::Parity { left },
            Value::Draw => match self.pitfalls(position) {
                0 => SquareReason::AllSafe { square, moves },
                losing => SquareReason::SomeSafe { square, losing, moves },
            },
            Value::Win(_) => {
                let next = position.after(&Choices::Of(mover, best.chosen));
                SquareReason::Won { square, best: best.chosen.to_string(), doom: doom(self, &next) }
            }
            Value::Lose(_) => SquareReason::Lost { square, doom: doom(self, position) },
        };
        reason.into()
    }

    fn of_move(&self, _: &Token, _: Seat, rated: &Rated<Push>, next: &Token) -> Reason {
        let landing = next.square();
        let counts = TokenOracle::is_parity(&next.variant()) && matches!(next.turn(), Turn::Of(_));
        let reason = match rated.value {
            _ if counts && let Some(left) = next.fresh_squares() => SquareReason::Leaves { landing, left },
            Value::Win(_) => SquareReason::Wins { landing, doom: doom(self, next) },
            Value::Lose(_) => match best(self, next) {
                None => SquareReason::End { landing },
                Some((reply, last)) => {
                    SquareReason::Loses { landing, reply: reply.chosen.to_string(), doom: doom(self, &last) }
                }
            },
            Value::Draw => SquareReason::Safe { landing, losing: rated.pitfalls, replies: count_moves(next) },
        };
        reason.into()
    }

    fn look(&self, position: &Token, mover: Seat, ranked: &[Rated<Push>]) -> Option<WhereToLook> {
        let best = ranked.first()?;
        if best.value.is_lose() {
            return Some(WhereToLook::NoSquare);
        }
        let safe = ranked.iter().filter(|rated| rated.value == Value::Draw);
        let mut squares: Vec<u16> =
            safe.map(|rated| position.after(&Choices::Of(mover, rated.chosen)).square()).collect();
        squares.sort_unstable();
        let few = (1..=WhereToLook::MOST_SQUARES).contains(&squares.len());
        Some(if few && !best.value.is_win() {
            WhereToLook::Squares(squares)
        } else {
            WhereToLook::Side(best.chosen.direction())
        })
    }
}
