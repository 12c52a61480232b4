//! What the learner at this machine has answered: kept in the history, and never a reason to stop.

use std::io;
use std::sync::Arc;

use numberline_history::{History, Home, day};
use numberline_learn::{Attempt, Teacher, TutorialOffer};
use numberline_table::OracleCache;

use crate::{Failure, Out, Tone};

/// Keeps answers. A problem is reported once, and then answers are judged without being kept.
#[derive(Default)]
pub(crate) struct Learner {
    silent: bool,
}

impl Learner {
    /// Keeps what was learned from a teacher.
    pub(crate) fn keep(&mut self, teacher: &mut dyn Teacher, out: &mut Out) -> io::Result<()> {
        let attempts = teacher.learned(day());
        let kept = if attempts.is_empty() { Ok(()) } else { keep(&attempts) };
        match kept {
            Err(reason) if !self.silent => {
                self.silent = true;
                out.remark(Tone::Warning, &Attempt::not_kept(&reason))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

fn keep(attempts: &[Attempt]) -> Result<(), String> {
    let home = Home::find().map_err(|error| error.to_string())?;
    home.keep_attempts(attempts).map_err(|error| error.to_string())
}

/// Every answer that was kept, the oldest first, with the mistakes in finished games.
pub(crate) fn attempts(cache: &Arc<OracleCache>) -> Result<Vec<Attempt>, Failure> {
    Home::find().map_err(Failure::failed)?.attempts(cache).map_err(Failure::failed)
}

/// Erases every kept answer, and says how many there were.
pub(crate) fn erase() -> Result<usize, Failure> {
    let home = Home::find().map_err(Failure::failed)?;
    History::open(&home).map_err(Failure::failed)?.erase_attempts().map_err(Failure::failed)
}

/// Offers the tutorial of a game in one line, the first time that it is chosen.
pub(crate) fn offer_tutorial(slug: &str, cache: &Arc<OracleCache>, out: &mut Out) -> io::Result<()> {
    // Where nothing can be kept, the offer would come every time.
    let Ok(done) = attempts(cache) else { return Ok(()) };
    match TutorialOffer::of(slug, &done) {
        Some(offer) if keep(&[TutorialOffer::made(slug, day())]).is_ok() => {
            out.remark(Tone::Aside, &format!("{}: numberline learn {slug}", offer.words))
        }
        _ => Ok(()),
    }
}
