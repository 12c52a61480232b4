//! Token: the safe squares of the loop, in words.

use numberline_rules::{Game, Push, Token, Turn};
use numberline_solver::{Oracle, Progress, Rated, Refusal, TokenOracle, Value};

use super::{Knows, Method, Reasons, Worth, analyse, plies, worth};
use crate::Analysis;

/// Token by retrograde analysis of its squares.
pub struct BySquares;

impl Method<Token> for BySquares {
    fn solve(position: &Token, progress: &dyn Progress) -> Result<Box<dyn Knows<Token>>, Refusal> {
        Ok(Box::new(TokenOracle::solve(position, progress)?))
    }
}

impl Knows<Token> for TokenOracle {
    fn analyse(&self, position: &Token) -> Result<Analysis, Refusal> {
        analyse(self, position)
    }

    fn worth(&self, position: &Token) -> Result<Worth, Refusal> {
        worth(self, position)
    }
}

/// Why the opponent has no further move: it put the token on an end, or it has nowhere to go.
fn is_on_an_end(position: &Token) -> bool {
    position.square() == 1 || position.square() == position.variant().length()
}

fn replies(position: &Token) -> usize {
    match position.turn() {
        Turn::Of(mover) => position.moves(mover).count(),
        Turn::Both | Turn::Over { .. } => 0,
    }
}

impl Reasons<Token> for TokenOracle {
    fn position(&self, position: &Token, best: &Rated<Push>) -> String {
        let (square, all) = (position.square(), replies(position));
        let losing = self.pitfalls(position);
        match best.value {
            Value::Draw if losing == 0 => {
                format!(
                    "From {square} all {all} moves stay on squares from which nobody can be forced to an end."
                )
            }
            Value::Draw => format!(
                "From {square} there is always a safe move, so the game need not end; {losing} of the {all} moves lose."
            ),
            Value::Win(distance) => {
                format!("From {square} the move {} forces a win in {}.", best.chosen, plies(distance))
            }
            Value::Lose(distance) => {
                format!(
                    "From {square} every one of the {all} moves loses; the longest holds out for {}.",
                    plies(distance)
                )
            }
        }
    }

    fn of_move(&self, _: &Token, rated: &Rated<Push>, next: &Token) -> String {
        let landing = next.square();
        if next.turn().winner().is_some() {
            return if is_on_an_end(next) {
                format!("It lands on {landing}, an end of the line, which loses.")
            } else {
                format!("It lands on {landing} and leaves the opponent no square to go to.")
            };
        }
        let all = replies(next);
        match rated.value {
            Value::Win(_) => format!("It lands on {landing}, from where every reply loses."),
            Value::Lose(_) => {
                let reply = self.ranked(next).first().map(|best| best.chosen.to_string()).unwrap_or_default();
                format!("It lands on {landing}, from where the reply {reply} wins.")
            }
            Value::Draw => match rated.pitfalls {
                0 => format!("It lands on {landing}, a safe square; none of the {all} replies loses."),
                1 => format!("It lands on {landing}, a safe square; one of the {all} replies loses."),
                some => format!("It lands on {landing}, a safe square; {some} of the {all} replies lose."),
            },
        }
    }
}
