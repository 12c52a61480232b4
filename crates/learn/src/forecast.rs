//! Prediction before reveal: what is about to be shown about a position is asked first. Each question has one try. What is
//! exact is right or wrong, and a chance is scored by how close it is.

use std::collections::VecDeque;
use std::sync::Arc;

use numberline_rules::Turn;
use numberline_table::{Adviser, AnyGame, AnyMatch, OracleCache, Outcome, Progress, SolveError};

use crate::teacher::answer_with_reason;
use crate::{AnswerError, Attempt, AttemptKind, PuzzleTheme, Question, Reply, Task, Teacher};

/// The questions about a position, one after the other.
pub struct Forecast {
    game: &'static dyn AnyGame,
    at: Box<dyn AnyMatch>,
    cache: Arc<OracleCache>,
    tasks: VecDeque<Task>,
    theme: Option<PuzzleTheme>,
    answered: Vec<(Task, f64)>,
    learned: usize,
}

impl Forecast {
    /// Everything that can be predicted here: who wins, in how many turns, the nimber; where both act, the chance. `None` where
    /// there is nothing to predict.
    pub fn new(
        game: &'static dyn AnyGame,
        at: &dyn AnyMatch,
        cache: &Arc<OracleCache>,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, SolveError> {
        let known = Adviser::new(game, cache).analyse(at, progress)?;
        let (mut tasks, seat) = match (known.turn, known.verdict) {
            (Turn::Over { .. }, _) | (Turn::Of(_), None) => return Ok(None),
            (Turn::Both, _) if known.chance.is_none() => return Ok(None),
            (Turn::Both, _) => (VecDeque::from([Task::Chance]), numberline_rules::Seat::One),
            (Turn::Of(seat), Some(verdict)) => {
                let ends = verdict.outcome != Outcome::Draw && verdict.remoteness.is_some();
                let plies = ends.then_some(Task::Plies);
                (VecDeque::from_iter([Task::Value].into_iter().chain(plies)), seat)
            }
        };
        tasks.extend(known.nimber.map(|_| Task::Nimber));
        Ok(Some(Self {
            game,
            at: at.copy(),
            cache: Arc::clone(cache),
            tasks,
            theme: PuzzleTheme::of(&known, seat),
            answered: Vec::new(),
            learned: 0,
        }))
    }

    /// Only the first question: who wins, or with which chance.
    #[must_use]
    pub fn short(mut self) -> Self {
        self.tasks.truncate(1);
        self
    }

    /// Only the last question: in a position that is known to be won, the number behind it.
    #[must_use]
    pub(crate) fn last(mut self) -> Self {
        self.tasks.drain(..self.tasks.len().saturating_sub(1));
        self
    }

    /// Whether every question was asked.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.tasks.is_empty()
    }

    /// How the predictions went: `Predicted: 2 of 3.` `None` if there were none.
    #[must_use]
    pub fn sentence(scores: &[f64]) -> Option<String> {
        let sum: f64 = scores.iter().sum();
        (!scores.is_empty()).then(|| {
            let mean = 100.0 * sum / scores.len() as f64;
            format!(
                "Your predictions: {mean:.0} % of {}.",
                numberline_table::counted(scores.len() as u64, "question")
            )
        })
    }

    /// What each answer so far was worth.
    #[must_use]
    pub fn scores(&self) -> Vec<f64> {
        self.answered.iter().map(|(_, score)| *score).collect()
    }
}

impl Teacher for Forecast {
    fn board(&self) -> Option<Box<dyn AnyMatch>> {
        Some(self.at.copy())
    }

    fn question(&self) -> Option<Question> {
        let task = *self.tasks.front()?;
        Some(Question::new(self.game, self.at.copy(), task, &self.cache))
    }

    fn ask(&self) -> Option<String> {
        let (task, question) = (self.tasks.front()?, self.question()?);
        Some(question.asked(&task.question(&*self.at, None)))
    }

    /// One try: the answer is given with the reply.
    fn attempt(&mut self, text: &str, progress: &dyn Progress) -> Result<Reply, AnswerError> {
        let nothing = || AnswerError::Unreadable("There is nothing to predict here.".to_owned());
        let (question, task) =
            (self.question().ok_or_else(nothing)?, *self.tasks.front().ok_or_else(nothing)?);
        let judgement = question.judge(text, progress)?;
        self.tasks.pop_front();
        let mut said = Vec::new();
        if task == Task::Chance {
            said.push(judgement.said);
            if !judgement.right {
                said.push(question.why(progress)?);
            }
        } else {
            let truth = question.answers_in_words(progress)?;
            let not = if judgement.right { "Right".to_owned() } else { format!("Not {}", judgement.answer) };
            said.push(format!("{not}: the answer is {truth}."));
            // The reason may name a number that is still to be asked for.
            if self.tasks.is_empty() {
                said.push(question.why(progress)?);
            }
        }
        self.answered.push((task, judgement.score));
        let (right, score) = (judgement.right, judgement.score);
        Ok(Reply { right, said, done: true, punished: Vec::new(), played: Vec::new(), score })
    }

    fn hint(&mut self, progress: &dyn Progress) -> Result<String, SolveError> {
        self.show(progress)
    }

    fn show(&mut self, progress: &dyn Progress) -> Result<String, SolveError> {
        let question = self.question().ok_or(SolveError::Unknown)?;
        let shown = answer_with_reason(&question, progress)?;
        self.skip();
        Ok(shown)
    }

    fn skip(&mut self) {
        self.tasks.pop_front();
    }

    fn learned(&mut self, day: i64) -> Vec<Attempt> {
        let fresh = self.answered.get(self.learned..).unwrap_or_default();
        let attempt = |(task, score): &(Task, f64)| {
            Attempt::prediction(self.game, &*self.at, *task, self.theme, *score, day)
        };
        let attempts = fresh.iter().map(attempt).collect();
        self.learned = self.answered.len();
        attempts
    }
}

impl Attempt {
    /// An answered prediction, filed under the reason that decides the position.
    pub(crate) fn prediction(
        game: &dyn AnyGame,
        at: &dyn AnyMatch,
        task: Task,
        theme: Option<PuzzleTheme>,
        score: f64,
        day: i64,
    ) -> Self {
        const LONGEST: usize = 200;
        let subject = format!("{} {} {}", task.word(), at.settings(), at.position());
        Self {
            day,
            kind: AttemptKind::Prediction,
            game: game.info().slug.to_owned(),
            idea: theme.map_or("", PuzzleTheme::name).to_owned(),
            subject: subject.chars().take(LONGEST).collect(),
            score,
            grade: 0,
        }
    }
}
