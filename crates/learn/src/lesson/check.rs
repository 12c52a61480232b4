//! Holds a lesson against the solver, so that none can become false.

use std::sync::Arc;

use numberline_table::{Known, Named, OracleCache, Player, seat_against_computer};

use crate::lesson::{LessonError, Response};
use crate::{Lesson, LessonStep, Paragraph, Query, Question, Task};

impl Lesson {
    /// Checks every claim, task, hint and answer of the lesson by the solver: everything that is wrong.
    #[must_use]
    pub fn check(&self, cache: &Arc<OracleCache>) -> Vec<LessonError> {
        let mut checker = Checker { lesson: self, cache, wrong: Vec::new() };
        checker.note(1, self.check_rival(cache));
        for step in &self.steps {
            checker.check(step);
        }
        checker.wrong
    }

    /// The rival plays this variant, and loses it by its belief.
    fn check_rival(&self, cache: &Arc<OracleCache>) -> Result<(), String> {
        let Some(rival) = &self.rival else { return Ok(()) };
        let slug = self.game.info().slug;
        Player::at(slug, &rival.player).map_err(|error| error.to_string())?;
        let start = rival.start(self.game)?;
        let seat = seat_against_computer(self.game, &*start, cache).other();
        let named = Named::find(&rival.player);
        let rule = named.and_then(|named| named.rule(slug)).ok_or("a rival is a player with a belief")?;
        let beaten = rule.refute(&*start, seat).is_some();
        if beaten { Ok(()) } else { Err(format!("nobody beats {} as Player {seat}", rival.player)) }
    }
}

struct Checker<'a> {
    lesson: &'a Lesson,
    cache: &'a Arc<OracleCache>,
    wrong: Vec<LessonError>,
}

impl Checker<'_> {
    fn note(&mut self, line: usize, checked: Result<(), String>) {
        if let Err(reason) = checked {
            self.wrong.push(LessonError::new(&self.lesson.file, line, reason));
        }
    }

    fn check(&mut self, step: &LessonStep) {
        let question = match self.question(step) {
            Ok(question) => question,
            Err(reason) => return self.note(step.line, Err(reason)),
        };
        let answers = step.wrong.iter().map(|response| &response.text);
        for text in step.text.iter().chain(&step.hints).chain(&step.right).chain(answers) {
            self.check_claims(step, text, question.as_ref());
        }
        let Some(question) = question else { return };
        self.note(step.line, is_a_task(&question));
        for text in &step.text {
            self.note(text.line, keeps_quiet(&question, text, step));
        }
        for hint in &step.hints {
            self.note(hint.line, leads_somewhere(hint));
        }
        for response in &step.wrong {
            self.note(response.text.line, is_for_a_wrong_answer(&question, response));
        }
    }

    /// The question of a step that has one.
    fn question(&self, step: &LessonStep) -> Result<Option<Question>, String> {
        let game = self.lesson.game;
        let at = step.setup.as_ref().map(|setup| setup.begin(game)).transpose()?;
        match (step.task, at) {
            (Some(task), Some(at)) => Ok(Some(Question::new(game, at, task, self.cache))),
            (Some(_), None) => Err("a task needs a @position".to_owned()),
            (None, _) if !step.hints.is_empty() || step.right.is_some() || !step.wrong.is_empty() => {
                Err("hints and answers need a @task".to_owned())
            }
            (None, _) => Ok(None),
        }
    }

    fn check_claims(&mut self, step: &LessonStep, text: &Paragraph, question: Option<&Question>) {
        for claim in text.claims() {
            let checked = match (&claim.query, question) {
                (Query::Answer(answer), Some(question)) => is_right(question, answer),
                (Query::Answer(_), None) => Err(format!("'{}' answers no @task", claim.shown)),
                _ => claim.check(step.setup.as_ref(), self.lesson.game, self.cache),
            };
            self.note(text.line, checked);
        }
    }
}

/// There is a right answer, and not every answer is right.
fn is_a_task(question: &Question) -> Result<(), String> {
    let answers = question.answers(&()).map_err(|error| error.to_string())?;
    let known = question.analysis(&()).map_err(|error| error.to_string())?;
    let first = answers.first().ok_or("the task has no right answer")?;
    let judged = question.judge(first, &()).map_err(|error| error.to_string())?;
    if !judged.right {
        return Err(format!("the answer '{first}' is judged to be wrong: {}", judged.said));
    }
    let task = question.task();
    let moves = question.at().moves(question.seat(), Known::MOST);
    if matches!(task, Task::Move | Task::Card(_)) && answers.len() >= moves.len() {
        return Err("every move would be a right answer".to_owned());
    }
    if task == Task::Play(None) && known.sure_winner() != Some(question.seat()) {
        return Err("it cannot be won from here; write @task play MOVES".to_owned());
    }
    Ok(())
}

/// What a hint leads to is a right answer; of several right ones, one is enough.
fn is_right(question: &Question, answer: &str) -> Result<(), String> {
    let judged = match question.task() {
        Task::All => question.about(Task::Move).judge(answer, &()),
        _ => question.judge(answer, &()),
    };
    let judged = judged.map_err(|error| format!("the answer '{answer}': {error}"))?;
    if judged.right { Ok(()) } else { Err(format!("the answer '{answer}' is wrong: {}", judged.said)) }
}

/// What is to be predicted is not told before.
fn keeps_quiet(question: &Question, text: &Paragraph, step: &LessonStep) -> Result<(), String> {
    let at = question.at();
    let gives_away = |claim: &&crate::LessonClaim| {
        let setup = claim.setup.as_ref().or(step.setup.as_ref());
        let same = setup
            .and_then(|setup| setup.begin(question.game()).ok())
            .is_some_and(|other| (other.settings(), other.position()) == (at.settings(), at.position()));
        same && claim.query.gives_away(question.task())
    };
    match text.claims().find(gives_away) {
        Some(claim) => Err(format!("'{}' gives away what the task asks; say it in @right", claim.shown)),
        None => Ok(()),
    }
}

/// A hint says what it leads to, so that it can be checked.
fn leads_somewhere(hint: &Paragraph) -> Result<(), String> {
    match hint.claims().next() {
        Some(_) => Ok(()),
        None => {
            Err("a hint has a claim, such as {the words = answer A}, where A is what it leads to".to_owned())
        }
    }
}

fn is_for_a_wrong_answer(question: &Question, response: &Response) -> Result<(), String> {
    let to = &response.to;
    if to == "*" {
        return Ok(());
    }
    let slug = question.at().info().slug;
    let belief = Named::find(to);
    let answer = match belief.and_then(|named| named.rule(slug)) {
        Some(rule) => rule.choose(question.at(), question.seat()).map(|(text, _)| text).unwrap_or_default(),
        None => to.clone(),
    };
    let judged = question.judge(&answer, &()).map_err(|error| format!("@wrong {to}: {error}"))?;
    if judged.right {
        return Err(format!("@wrong {to}: that answer is right"));
    }
    if belief.is_none() && judged.answer != *to {
        return Err(format!("@wrong {to}: it is written {}", judged.answer));
    }
    Ok(())
}
