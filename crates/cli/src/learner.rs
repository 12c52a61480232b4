//! What the learner at this machine has answered: kept in the history, and never a reason to stop.

use std::io;

use numberline_history::{History, Home, Studied, now};
use numberline_learn::{Attempt, AttemptKind};

use crate::{Failure, Out, Tone};

/// Keeps answers. A problem is reported once, and then answers are judged without being kept.
#[derive(Default)]
pub(crate) struct Learner {
    silent: bool,
}

impl Learner {
    /// Keeps an answer.
    pub(crate) fn keep(&mut self, attempt: &Attempt, out: &mut Out) -> io::Result<()> {
        let kept = Home::find().map_err(|error| error.to_string()).and_then(|home| {
            let mut history = History::open(&home).map_err(|error| error.to_string())?;
            history.keep_studied(&studied(attempt), &now()).map_err(|error| error.to_string())
        });
        match kept {
            Err(reason) if !self.silent => {
                self.silent = true;
                out.remark(Tone::Warning, &format!("Your progress is not kept: {reason}"))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// Every kept answer, the oldest first. One of a kind that only a newer program knows is passed over.
pub(crate) fn attempts() -> Result<Vec<Attempt>, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    let Some(history) = History::open_to_read(&home).map_err(Failure::failed)? else { return Ok(Vec::new()) };
    let all = history.studied().map_err(Failure::failed)?;
    let attempt = |studied: Studied| {
        let Studied { day, kind, game, idea, subject, score, grade } = studied;
        Some(Attempt { day, kind: AttemptKind::find(&kind)?, game, idea, subject, score, grade })
    };
    Ok(all.into_iter().filter_map(attempt).collect())
}

/// Erases every kept answer, and says how many there were.
pub(crate) fn erase() -> Result<usize, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    History::open(&home).map_err(Failure::failed)?.erase_studied().map_err(Failure::failed)
}

/// This day, as answers count it.
pub(crate) fn day() -> i64 {
    jiff::Timestamp::now().as_second().div_euclid(86_400)
}

fn studied(attempt: &Attempt) -> Studied {
    Studied {
        day: attempt.day,
        kind: attempt.kind.name().to_owned(),
        game: attempt.game.clone(),
        idea: attempt.idea.clone(),
        subject: attempt.subject.clone(),
        score: attempt.score,
        grade: attempt.grade,
    }
}
