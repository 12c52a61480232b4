//! What a learner can do, from the list of answered questions.

use numberline_table::{catalog, find};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::{Attempt, AttemptKind, Course, Drill, PuzzleTheme};

/// The deviation of a puzzle's grade: it is measured, not guessed.
const GRADE_DEVIATION: f64 = 60.0;
/// An idea is mastered once the last so many answers were right at once.
const MASTERY: usize = 3;
/// Predictions improve, so the curve shows the mean of the last so many.
const RECENT: usize = 10;

/// What a learner can do.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnerProgress {
    /// Each game, in the order of the catalog.
    pub games: Vec<GameProgress>,
    /// How many reasons are due for a drill.
    pub due: usize,
    /// What to do next: a command without the program's name.
    pub next: String,
    /// The same in words, with the reason, as the end of a sentence.
    pub because: String,
}

/// What a learner can do in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameProgress {
    /// The slug of the game.
    pub game: &'static str,
    /// Lessons that were finished, by name.
    pub lessons: Vec<String>,
    /// How many lessons there are.
    pub of_lessons: usize,
    /// The rating by puzzles, with its deviation; the usual start before the first.
    pub rating: u16,
    /// How uncertain the rating is.
    pub deviation: u16,
    /// Puzzles that were tried.
    pub puzzles: usize,
    /// Those solved at once.
    pub solved: usize,
    /// Puzzles solved at once without a mistake in between, up to now.
    pub streak: usize,
    /// The longest such row.
    pub best_streak: usize,
    /// How many values were predicted.
    pub predictions: usize,
    /// Their mean score, from 0 to 1.
    pub prediction_score: Option<f64>,
    /// Their mean score after each, over the last ten.
    pub prediction_curve: Vec<f64>,
    /// The rating after each puzzle.
    pub curve: Vec<u16>,
    /// Each idea that was met.
    pub ideas: Vec<IdeaProgress>,
}

/// How well an idea is known.
#[derive(Clone, PartialEq, Debug)]
pub struct IdeaProgress {
    /// The idea.
    pub idea: String,
    /// How often it was asked.
    pub tried: usize,
    /// How often the answer was right at once.
    pub right: usize,
    /// Whether the last answers were all right at once.
    pub mastered: bool,
}

impl IdeaProgress {
    /// What the idea means, in a few words.
    #[must_use]
    pub fn meaning(&self) -> &str {
        PuzzleTheme::find(&self.idea).map_or(self.idea.as_str(), |theme| theme.help())
    }
}

impl LearnerProgress {
    /// What follows from the answered questions, the oldest first.
    #[must_use]
    pub fn of(attempts: &[Attempt], today: i64) -> Self {
        let games: Vec<GameProgress> =
            catalog().into_iter().map(|game| GameProgress::of(game.info().slug, attempts)).collect();
        let due = Drill::due(attempts, today).len();
        let (next, because) = suggestion(&games, due);
        Self { games, due, next, because }
    }

    /// Which grades suit the learner, in a game or on the average of all: the rating, less its uncertainty, so that a newcomer
    /// begins with easier puzzles.
    #[must_use]
    pub fn level(&self, game: Option<&str>) -> u16 {
        let own = || self.games.iter().filter(|progress| game.is_none_or(|game| progress.game == game));
        let sum: u32 = own().map(|game| u32::from(game.rating.saturating_sub(game.deviation))).sum();
        u16::try_from(sum / own().count().max(1) as u32).unwrap_or(u16::MAX)
    }
}

