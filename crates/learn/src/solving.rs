//! A puzzle being solved: until the answer is found, shown, or passed over.

use std::sync::Arc;

use numberline_table::{AnyMatch, OracleCache, Progress, SolveError, changed_settings};

use crate::teacher::answer_with_reason;
use crate::{AnswerError, Attempt, AttemptKind, Belief, Puzzle, Question, Reply, Teacher};

/// A puzzle being solved.
pub struct Solving {
    puzzle: Puzzle,
    kind: AttemptKind,
    cache: Arc<OracleCache>,
    ask: String,
    wrong: u32,
    hints: u32,
    end: End,
    kept: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    Solved,
    Passed,
}

impl Solving {
    /// Begins; `None` if the puzzle cannot be set up.
    #[must_use]
    pub fn new(puzzle: Puzzle, kind: AttemptKind, cache: &Arc<OracleCache>) -> Option<Self> {
        let ask = puzzle.question(cache)?.text();
        let cache = Arc::clone(cache);
        Some(Self { puzzle, kind, cache, ask, wrong: 0, hints: 0, end: End::Open, kept: false })
    }

    /// Continues after this many wrong tries and hints: for surfaces that keep nothing themselves.
    #[must_use]
    pub fn tried(self, wrong: u32, hints: u32) -> Self {
        Self { wrong, hints, ..self }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Whether the answer was found, at whichever try.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.end == End::Solved
    }

    /// Whether it was found on the first try without a hint.
    #[must_use]
    pub fn at_once(&self) -> bool {
        self.is_solved() && self.wrong == 0 && self.hints == 0
    }

    /// The tries so far, the right one included.
    #[must_use]
    pub fn tries(&self) -> u32 {
        self.wrong + u32::from(self.is_solved())
    }

    /// The hints so far.
    #[must_use]
    pub fn hints(&self) -> u32 {
        self.hints
    }
}

impl Teacher for Solving {
    fn board(&self) -> Option<Box<dyn AnyMatch>> {
        self.puzzle.game.start_at(&self.puzzle.settings, &self.puzzle.position).ok()
    }

    fn question(&self) -> Option<Question> {
        self.puzzle.question(&self.cache).filter(|_| self.end == End::Open)
    }

    fn ask(&self) -> Option<String> {
        (self.end == End::Open).then(|| self.ask.clone())
    }

    fn attempt(&mut self, text: &str, progress: &dyn Progress) -> Result<Reply, AnswerError> {
        let question = self.puzzle.question(&self.cache).ok_or(SolveError::Unknown)?;
        let judgement = question.judge(text, progress)?;
        let mut said = vec![judgement.said.clone()];
        if judgement.right {
            self.end = End::Solved;
            said.push(self.puzzle.theme_sentence());
        } else {
            self.wrong = self.wrong.saturating_add(1);
            said.extend(judgement.beliefs.first().map(Belief::sentence));
        }
        let right = judgement.right;
        let (punished, played) = (judgement.punished, judgement.played);
        Ok(Reply { right, said, done: right, punished, played, score: judgement.score })
    }

    fn hint(&mut self, progress: &dyn Progress) -> Result<String, SolveError> {
        let question = self.puzzle.question(&self.cache).ok_or(SolveError::Unknown)?;
        let hint = question.hint(self.hints as usize, progress)?;
        self.hints = self.hints.saturating_add(1);
        Ok(hint)
    }

    fn show(&mut self, progress: &dyn Progress) -> Result<String, SolveError> {
        let question = self.puzzle.question(&self.cache).ok_or(SolveError::Unknown)?;
        let shown = answer_with_reason(&question, progress)?;
        self.skip();
        Ok(shown)
    }

    fn skip(&mut self) {
        if self.end == End::Open {
            self.end = End::Passed;
        }
    }

    /// A puzzle that is left without a try says nothing about the learner.
    fn leave(&mut self) {
        if self.wrong > 0 {
            self.skip();
        }
    }

    fn learned(&mut self, day: i64) -> Vec<Attempt> {
        // Until it is done the tries add up.
        if self.end == End::Open || std::mem::replace(&mut self.kept, true) {
            return Vec::new();
        }
        vec![Attempt {
            day,
            kind: self.kind,
            game: self.puzzle.game.info().slug.to_owned(),
            idea: self.puzzle.theme.name().to_owned(),
            subject: self.puzzle.id.clone(),
            score: Attempt::score_of(self.is_solved(), self.wrong, self.hints),
            grade: self.puzzle.grade,
        }]
    }
}

impl Puzzle {
    /// `Number Siege (a line of 0 to 24), grade 1340`, and `You are Player 1.`
    #[must_use]
    pub fn about(&self) -> [String; 2] {
        let title = self.game.info().title;
        let variant = changed_settings(&self.settings).map_or(String::new(), |words| format!(" ({words})"));
        [format!("{title}{variant}, grade {}", self.grade), format!("You are Player {}.", self.seat)]
    }

    /// `Theme: split, split a run in two.`
    #[must_use]
    pub fn theme_sentence(&self) -> String {
        format!("Theme: {}, {}.", self.theme.name(), self.theme.help())
    }
}
