//! Takes a learner through a lesson: shows a step, judges what is tried, gives hints, and goes on.

use std::sync::Arc;

use numberline_rules::{Seat, Turn};
use numberline_table::{AnyMatch, OracleCache, Progress, SolveError};

use crate::question::Words;
use crate::teacher::answer_with_reason;
use crate::{
    AnswerError, Attempt, AttemptKind, Belief, Judgement, Lesson, LessonStep, Question, Reply, Task, Teacher,
};

/// A learner's place in a lesson.
pub struct Tutor {
    lesson: Arc<Lesson>,
    cache: Arc<OracleCache>,
    at: usize,
    /// What was played at this step, where the task is to play on.
    turns: Vec<String>,
    tries: u32,
    hints: u32,
    /// What is to be kept of the answers.
    learned: Vec<Attempt>,
    /// Whether the lesson was kept as finished.
    finished: bool,
}

impl Tutor {
    /// Begins a lesson.
    #[must_use]
    pub fn new(lesson: Arc<Lesson>, cache: &Arc<OracleCache>) -> Self {
        Self {
            lesson,
            cache: Arc::clone(cache),
            at: 0,
            turns: Vec::new(),
            tries: 0,
            hints: 0,
            learned: Vec::new(),
            finished: false,
        }
    }

    /// Continues at a step, after what was played there: for surfaces that keep nothing themselves.
    #[must_use]
    pub fn resume(lesson: Arc<Lesson>, cache: &Arc<OracleCache>, step: usize, turns: Vec<String>) -> Self {
        Self { at: step.min(lesson.steps.len()), turns, ..Self::new(lesson, cache) }
    }

    /// The same after this many wrong tries and hints.
    #[must_use]
    pub fn tried(self, tries: u32, hints: u32) -> Self {
        Self { tries, hints, ..self }
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// The number of the current step, counted from 0.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The current step; none once the lesson is done.
    #[must_use]
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.at)
    }

    /// Wrong tries at the current step.
    #[must_use]
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// Hints taken at the current position.
    #[must_use]
    pub fn hints(&self) -> u32 {
        self.hints
    }

    /// Goes to the next step; false once the lesson is done.
    pub fn advance(&mut self) -> bool {
        self.at = (self.at + 1).min(self.lesson.steps.len());
        self.turns.clear();
        (self.tries, self.hints) = (0, 0);
        self.step().is_some()
    }

    /// The belief behind a wrong move: the one that the lesson is about, or else any. A first game names none.
    fn belief(&self, judgement: &Judgement) -> Option<String> {
        let rival = |belief: &&Belief| {
            self.lesson.rival.as_ref().is_some_and(|rival| rival.player == belief.named.name)
        };
        let beliefs = || judgement.beliefs.iter().filter(|_| !self.lesson.is_tutorial());
        beliefs().find(rival).or_else(|| beliefs().next()).map(Belief::sentence)
    }
}

impl Teacher for Tutor {
    fn board(&self) -> Option<Box<dyn AnyMatch>> {
        let mut at = self.step()?.setup.as_ref()?.begin(self.lesson.game).ok()?;
        for turn in &self.turns {
            at.play_turn(turn).ok()?;
        }
        Some(at)
    }

    /// None where there is nothing to do but read.
    fn question(&self) -> Option<Question> {
        let task = self.step()?.task?;
        let words = if self.lesson.without_nimbers { Words::WithoutNimbers } else { Words::All };
        Some(Question::new(self.lesson.game, self.board()?, task, &self.cache).in_words(words))
    }

    fn ask(&self) -> Option<String> {
        let question = self.question()?;
        Some(self.step()?.ask.as_ref().map_or_else(|| question.text(), |ask| question.asked(ask)))
    }