impl GameProgress {
    fn of(slug: &'static str, attempts: &[Attempt]) -> Self {
        let own: Vec<&Attempt> = attempts.iter().filter(|attempt| attempt.game == slug).collect();
        let mut lessons: Vec<String> = Vec::new();
        let mut rating = Glicko2Rating::new();
        let mut progress = Self {
            game: slug,
            lessons: Vec::new(),
            of_lessons: Course::of(slug).lessons.len(),
            rating: 0,
            deviation: 0,
            puzzles: 0,
            solved: 0,
            streak: 0,
            best_streak: 0,
            predictions: 0,
            prediction_score: None,
            prediction_curve: Vec::new(),
            curve: Vec::new(),
            ideas: Vec::new(),
        };
        let mut predicted: Vec<f64> = Vec::new();
        for attempt in &own {
            match attempt.kind {
                AttemptKind::Lesson => {
                    if !lessons.contains(&attempt.subject) {
                        lessons.push(attempt.subject.clone());
                    }
                }
                AttemptKind::Prediction => {
                    predicted.push(attempt.score);
                    let last = predicted.get(predicted.len().saturating_sub(RECENT)..).unwrap_or_default();
                    progress.prediction_curve.extend(mean(last));
                }
                AttemptKind::Game | AttemptKind::Offer => {}
                AttemptKind::Puzzle | AttemptKind::Daily | AttemptKind::Drill => {
                    let at_once = attempt.score >= 1.0;
                    progress.puzzles += 1;
                    progress.solved += usize::from(at_once);
                    progress.streak = if at_once { progress.streak + 1 } else { 0 };
                    progress.best_streak = progress.best_streak.max(progress.streak);
                    rating = rated(&rating, attempt);
                    progress.curve.push(rating.rating.round() as u16);
                }
            }
        }
        progress.predictions = predicted.len();
        progress.prediction_score = mean(&predicted);
        progress.rating = rating.rating.round() as u16;
        progress.deviation = rating.deviation.round() as u16;
        progress.lessons = lessons;
        progress.ideas = ideas(&own);
        progress
    }
}

fn mean(scores: &[f64]) -> Option<f64> {
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

fn rated(rating: &Glicko2Rating, attempt: &Attempt) -> Glicko2Rating {
    let puzzle =
        Glicko2Rating { rating: attempt.grade.into(), deviation: GRADE_DEVIATION, ..Glicko2Rating::new() };
    let outcome = match attempt.score {
        score if score >= 1.0 => Outcomes::WIN,
        score if score > 0.0 => Outcomes::DRAW,
        _ => Outcomes::LOSS,
    };
    glicko2(rating, &puzzle, &outcome, &Glicko2Config::new()).0
}

fn ideas(own: &[&Attempt]) -> Vec<IdeaProgress> {
    let asked = |attempt: &&&Attempt| {
        PuzzleTheme::find(&attempt.idea).is_some() && attempt.kind != AttemptKind::Lesson
    };
    let mut names: Vec<&str> = own.iter().filter(asked).map(|attempt| attempt.idea.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let progress = |idea: &str| {
        let answers: Vec<bool> = own
            .iter()
            .filter(asked)
            .filter(|attempt| attempt.idea == idea)
            .map(|attempt| attempt.is_right())
            .collect();
        let last = answers.iter().rev().take(MASTERY);
        let mastered = answers.len() >= MASTERY && last.into_iter().all(|right| *right);
        let right = answers.iter().filter(|right| **right).count();
        IdeaProgress { idea: idea.to_owned(), tried: answers.len(), right, mastered }
    };
    names.into_iter().map(progress).collect()
}

fn title(slug: &'static str) -> &'static str {
    find(slug).map_or(slug, |game| game.info().title)
}

fn lesson_of(game: &'static str, lesson: &str) -> String {
    format!("the lesson \"{lesson}\" in {}", title(game))
}

/// What to do next, and why.
fn suggestion(games: &[GameProgress], due: usize) -> (String, String) {
    if due > 0 {
        return ("drill".to_owned(), "a drill, because something that you missed is due".to_owned());
    }
    // A course that was begun comes before one that was not.
    let begun = games.iter().filter(|game| !game.lessons.is_empty());
    let open = begun.chain(games).find_map(|game| {
        let course = Course::of(game.game);
        let lesson = course.lessons.iter().find(|lesson| !game.lessons.contains(&lesson.name))?;
        Some((format!("learn {} {}", game.game, lesson.name), lesson_of(game.game, &lesson.title)))
    });
    open.unwrap_or_else(|| {
        let weakest = games.iter().min_by_key(|game| game.rating).map_or("duel", |game| game.game);
        (format!("puzzle {weakest}"), format!("puzzles in {}, where your rating is lowest", title(weakest)))
    })
}
