//! Someone at the table who knows: solves the game when first asked, and remembers it for the match.

use std::sync::Arc;

use numberline_rules::{Seat, Turn};
use numberline_solver::{Fraction, Progress, Refusal};

use crate::{Analysis, AnyGame, AnyMatch, AnyOracle, Known, Outcome, Reason, Verdict};

/// Knows what positions and moves of one match are worth, as soon as somebody wants to know.
pub struct Adviser {
    game: &'static dyn AnyGame,
    solved: Option<Arc<dyn AnyOracle>>,
    /// The position that was last refused, with the reason: asking twice does not work twice.
    refused: Option<(String, Refusal)>,
    /// The position that was last asked about, with the answer: a mix of large fractions takes a while.
    last: Option<(String, Analysis)>,
}

/// What a position is worth to a seat, or a move to the seat that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Where one seat moves at a time.
    Outcome(Verdict),
    /// Where both act at once: the seat's chance of winning.
    Chance(Fraction),
}

/// A move of a seat with what it changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighing {
    /// The move, as the game writes it.
    pub text: String,
    /// What the position was worth to the seat.
    pub before: Worth,
    /// What the move is worth to it.
    pub after: Worth,
    /// Every move that keeps the value, or only the best where there are too many to list.
    pub keepers: Vec<String>,
    /// Why the move is worth what it is, where one seat moves at a time.
    pub why: Option<Reason>,
}

/// What a move threw away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A won game is a draw or lost, or a draw is lost.
    Outcome {
        /// What the seat had.
        before: Outcome,
        /// What it has left.
        after: Outcome,
    },
    /// Part of the chance of winning, against perfect play.
    Regret(Fraction),
}

impl Weighing {
    /// What the move threw away, if anything: an exact comparison.
    #[must_use]
    pub fn mistake(&self) -> Option<Mistake> {
        match (&self.before, &self.after) {
            (Worth::Outcome(before), Worth::Outcome(after)) if after.outcome < before.outcome => {
                Some(Mistake::Outcome { before: before.outcome, after: after.outcome })
            }
            (Worth::Chance(before), Worth::Chance(after)) if after < before => {
                Some(Mistake::Regret(before - after))
            }
            _ => None,
        }
    }
}

impl Mistake {
    /// What a coach says before the move is made. How much of a chance is given away it does not say: where the move is
    /// secret, that could tell which one it is.
    #[must_use]
    pub fn warning(&self) -> &'static str {
        match self {
            Self::Outcome { before: Outcome::Win, after: Outcome::Draw } => "That gives away a win.",
            Self::Outcome { before: Outcome::Win, .. } => "That turns a win into a loss.",
            Self::Outcome { .. } => "That loses a game that need not end.",
            Self::Regret(_) => "That gives away some of your chance of winning.",
        }
    }

    /// What would have been better: `Would have won: 2.`
    #[must_use]
    pub fn better(&self, keepers: &[String]) -> String {
        const MOST: usize = 10;
        let does = match self {
            Self::Outcome { before: Outcome::Win, .. } => "Would have won",
            Self::Outcome { .. } => "Would have kept the game going",
            Self::Regret(_) => "Without regret",
        };
        let listed: Vec<&str> = keepers.iter().take(MOST).map(String::as_str).collect();
        let more = match keepers.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{does}: {}{more}.", listed.join(", "))
    }
}

impl Adviser {
    /// An adviser for matches of a game. Nothing is solved yet.
    #[must_use]
    pub fn new(game: &'static dyn AnyGame) -> Self {
        Self { game, solved: None, refused: None, last: None }
    }

    /// The same with a game that was solved before.
    #[must_use]
    pub fn knowing(mut self, solved: Arc<dyn AnyOracle>) -> Self {
        self.solved = Some(solved);
        self
    }

    /// What was solved so far, for whoever asks about the same game later.
    #[must_use]
    pub fn solved(&self) -> Option<Arc<dyn AnyOracle>> {
        self.solved.clone()
    }

    /// Everything that is known about where a match stands.
    ///
    /// The game is solved from where the match began, so that what is taken back is known too; if that is too large, from
    /// where it stands.
    pub fn analyse(&mut self, at: &dyn AnyMatch, progress: &dyn Progress) -> Result<Analysis, Refusal> {
        let here = at.position();
        if let Some((_, analysis)) = self.last.as_ref().filter(|(position, _)| *position == here) {
            return Ok(analysis.clone());
        }
        let analysis = self.find_out(at, progress)?;
        self.last = Some((here, analysis.clone()));
        Ok(analysis)
    }

