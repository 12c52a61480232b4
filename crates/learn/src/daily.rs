//! The puzzle of a day: the same for everyone, without a network.

use std::sync::Arc;

use numberline_table::{AnyGame, Date, OracleCache};

use crate::{Attempt, AttemptKind, Puzzle, PuzzleError, Solving};

/// The puzzle of a day.
pub struct Daily {
    /// The day.
    pub date: Date,
    /// Its puzzle.
    pub puzzle: Puzzle,
}

/// What an answer to the puzzle of a day counts as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DailyStanding {
    /// The kind under which it is kept; none if it does not count.
    pub kind: Option<AttemptKind>,
    /// What the learner should know about that.
    pub note: Option<String>,
}

impl Daily {
    /// The puzzle of that day. Without a game, the games take turns.
    pub fn of(
        date: Date,
        game: Option<&'static dyn AnyGame>,
        cache: &Arc<OracleCache>,
    ) -> Result<Self, PuzzleError> {
        Ok(Self { date, puzzle: Puzzle::daily(date, game, cache)? })
    }

    /// `The puzzle of 2026-11-18`
    #[must_use]
    pub fn title(&self) -> String {
        format!("The puzzle of {}", self.date)
    }

    /// Whether the learner has answered it.
    #[must_use]
    pub fn is_answered(&self, attempts: &[Attempt]) -> bool {
        attempts.iter().any(|done| done.kind == AttemptKind::Daily && done.subject == self.puzzle.id)
    }

    /// What an answer counts as today: the first answer to today's puzzle as that, an answer to another day's as practice.
    #[must_use]
    pub fn standing(&self, answered: bool, today: Option<Date>) -> DailyStanding {
        let date = self.date;
        let (kind, note) = match today {
            _ if answered => {
                (None, Some("You have answered this one before. This time it does not count.".to_owned()))
            }
            Some(today) if today != date => (
                Some(AttemptKind::Puzzle),
                Some(format!(
                    "This is the puzzle of {date}, and today is {today}. It counts as an ordinary puzzle."
                )),
            ),
            _ => (Some(AttemptKind::Daily), None),
        };
        DailyStanding { kind, note }
    }

    /// What to add where the day ended before the answer came; the answer counts all the same.
    #[must_use]
    pub fn too_late(&self, today: Option<Date>) -> Option<String> {
        let today = today.filter(|today| *today != self.date)?;
        Some(format!("It is {today} by now, but your answer counts for the puzzle of {}.", self.date))
    }

    /// What to send to others: how it went, and nothing about the answer.
    #[must_use]
    pub fn share(&self, solving: &Solving) -> String {
        let Self { date, puzzle } = self;
        let how = match (solving.is_solved(), solving.hints()) {
            (false, _) => "not solved".to_owned(),
            (true, 0) => format!("solved at try {}", solving.tries()),
            (true, 1) => format!("solved at try {} with a hint", solving.tries()),
            (true, hints) => format!("solved at try {} with {hints} hints", solving.tries()),
        };
        format!("numberline {date}, {}, grade {}: {how}.", puzzle.game.info().slug, puzzle.grade)
    }
}
