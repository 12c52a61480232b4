//! Holds a lesson against the solver, so that none can become false.

use std::sync::Arc;

use numberline_table::{Named, OracleCache};

use crate::lesson::{LessonError, Part};
use crate::{Lesson, LessonStep, Paragraph, Question, Task};

impl Lesson {
    /// Checks every claim, task, hint and answer of the lesson by the solver: everything that is wrong.
    #[must_use]
    pub fn check(&self, cache: &Arc<OracleCache>) -> Vec<LessonError> {
        let mut wrong = Vec::new();
        if let Some(rival) = &self.rival
            && let Err(error) = numberline_table::Player::at(self.game.info().slug, rival)
        {
            wrong.push(LessonError::new(&self.file, 1, error.to_string()));
        }
        for step in &self.steps {
            let answers = step.wrong.iter().map(|response| &response.text);
            for paragraph in step.text.iter().chain(&step.hints).chain(&step.right).chain(answers) {
                self.check_claims(step, paragraph, cache, &mut wrong);
            }
            if let Err(reason) = self.check_task(step, cache) {
                wrong.push(LessonError::new(&self.file, step.line, reason));
            }
        }
        wrong
    }

    fn check_claims(
        &self,
        step: &LessonStep,
        text: &Paragraph,
        cache: &Arc<OracleCache>,
        wrong: &mut Vec<LessonError>,
    ) {
        for part in &text.parts {
            if let Part::Claim(claim) = part
                && let Err(reason) = claim.check(step.setup.as_ref(), self.game, cache)
            {
                wrong.push(LessonError::new(&self.file, text.line, reason));
            }
        }
    }

    /// A task has a right answer, is not right whatever is answered, and its texts for wrong answers are for wrong ones.
    fn check_task(&self, step: &LessonStep, cache: &Arc<OracleCache>) -> Result<(), String> {
        if let Some(setup) = &step.setup {
            setup.begin(self.game)?;
        }
        let Some(task) = step.task else {
            let has_more = !step.hints.is_empty() || step.right.is_some() || !step.wrong.is_empty();
            return if has_more { Err("hints and answers need a @task".to_owned()) } else { Ok(()) };
        };
        let setup = step.setup.as_ref().ok_or("a task needs a @position")?;
        let question = Question::new(self.game, setup.begin(self.game)?, task, cache);
        let answers = question.answers(&()).map_err(|error| error.to_string())?;
        let known = question.analysis(&()).map_err(|error| error.to_string())?;
        let first = answers.first().ok_or("the task has no right answer")?;
        let judged = question.judge(first, &()).map_err(|error| error.to_string())?;
        if !judged.right {
            return Err(format!("the answer '{first}' is judged to be wrong: {}", judged.said));
        }
        let seat = question.seat();
        let moves = question.at().moves(seat, 1_000);
        if matches!(task, Task::Move | Task::Card(_)) && answers.len() >= moves.len() {
            return Err("every move would be a right answer".to_owned());
        }
        if task == Task::Play(None) && known.sure_winner() != Some(seat) {
            return Err("it cannot be won from here; write @task play MOVES".to_owned());
        }
        for response in step.wrong.iter().filter(|response| response.to != "*") {
            let belief = Named::find(&response.to);
            let answer = match belief.and_then(|named| named.rule(self.game.info().slug)) {
                Some(rule) => rule.choose(question.at(), seat).map(|(text, _)| text).unwrap_or_default(),
                None => response.to.clone(),
            };
            let judged =
                question.judge(&answer, &()).map_err(|error| format!("@wrong {}: {error}", response.to))?;
            if judged.right {
                return Err(format!("@wrong {}: that answer is right", response.to));
            }
            if belief.is_none() && judged.answer != response.to {
                return Err(format!("@wrong {}: it is written {}", response.to, judged.answer));
            }
        }
        Ok(())
    }
}
