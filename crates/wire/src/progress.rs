//! A learner's progress: the object of `numberline progress --json`.

use numberline_learn::{GameProgress, IdeaProgress, LearnerProgress};
use numberline_table::with_margin;
use serde::Serialize;
use utoipa::ToSchema;

/// What a learner can do.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LearnerProgressJson {
    /// Each game.
    pub games: Vec<GameProgressJson>,
    /// How many drills are due.
    pub due: usize,
    /// What to do next, as a command without the program's name.
    pub next: String,
    /// The same in words, with the reason, as the end of a sentence.
    pub because: String,
}

/// What a learner can do in a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameProgressJson {
    /// The slug of the game.
    pub game: &'static str,
    /// The names of the lessons that were finished.
    pub lessons: Vec<String>,
    /// How many lessons there are.
    pub of_lessons: usize,
    /// The rating by puzzles; none before the first.
    pub rating: Option<u16>,
    /// The rating with how far off it can be, in words: `1480 ± 240`.
    pub rating_text: Option<String>,
    /// How uncertain the rating is: with 95 % probability the true one is within twice as much.
    pub deviation: Option<u16>,
    /// Puzzles that were tried.
    pub puzzles: usize,
    /// Those solved at once.
    pub solved: usize,
    /// Puzzles solved at once in a row, up to now.
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
    pub ideas: Vec<IdeaProgressJson>,
}

/// How well an idea is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct IdeaProgressJson {
    /// The idea.
    pub idea: String,
    /// What it means, in a few words.
    pub meaning: String,
    /// How often it was asked.
    pub tried: usize,
    /// How often the answer was right at once.
    pub right: usize,
    /// Whether the last answers were all right at once.
    pub mastered: bool,
}

impl LearnerProgressJson {
    /// A learner's progress.
    #[must_use]
    pub fn new(progress: &LearnerProgress) -> Self {
        Self {
            games: progress.games.iter().map(GameProgressJson::new).collect(),
            due: progress.due,
            next: progress.next.clone(),
            because: progress.because.clone(),
        }
    }
}

impl GameProgressJson {
    fn new(game: &GameProgress) -> Self {
        let rated = game.puzzles > 0;
        let idea = |idea: &IdeaProgress| IdeaProgressJson {
            idea: idea.idea.clone(),
            meaning: idea.meaning().to_owned(),
            tried: idea.tried,
            right: idea.right,
            mastered: idea.mastered,
        };
        Self {
            game: game.game,
            lessons: game.lessons.clone(),
            of_lessons: game.of_lessons,
            rating: rated.then_some(game.rating),
            rating_text: rated.then(|| with_margin(game.rating, game.deviation)),
            deviation: rated.then_some(game.deviation),
            puzzles: game.puzzles,
            solved: game.solved,
            streak: game.streak,
            best_streak: game.best_streak,
            predictions: game.predictions,
            prediction_score: game.prediction_score,
            prediction_curve: game.prediction_curve.clone(),
            curve: game.curve.clone(),
            ideas: game.ideas.iter().map(idea).collect(),
        }
    }
}
