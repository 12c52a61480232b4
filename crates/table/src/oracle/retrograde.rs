//! Any game in which one seat moves at a time, by retrograde analysis: slower than a method of its own, but always there.

use numberline_rules::Sequential;
use numberline_solver::{MOST_POSITIONS, Oracle, Progress, Rated, Refusal, Retrograde, Value};

use super::{Knows, Method, Reasons, Worth, analyse, plies, worth};
use crate::Analysis;

/// Any sequential game by retrograde analysis. A game in which both seats act at once has no such method:
///
/// ```compile_fail
/// use numberline_rules::Cards;
/// use numberline_table::{ByRetrograde, game};
/// game::<Cards, ByRetrograde>();
/// ```
pub struct ByRetrograde;

impl<G: Sequential> Method<G> for ByRetrograde {
    fn solve(position: &G, progress: &dyn Progress) -> Result<Box<dyn Knows<G>>, Refusal> {
        Ok(Box::new(Retrograde::solve(position, MOST_POSITIONS, progress)?))
    }
}

impl<G: Sequential> Knows<G> for Retrograde<G> {
    fn analyse(&self, position: &G) -> Result<Analysis, Refusal> {
        analyse(self, position)
    }

    fn worth(&self, position: &G) -> Result<Worth, Refusal> {
        worth(self, position)
    }
}

impl<G: Sequential> Reasons<G> for Retrograde<G> {
    fn position(&self, _: &G, best: &Rated<G::Move>) -> String {
        match best.value {
            Value::Win(distance) => format!("The move {} forces a win in {}.", best.chosen, plies(distance)),
            Value::Lose(distance) => {
                format!("Every move loses; the longest holds out for {}.", plies(distance))
            }
            Value::Draw => format!("The move {} keeps the game going; no move forces an end.", best.chosen),
        }
    }

    fn of_move(&self, _: &G, rated: &Rated<G::Move>, next: &G) -> String {
        if let Some(winner) = next.turn().winner() {
            return format!("It ends the game: Player {winner} wins.");
        }
        let reply = self.ranked(next).first().map(|best| best.chosen.to_string()).unwrap_or_default();
        match rated.value {
            Value::Win(distance) => format!("Every reply loses, and the end comes in {}.", plies(distance)),
            Value::Lose(_) => format!("The reply {reply} wins."),
            Value::Draw => format!("The reply {reply} keeps the game going, and no reply forces an end."),
        }
    }
}
