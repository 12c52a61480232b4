//! What a move changed for the seat that made it, what it gave away, and the words for that.

use std::fmt;

use numberline_solver::Fraction;

use crate::words::share;
use crate::{Outcome, Reason, Verdict};

/// What a position is worth to a seat, or a move to the seat that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Where one seat moves at a time.
    Outcome(Verdict),
    /// Where both act at once: the seat's chance of winning.
    Chance(Fraction),
}

/// `win in 5 turns`, `no forced end`, or `chance 33.3 % (1/3)`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(verdict) => verdict.fmt(f),
            Self::Chance(chance) => write!(f, "chance {}", share(chance)),
        }
    }
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
    /// Every move that keeps the value, or only the best if there are too many to list.
    pub keepers: Vec<String>,
    /// Why the move has its value, where one seat moves at a time.
    pub why: Option<Reason>,
}

/// What a move gave away.
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
    Regret {
        /// How much.
        regret: Fraction,
        /// Whether nothing is left.
        all: bool,
    },
}

impl Weighing {
    /// What the move gave away, if anything: an exact comparison.
    #[must_use]
    pub fn mistake(&self) -> Option<Mistake> {
        match (&self.before, &self.after) {
            (Worth::Outcome(before), Worth::Outcome(after)) if after.outcome < before.outcome => {
                Some(Mistake::Outcome { before: before.outcome, after: after.outcome })
            }
            (Worth::Chance(before), Worth::Chance(after)) if after < before => {
                Some(Mistake::Regret { regret: before - after, all: after.is_zero() })
            }
            _ => None,
        }
    }

    /// What would have been better than a mistake: `Would have won: 2.` `None` if the move was not one.
    #[must_use]
    pub fn better(&self) -> Option<String> {
        const MOST: usize = 10;
        let does = match self.mistake()? {
            Mistake::Outcome { before: Outcome::Win, .. } => "Would have won",
            Mistake::Outcome { .. } => "Would have kept the game going",
            Mistake::Regret { .. } => "Would have given nothing away",
        };
        let listed: Vec<&str> = self.keepers.iter().take(MOST).map(String::as_str).collect();
        let more = match self.keepers.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(format!("{does}: {}{more}.", listed.join(", ")))
    }
}

impl Mistake {
    /// `??` for a move that gives everything away, `?` for any other mistake.
    #[must_use]
    pub fn glyph(&self) -> &'static str {
        match self {
            Self::Outcome { before: Outcome::Win, after: Outcome::Lose } | Self::Regret { all: true, .. } => {
                "??"
            }
            Self::Outcome { .. } | Self::Regret { .. } => "?",
        }
    }

    /// What it did, as the end of a sentence: `turns a win into a loss`.
    #[must_use]
    pub fn blame(&self) -> String {
        match self {
            Self::Regret { regret, .. } if regret.is_one() => "gives away the whole chance".to_owned(),
            Self::Regret { regret, .. } => format!("gives away {} of the chance", share(regret)),
            Self::Outcome { before, after } => given_away(*before, *after).to_owned(),
        }
    }

    /// The coach's warning before the move is made. It does not say how much of a chance is given away: for a secret move,
    /// that could tell which one it is.
    #[must_use]
    pub fn warning(&self) -> String {
        match self {
            Self::Outcome { before, after } => format!("That {}.", given_away(*before, *after)),
            Self::Regret { .. } => "That gives away some of your chance of winning.".to_owned(),
        }
    }

    /// What to look for instead.
    #[must_use]
    pub fn task(&self) -> &'static str {
        match self {
            Self::Outcome { before, .. } => before.quest(),
            Self::Regret { .. } => "Find a move that gives nothing away",
        }
    }
}

fn given_away(before: Outcome, after: Outcome) -> &'static str {
    match (before, after) {
        (Outcome::Win, Outcome::Draw) => "gives away a win",
        (Outcome::Win, _) => "turns a win into a loss",
        _ => "loses a game that need not end",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_better_moves_are_not_all_listed() {
        let worth = |outcome| Worth::Outcome(Verdict { outcome, remoteness: None });
        let weighing = |moves: u32| Weighing {
            text: "20".to_owned(),
            before: worth(Outcome::Win),
            after: worth(Outcome::Lose),
            keepers: (1..=moves).map(|number| number.to_string()).collect(),
            why: None,
        };
        assert_eq!(weighing(1).better().unwrap(), "Would have won: 1.");
        assert_eq!(
            weighing(12).better().unwrap(),
            "Would have won: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more."
        );
        let good = Weighing { after: worth(Outcome::Win), ..weighing(1) };
        assert_eq!((good.mistake(), good.better()), (None, None));
    }
}
