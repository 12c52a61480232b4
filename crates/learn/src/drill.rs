//! What comes back, and when. A question that went wrong is filed under the reason that decides it, and comes back as a fresh
//! position with that reason. When, is decided by the FSRS scheduler.

use std::sync::Arc;

use fsrs::{FSRS, MemoryState};
use numberline_table::{OracleCache, find};

use crate::{Attempt, AttemptKind, Puzzle, PuzzleError, Theme};

/// The chance of remembering at which something comes back.
const RETENTION: f32 = 0.9;

/// A reason that comes back.
#[derive(Clone, PartialEq, Debug)]
pub struct Drill {
    /// The game.
    pub game: String,
    /// The reason.
    pub theme: Theme,
    /// The day on which it is due.
    pub due: i64,
    /// How often it was asked.
    pub reviews: u32,
}

impl Drill {
    /// At most this many are asked in a day.
    pub const A_DAY: usize = 5;

    /// Everything that comes back, the first due first. What was never missed does not.
    #[must_use]
    pub fn all(attempts: &[Attempt]) -> Vec<Self> {
        let Ok(scheduler) = FSRS::new(&[]) else { return Vec::new() };
        let mut cards: Vec<(Self, Option<MemoryState>, i64)> = Vec::new();
        for attempt in attempts {
            let Some(theme) = Theme::find(&attempt.idea) else { continue };
            let asked = matches!(
                attempt.kind,
                AttemptKind::Puzzle | AttemptKind::Daily | AttemptKind::Drill | AttemptKind::Prediction
            );
            let is_it = |card: &(Self, Option<MemoryState>, i64)| {
                card.0.game == attempt.game && card.0.theme == theme
            };
            let place = cards.iter().position(is_it);
            if !asked || (place.is_none() && attempt.score >= 1.0) {
                continue;
            }
            let place = place.unwrap_or_else(|| {
                let drill = Self { game: attempt.game.clone(), theme, due: attempt.day, reviews: 0 };
                cards.push((drill, None, attempt.day));
                cards.len() - 1
            });
            let Some((drill, memory, last)) = cards.get_mut(place) else { continue };
            let elapsed = u32::try_from(attempt.day.saturating_sub(*last)).unwrap_or(0);
            let Ok(next) = scheduler.next_states(*memory, RETENTION, elapsed) else { continue };
            let state = match attempt.score {
                score if score >= 1.0 => next.good,
                score if score > 0.0 => next.hard,
                _ => next.again,
            };
            *memory = Some(state.memory);
            *last = attempt.day;
            drill.reviews += 1;
            // What was missed comes back tomorrow at the earliest; nothing waits longer than a year.
            drill.due = attempt.day + (state.interval.round() as i64).clamp(1, 365);
        }
        let mut drills: Vec<Self> = cards.into_iter().map(|(drill, ..)| drill).collect();
        drills.sort_by_key(|drill| drill.due);
        drills
    }

    /// What is due, without what was asked today already: at most a few a day.
    #[must_use]
    pub fn due(attempts: &[Attempt], today: i64) -> Vec<Self> {
        let done = attempts
            .iter()
            .filter(|attempt| attempt.kind == AttemptKind::Drill && attempt.day == today)
            .count();
        let due = Self::all(attempts).into_iter().filter(|drill| drill.due <= today);
        due.take(Self::A_DAY.saturating_sub(done)).collect()
    }

    /// A fresh position with this reason.
    pub fn puzzle(&self, seed: u64, cache: &Arc<OracleCache>) -> Result<Puzzle, PuzzleError> {
        let game = find(&self.game).ok_or_else(|| PuzzleError::Unknown(self.game.clone()))?;
        Puzzle::draw(game, seed, Some(self.theme.name()), cache)
    }
}
