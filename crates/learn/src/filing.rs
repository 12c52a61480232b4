//! The learner's own mistakes in finished games, filed under the reason that decided the position.

use std::sync::Arc;

use numberline_rules::Seat;
use numberline_table::{Adviser, OracleCache, Progress, Record, Review, ReviewError};

use crate::{Attempt, AttemptKind, PuzzleTheme};

impl Attempt {
    /// What a finished game, kept under this number, says about the people who played it here: each reason that one of them
    /// missed, once. Without any there is still one entry, so that the game is known to have been looked at.
    pub fn of_game(
        number: i64,
        record: &Record,
        cache: &Arc<OracleCache>,
        day: i64,
        progress: &dyn Progress,
    ) -> Result<Vec<Self>, ReviewError> {
        let review = Review::of(record, cache, progress)?;
        let adviser = Adviser::new(record.game(), cache);
        let mut missed: Vec<PuzzleTheme> = Vec::new();
        for (ply, seat, _) in review.mistakes().filter(|(_, seat, _)| is_person(record, *seat)) {
            let at = record.resumed_at(ply)?;
            let known = adviser.analyse(&*at, progress).ok();
            missed.extend(known.and_then(|known| PuzzleTheme::of(&known, seat)));
        }
        missed.sort_unstable();
        missed.dedup();
        let slug = record.game().info().slug;
        let attempt = |theme: PuzzleTheme| Self {
            idea: theme.name().to_owned(),
            score: 0.0,
            ..Self::looked_at(number, slug, day)
        };
        if missed.is_empty() {
            return Ok(vec![Self::looked_at(number, slug, day)]);
        }
        Ok(missed.into_iter().map(attempt).collect())
    }

    /// A finished game in which nothing was missed, or which cannot be judged.
    #[must_use]
    pub fn looked_at(number: i64, slug: &str, day: i64) -> Self {
        let kind = AttemptKind::Game;
        Self {
            day,
            kind,
            game: slug.to_owned(),
            idea: String::new(),
            subject: number.to_string(),
            score: 1.0,
            grade: 0,
        }
    }

    /// The number of the last game that was looked at.
    #[must_use]
    pub fn last_game(attempts: &[Self]) -> i64 {
        let games = attempts.iter().filter(|attempt| attempt.kind == AttemptKind::Game);
        games.filter_map(|attempt| attempt.subject.parse().ok()).max().unwrap_or(0)
    }
}

fn is_person(record: &Record, seat: Seat) -> bool {
    seat.of(&record.tags.computers).is_none()
}
