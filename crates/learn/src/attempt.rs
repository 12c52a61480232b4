//! One answered question. Everything that is said about a learner's progress follows from the list of these.

/// What kind of question it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttemptKind {
    /// A lesson that was finished.
    Lesson,
    /// A puzzle.
    Puzzle,
    /// The puzzle of a day.
    Daily,
    /// A fresh position with a reason that was missed before.
    Drill,
    /// A value that was predicted before it was shown.
    Prediction,
}

impl AttemptKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Lesson, Self::Puzzle, Self::Daily, Self::Drill, Self::Prediction];

    /// The word under which it is stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lesson => "lesson",
            Self::Puzzle => "puzzle",
            Self::Daily => "daily",
            Self::Drill => "drill",
            Self::Prediction => "prediction",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One answered question.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// The day, counted from 1 January 1970.
    pub day: i64,
    /// What kind of question it was.
    pub kind: AttemptKind,
    /// The slug of the game.
    pub game: String,
    /// The idea or theme that decides it.
    pub idea: String,
    /// The lesson or puzzle.
    pub subject: String,
    /// From 0, wrong, to 1, right at once.
    pub score: f64,
    /// The grade of a puzzle; 0 for other questions.
    pub grade: u16,
}

impl Attempt {
    /// What a solution is worth: a right answer after hints or wrong tries counts less, and one that was shown nothing.
    #[must_use]
    pub fn score_of(solved: bool, wrong_tries: u32, hints: u32) -> f64 {
        match (solved, wrong_tries, hints) {
            (false, ..) => 0.0,
            (true, 0, 0) => 1.0,
            (true, ..) => 0.5,
        }
    }
}
