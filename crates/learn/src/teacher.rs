//! What asks a learner something: the steps of a lesson, a puzzle, a prediction. Front ends drive all of them in the same way:
//! they show the board and the question, pass answers on, show the replies, and keep what was learned.

use numberline_rules::Turn;
use numberline_table::{AnyMatch, Progress, SolveError};

use crate::{AnswerError, Attempt, Question};

/// What asks a learner something.
pub trait Teacher: Send {
    /// The board to show.
    fn board(&self) -> Option<Box<dyn AnyMatch>>;

    /// The question; none where there is nothing to answer.
    fn question(&self) -> Option<Question>;

    /// The question in words.
    fn ask(&self) -> Option<String>;

    /// Judges an answer. What cannot be read does not count as a try.
    fn attempt(&mut self, text: &str, progress: &dyn Progress) -> Result<Reply, AnswerError>;

    /// The next hint. The last one is the answer.
    fn hint(&mut self, progress: &dyn Progress) -> Result<String, SolveError>;

    /// The right answer with its reason: the learner gives up on the question.
    fn show(&mut self, progress: &dyn Progress) -> Result<String, SolveError>;

    /// The learner goes on without an answer.
    fn skip(&mut self);

    /// The learner leaves in the middle of a question.
    fn leave(&mut self) {}

    /// What is to be kept of the answers so far, each once.
    fn learned(&mut self, day: i64) -> Vec<Attempt>;
}

/// The reply to an answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Whether the answer was right.
    pub right: bool,
    /// What to say, in paragraphs.
    pub said: Vec<String>,
    /// Whether the task is done.
    pub done: bool,
    /// The turns that show why a move was wrong: the move, and the reply that punishes it.
    pub punished: Vec<String>,
    /// The turns that were played on the board of the step.
    pub played: Vec<String>,
    /// How good the answer was, from 0 to 1.
    pub score: f64,
}

/// The right answers with the reason: `Answer: 6. Every reply loses.` Of several the reason is about the first one.
pub(crate) fn answer_with_reason(question: &Question, progress: &dyn Progress) -> Result<String, SolveError> {
    let (answers, why) = (question.answers(progress)?, question.why(progress)?);
    let said = question.answers_in_words(progress)?;
    Ok(match answers.as_slice() {
        // A reason about a card names it.
        [first, _, ..] if question.at().turn() != Turn::Both => {
            format!("Any of these: {said}. {first}: {why}")
        }
        [_, _, ..] => format!("Any of these: {said}. {why}"),
        _ => format!("Answer: {said}. {why}"),
    })
}
