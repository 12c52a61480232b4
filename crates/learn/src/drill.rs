//! What comes back, and when. A question that went wrong is filed under the reason that decides it, and comes back as a fresh
//! position with that reason. When, is decided by the FSRS scheduler.

use std::sync::Arc;

use fsrs::{FSRS, MemoryState};
use numberline_table::{OracleCache, capital, counted, find};

use crate::{Attempt, AttemptKind, Forecast, Puzzle, PuzzleError, PuzzleTheme};

/// The chance of remembering at which something comes back.
const RETENTION: f32 = 0.9;

/// A reason that comes back.
#[derive(Clone, PartialEq, Debug)]
pub struct Drill {
    /// The game.
    pub game: String,
    /// The reason.
    pub theme: PuzzleTheme,
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
            let Some(theme) = PuzzleTheme::find(&attempt.idea) else { continue };
            let asked = !matches!(attempt.kind, AttemptKind::Lesson | AttemptKind::Offer);
            let is_it = |card: &(Self, Option<MemoryState>, i64)| {
                card.0.game == attempt.game && card.0.theme == theme
            };
            let place = cards.iter().position(is_it);
            if !asked || (place.is_none() && attempt.is_right()) {
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
                _ if attempt.is_right() => next.good,
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

    /// A fresh position with this reason, and none that was asked before. Where no position has the reason, another one of the
    /// game.
    pub fn puzzle(
        &self,
        seed: u64,
        attempts: &[Attempt],
        cache: &Arc<OracleCache>,
    ) -> Result<Puzzle, PuzzleError> {
        const TRIES: u64 = 20;
        let game = find(&self.game).ok_or_else(|| PuzzleError::Unknown(self.game.clone()))?;
        let seen = |puzzle: &Puzzle| attempts.iter().any(|attempt| attempt.subject == puzzle.id);
        let mut last = Puzzle::draw_for_drill(game, seed, self.theme, cache);
        for further in 1..TRIES {
            match last {
                Ok(puzzle) if seen(&puzzle) => {
                    let seed = seed.wrapping_add(further);
                    last = Puzzle::draw_for_drill(game, seed, self.theme, cache);
                }
                Ok(puzzle) => return Ok(puzzle),
                Err(_) => return Puzzle::draw(game, seed, None, cache),
            }
        }
        last
    }

    /// What is predicted before a drill, of everything that can be: the number behind its position.
    #[must_use]
    pub fn before(forecast: Forecast) -> Forecast {
        forecast.last()
    }

    /// `Drill 1 of 3: Leave the right distance`
    #[must_use]
    pub fn heading(&self, number: usize, total: usize) -> String {
        format!("Drill {number} of {total}: {}", capital(self.theme.help()))
    }

    /// What to say after the last one.
    pub const DONE: &str = "That was all for today. What you missed comes back tomorrow.";

    /// What to say where nothing is due.
    #[must_use]
    pub fn nothing_due(attempts: &[Attempt], today: i64) -> String {
        match Self::all(attempts).into_iter().find(|drill| drill.due > today) {
            Some(next) => {
                let when = match u64::try_from(next.due - today) {
                    Ok(days) if days > 1 => format!("in {}", counted(days, "day")),
                    _ => "tomorrow".to_owned(),
                };
                format!("Nothing is due today. The next drill is {when}.")
            }
            None => {
                "Nothing is due. What you miss in puzzles, predictions and games comes back here.".to_owned()
            }
        }
    }
}
