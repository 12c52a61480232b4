//! A lesson: steps of text, each with a position and a task where it has one. Read from a text file, checked by a test.

mod check;
mod read;

pub use read::LessonError;

use numberline_table::AnyGame;

use crate::{LessonClaim, Setup, Task};

/// A lesson of a game's course.
#[derive(Clone)]
pub struct Lesson {
    /// The game it is about.
    pub game: &'static dyn AnyGame,
    /// Its place in the course; 0 is the tutorial.
    pub number: u32,
    /// The name that commands take.
    pub name: String,
    /// The title that people see.
    pub title: String,
    /// The idea that it teaches, under which what is learned of it is filed.
    pub idea: String,
    /// The player whose belief it refutes.
    pub rival: Option<Rival>,
    /// Whether its replies do without nimbers, because the learner does not know them yet.
    pub without_nimbers: bool,
    /// The steps, at least one.
    pub steps: Vec<LessonStep>,
    /// The file it comes from, for messages.
    file: String,
}

/// The player whose belief a lesson refutes, and the variant to meet it in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rival {
    /// The player's name, as `--p2` takes it.
    pub player: String,
    /// What differs from the book's variant, as `--set` takes it.
    pub set: Vec<String>,
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// Its heading.
    pub heading: String,
    /// Its paragraphs.
    pub text: Vec<Paragraph>,
    /// The position it shows.
    pub setup: Option<Setup>,
    /// What the learner is to do.
    pub task: Option<Task>,
    /// The question, where it is not the usual one of its task.
    pub ask: Option<String>,
    /// Hints, one after the other, before the computed ones.
    pub hints: Vec<Paragraph>,
    /// What to say to a right answer.
    pub right: Option<Paragraph>,
    /// What to say to wrong answers.
    pub wrong: Vec<Response>,
    /// The line of the file where it begins.
    line: usize,
}

/// What to say to one kind of wrong answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// An answer, the name of a player who would give it, or `*` for any other.
    pub to: String,
    /// What to say.
    pub text: Paragraph,
}

/// A paragraph of text with the claims in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paragraph {
    parts: Vec<Part>,
    line: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    Claim(LessonClaim),
}

impl Paragraph {
    /// The text that the reader sees.
    #[must_use]
    pub fn shown(&self) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Claim(claim) => claim.shown.clone(),
        };
        self.parts.iter().map(part).collect()
    }

    fn claims(&self) -> impl Iterator<Item = &LessonClaim> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(_) => None,
            Part::Claim(claim) => Some(claim),
        })
    }
}

impl Lesson {
    /// Whether it is the tutorial of its game.
    #[must_use]
    pub fn is_tutorial(&self) -> bool {
        self.number == 0
    }
}

impl std::fmt::Debug for Lesson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Lesson").field(&self.file).finish()
    }
}