    fn find_out(&mut self, at: &dyn AnyMatch, progress: &dyn Progress) -> Result<Analysis, Refusal> {
        if let Some(oracle) = &self.solved {
            match oracle.analyse(at) {
                Err(Refusal::Unknown) => {}
                answer => return answer,
            }
        }
        let here = at.position();
        if let Some((_, refusal)) = self.refused.as_ref().filter(|(position, _)| *position == here) {
            return Err(refusal.clone());
        }
        let first_time = self.solved.is_none() && self.refused.is_none();
        let start = if first_time { self.game.start_at(&at.settings(), &at.start()).ok() } else { None };
        let solved = match start.map(|start| self.game.solve(&*start, progress)) {
            Some(Ok(oracle)) => Ok(oracle),
            Some(Err(Refusal::Stopped)) => Err(Refusal::Stopped),
            Some(Err(_)) | None => self.game.solve(at, progress),
        };
        match solved.and_then(|oracle| Ok((oracle.analyse(at)?, oracle))) {
            Ok((analysis, oracle)) => {
                self.solved = Some(oracle.into());
                Ok(analysis)
            }
            Err(Refusal::Stopped) => Err(Refusal::Stopped),
            Err(refusal) => {
                self.refused = Some((here, refusal.clone()));
                Err(refusal)
            }
        }
    }

    /// What a move that is allowed here would change for the seat that makes it.
    pub fn weigh(
        &mut self,
        at: &dyn AnyMatch,
        seat: Seat,
        text: &str,
        progress: &dyn Progress,
    ) -> Result<Weighing, Refusal> {
        let text = at.spell(text).map_err(|_| Refusal::Unknown)?;
        let analysis = self.analyse(at, progress)?;
        if let Known::Mix(mixes) = &analysis.moves {
            let mix = seat.of(mixes);
            let played = mix.iter().find(|mixed| mixed.text == text).ok_or(Refusal::Unknown)?;
            let keepers = mix.iter().filter(|mixed| mixed.loss.is_zero());
            let before = &played.chance + &played.regret;
            return Ok(Weighing {
                after: Worth::Chance(&before - &played.loss),
                before: Worth::Chance(before),
                keepers: keepers.map(|mixed| mixed.text.clone()).collect(),
                why: None,
                text,
            });
        }
        let before = analysis.verdict.ok_or(Refusal::Unknown)?;
        let (after, why) = match &analysis.moves {
            Known::All(moves) => {
                let played = moves.iter().find(|judged| judged.text == text).ok_or(Refusal::Unknown)?;
                (played.verdict, Some(played.why.clone()))
            }
            Known::Best(best) if best.text == text => (best.verdict, Some(best.why.clone())),
            Known::Best(_) | Known::None | Known::Mix(_) => (self.after(at, seat, &text, progress)?, None),
        };
        let keepers = match &analysis.moves {
            Known::All(moves) => {
                let kept = moves.iter().filter(|judged| judged.verdict.outcome == before.outcome);
                kept.map(|judged| judged.text.clone()).collect()
            }
            _ => analysis.moves.best().map(|best| best.text.clone()).into_iter().collect(),
        };
        let [before, after] = [before, after].map(Worth::Outcome);
        Ok(Weighing { text, before, after, keepers, why })
    }

    /// What a move is worth, found by making it on a copy.
    fn after(
        &mut self,
        at: &dyn AnyMatch,
        seat: Seat,
        text: &str,
        progress: &dyn Progress,
    ) -> Result<Verdict, Refusal> {
        let unknown = |_| Refusal::Unknown;
        let mut copy = self.game.start_at(&at.settings(), &at.position()).map_err(|_| Refusal::Unknown)?;
        copy.play_turn(text).map_err(unknown)?;
        let next = self.analyse(&*copy, progress)?;
        let won = |winner: Seat| if winner == seat { Outcome::Win } else { Outcome::Lose };
        let outcome = match (next.turn, next.verdict.map(|verdict| verdict.outcome)) {
            (Turn::Over { winner }, _) => won(winner),
            (Turn::Of(mover), Some(Outcome::Win)) => won(mover),
            (Turn::Of(mover), Some(Outcome::Lose)) => won(mover.other()),
            (_, Some(Outcome::Draw)) => Outcome::Draw,
            (Turn::Of(_) | Turn::Both, _) => return Err(Refusal::Unknown),
        };
        let remoteness = match next.turn {
            Turn::Over { .. } => Some(1),
            _ => next.verdict.and_then(|verdict| verdict.remoteness).map(|plies| plies.saturating_add(1)),
        };
        Ok(Verdict { outcome, remoteness })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_better_moves_are_not_all_listed() {
        let mistake = Mistake::Outcome { before: Outcome::Win, after: Outcome::Lose };
        let moves: Vec<String> = (1..=12).map(|number: u32| number.to_string()).collect();
        assert_eq!(mistake.better(&moves[..1]), "Would have won: 1.");
        assert_eq!(mistake.better(&moves), "Would have won: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.");
    }
}