    /// Judges an answer to the current step. What cannot be read does not count as a try.
    fn attempt(&mut self, text: &str, progress: &dyn Progress) -> Result<Reply, AnswerError> {
        let nothing = || AnswerError::Unreadable("There is nothing to answer here.".to_owned());
        let question = self.question().ok_or_else(nothing)?;
        let step = self.step().ok_or_else(nothing)?;
        let judgement = question.judge(text, progress)?;
        let mut said: Vec<String> = respond(step, &judgement).into_iter().collect();
        said.push(judgement.said.clone());
        said.extend(self.belief(&judgement));
        let task = question.task();
        // A value that is asked before it is told is a prediction, and the first answer counts.
        if task.predicts() && self.tries == 0 && self.hints == 0 {
            let theme = question.theme(progress)?;
            let (game, score) = (self.lesson.game, judgement.score);
            self.learned.push(Attempt::prediction(game, question.at(), task, theme, score, 0));
        }
        let (mut right, mut done) = (judgement.right, judgement.right);
        if judgement.right {
            if let Task::Play(limit) = task {
                let mut at = question.at().copy();
                for turn in &judgement.played {
                    at.play_turn(turn).map_err(|_| SolveError::Unknown)?;
                }
                let seat = question.seat();
                let own = self.turns.len() + judgement.played.len();
                done = match at.turn() {
                    Turn::Over { winner } if winner != seat => {
                        (right, said) =
                            (false, vec!["That did not work out this time. Try again.".to_owned()]);
                        // Back at the step's position, its own hints are the first again.
                        if !self.turns.is_empty() {
                            self.turns.clear();
                            self.hints = 0;
                        }
                        false
                    }
                    Turn::Over { .. } => true,
                    Turn::Of(_) | Turn::Both => limit.is_some_and(|limit| own.div_ceil(2) >= limit as usize),
                };
                if right {
                    self.turns.extend(judgement.played.iter().cloned());
                    // The next position has hints of its own.
                    self.hints = 0;
                    said = spoken(&judgement, seat, done);
                }
            }
        } else {
            self.tries = self.tries.saturating_add(1);
        }
        if done && let Some(right) = self.step().and_then(|step| step.right.as_ref()) {
            said.push(right.shown());
        }
        let Judgement { punished, played, score, .. } = judgement;
        Ok(Reply { right, said, done, punished, played, score })
    }

    /// The next hint: the lesson's own first, then computed ones, of which the last is the answer.
    fn hint(&mut self, progress: &dyn Progress) -> Result<String, SolveError> {
        let step = self.step().ok_or(SolveError::Unknown)?;
        // The lesson's own hints are about the step's position, and not about what was played from there.
        let own = if self.turns.is_empty() { step.hints.as_slice() } else { &[] };
        let given = self.hints as usize;
        let hint = match own.get(given) {
            Some(own) => own.shown(),
            None => {
                let question = self.question().ok_or(SolveError::Unknown)?;
                question.hint(given - own.len(), progress)?
            }
        };
        self.hints = self.hints.saturating_add(1);
        Ok(hint)
    }

    fn show(&mut self, progress: &dyn Progress) -> Result<String, SolveError> {
        let question = self.question().ok_or(SolveError::Unknown)?;
        self.hints = self.hints.saturating_add(1);
        answer_with_reason(&question, progress)
    }

    fn skip(&mut self) {}

    fn learned(&mut self, day: i64) -> Vec<Attempt> {
        let mut learned = std::mem::take(&mut self.learned);
        learned.iter_mut().for_each(|attempt| attempt.day = day);
        if self.step().is_none() && !std::mem::replace(&mut self.finished, true) {
            learned.push(Attempt {
                day,
                kind: AttemptKind::Lesson,
                game: self.lesson.game.info().slug.to_owned(),
                idea: self.lesson.idea.clone(),
                subject: self.lesson.name.clone(),
                score: 1.0,
                grade: 0,
            });
        }
        learned
    }
}

/// What the lesson says to a wrong answer.
fn respond(step: &LessonStep, judgement: &Judgement) -> Option<String> {
    if judgement.right {
        return None;
    }
    let believed = |name: &str| judgement.beliefs.iter().any(|belief| belief.named.name == name);
    let exact = step.wrong.iter().find(|response| response.to == judgement.answer || believed(&response.to));
    let any = || step.wrong.iter().find(|response| response.to == "*");
    exact.or_else(any).map(|response| response.text.shown())
}

/// What was played on the board.
fn spoken(judgement: &Judgement, seat: Seat, done: bool) -> Vec<String> {
    let mut said = vec![judgement.said.clone()];
    let reply = match judgement.played.as_slice() {
        [_, reply, ..] => Some(format!("The opponent replies {reply}.")),
        [turn] => turn.split_once('/').map(|(one, two)| {
            let card = if seat == Seat::One { two } else { one };
            format!("The opponent plays {card}.")
        }),
        [] => None,
    };
    if let Some(reply) = reply {
        said.push(reply);
    }
    if done {
        said.push("Well done.".to_owned());
    }
    said
}
