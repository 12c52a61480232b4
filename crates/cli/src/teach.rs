//! Questions to a learner, line by line: a step of a lesson, a puzzle, a prediction. What is right, and what to say, is
//! decided by the teacher.

use std::io;
use std::sync::Arc;

use numberline_learn::{AnswerError, Forecast, Teacher};
use numberline_table::{AnyGame, AnyMatch, Limits, Name, OracleCache, Table};

use crate::learner::Learner;
use crate::picture::move_list;
use crate::round::{board, standing};
use crate::thinking::Thinking;
use crate::voice::voice_of;
use crate::{Console, Failure, Left, Out, Tone};

/// How a question was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taught {
    /// Answered, shown or passed over.
    Done,
    /// The learner has left.
    Left(Left),
}

/// What can be typed besides an answer.
const WORDS: [&str; 6] = ["hint", "show", "skip", "board", "moves", "quit"];

/// Asks until the task is done or passed over, and keeps the answer.
pub(crate) fn teach(
    teacher: &mut dyn Teacher,
    learner: &mut Learner,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Taught, Failure> {
    let taught = ask(teacher, console, out)?;
    if let Taught::Left(_) = taught {
        teacher.leave();
    }
    learner.keep(teacher, out)?;
    Ok(taught)
}

/// The same without keeping the answer.
pub(crate) fn ask(
    teacher: &mut dyn Teacher,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Taught, Failure> {
    while let (Some(question), Some(ask)) = (teacher.question(), teacher.ask()) {
        let (at, seat) = (question.at(), question.seat());
        show_board(at.copy(), out)?;
        let prompt = format!("{ask} (or hint, show, skip, quit): ");
        loop {
            let mut words = at.moves(seat, 100);
            words.extend(WORDS.map(str::to_owned));
            let line = match console.ask_line(out, &prompt, &words)? {
                Ok(line) => line,
                Err(left) => return Ok(Taught::Left(left)),
            };
            let thinking = Thinking::new(out, console.is_a_person());
            match line.to_ascii_lowercase().as_str() {
                "quit" | "q" | "exit" => return Ok(Taught::Left(Left::Quit)),
                "skip" => {
                    teacher.skip();
                    return Ok(Taught::Done);
                }
                "show" => {
                    let shown = teacher.show(&thinking).map_err(Failure::failed)?;
                    out.say(Tone::Plain, &shown)?;
                    return Ok(Taught::Done);
                }
                "hint" => {
                    let hint = teacher.hint(&thinking).map_err(Failure::failed)?;
                    out.say(Tone::Aside, &hint)?;
                    continue;
                }
                "" | "help" | "h" | "?" => {
                    let words = "Type your answer. Or: hint, show (the answer), skip, board, moves, quit.";
                    out.say(Tone::Aside, words)?;
                    continue;
                }
                "board" => {
                    out.say(Tone::Plain, &board(voice_of(at.info().slug), &table_of(at.copy())))?;
                    continue;
                }
                "moves" => {
                    out.say(Tone::Plain, &move_list(at, seat, ", "))?;
                    continue;
                }
                _ => {}
            }
            let reply = teacher.attempt(&line, &thinking);
            let reply = match reply {
                Ok(reply) => reply,
                Err(AnswerError::Unreadable(reason)) => {
                    out.say(Tone::Refusal, &reason)?;
                    continue;
                }
                Err(error @ AnswerError::Unsolved(_)) => return Err(Failure::failed(error)),
            };
            let tone = if reply.right { Tone::Result } else { Tone::Refusal };
            for line in &reply.said {
                out.say(tone, line)?;
            }
            if reply.done {
                return Ok(Taught::Done);
            }
            if reply.right {
                break;
            }
            show_punishment(at, &reply.punished, out)?;
        }
    }
    Ok(Taught::Done)
}

/// How predictions were left.
pub(crate) enum Predicted {
    /// With these scores.
    Scores(Vec<f64>),
    /// The learner wants to see the rest without being asked.
    Enough,
    /// The learner has left.
    Left(Left),
}

/// Asks what is about to be shown: these of the questions about a position. Enter passes over one.
pub(crate) fn predict(
    game: &'static dyn AnyGame,
    at: &dyn AnyMatch,
    which: fn(Forecast) -> Forecast,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Predicted, Failure> {
    let thinking = Thinking::new(out, console.is_a_person());
    let forecast = Forecast::new(game, at, cache, &thinking);
    // What cannot be solved cannot be asked.
    let Ok(Some(forecast)) = forecast else { return Ok(Predicted::Scores(Vec::new())) };
    let mut forecast = which(forecast);
    let mut learner = Learner::default();
    while let Some(ask) = forecast.ask() {
        let prompt = format!("{ask} (Enter to skip, enough, quit): ");
        let words = ["enough", "quit"].map(str::to_owned);
        let line = match console.ask_line(out, &prompt, &words)? {
            Ok(line) => line,
            Err(left) => return Ok(Predicted::Left(left)),
        };
        match line.to_ascii_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(Predicted::Left(Left::Quit)),
            "enough" => return Ok(Predicted::Enough),
            "" => {
                forecast.skip();
                continue;
            }
            _ => {}
        }
        match forecast.attempt(&line, &()) {
            Ok(reply) => {
                let tone = if reply.right { Tone::Result } else { Tone::Refusal };
                for line in &reply.said {
                    out.say(tone, line)?;
                }
                learner.keep(&mut forecast, out)?;
            }
            Err(AnswerError::Unreadable(reason)) => out.say(Tone::Refusal, &reason)?,
            Err(error @ AnswerError::Unsolved(_)) => return Err(Failure::failed(error)),
        }
    }
    Ok(Predicted::Scores(forecast.scores()))
}

/// The board after a wrong move and the reply that punishes it.
fn show_punishment(at: &dyn AnyMatch, turns: &[String], out: &mut Out) -> io::Result<()> {
    let mut next = at.copy();
    if turns.is_empty() || turns.iter().any(|turn| next.play_turn(turn).is_err()) {
        return Ok(());
    }
    out.say(Tone::Plain, &format!("The board after {}:", turns.join("; ")))?;
    show_board(next, out)
}

pub(crate) fn show_board(at: Box<dyn AnyMatch>, out: &mut Out) -> io::Result<()> {
    let voice = voice_of(at.info().slug);
    out.say(Tone::Plain, &standing(voice, &table_of(at)))
}

fn table_of(at: Box<dyn AnyMatch>) -> Table {
    Table::new(at, Name::of_both_seats(), Limits::default())
}
