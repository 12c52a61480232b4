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
    /// A finished game that was looked at for mistakes.
    Game,
    /// The tutorial of a game was offered.
    Offer,
}

impl AttemptKind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Lesson, Self::Puzzle, Self::Daily, Self::Drill, Self::Prediction, Self::Game, Self::Offer];

    /// The word under which it is stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lesson => "lesson",
            Self::Puzzle => "puzzle",
            Self::Daily => "daily",
            Self::Drill => "drill",
            Self::Prediction => "prediction",
            Self::Game => "game",
            Self::Offer => "offer",
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
    /// What is said where answers cannot be kept, with the reason.
    #[must_use]
    pub fn not_kept(reason: &str) -> String {
        format!("Your progress is not kept: {reason}")
    }

    /// Whether the answer was right at once. A chance need not be exact.
    #[must_use]
    pub fn is_right(&self) -> bool {
        /// That of a chance which is 5 percentage points off.
        const CLOSE: f64 = 1.0 - 0.05 * 0.05;
        self.score >= CLOSE - f64::EPSILON
    }

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
