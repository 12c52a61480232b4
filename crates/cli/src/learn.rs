//! `numberline learn`: the courses, lesson by lesson. What is right, and what to say, is decided by the tutor.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use numberline_learn::{AnswerError, Attempt, AttemptKind, Course, Lesson, Tutor};
use numberline_rules::Seat;
use numberline_table::{AnyMatch, Limits, Name, OracleCache, Table, catalog};

use crate::args::game_names;
use crate::learner::{Learner, attempts, day};
use crate::picture::move_list;
use crate::thinking::Thinking;
use crate::voice::voice_of;
use crate::{Console, Exit, Failure, Left, Out, Tone};

/// What to learn.
#[derive(Args, Debug, Default)]
#[command(after_help = "Examples:\n  \
    numberline learn                                     every course\n  \
    numberline learn siege                               the lessons of a game; the first is a game of two minutes\n  \
    numberline learn duel nimbers                        one lesson, by its name or number\n  \
    numberline learn duel my-lesson.md                   a lesson of your own\n\n\
In a lesson, type your answer, or hint, show, skip, board, quit. Nothing has to be finished: leave with quit, and \
come back to any lesson.\n\
docs/LESSONS.md explains how a lesson is written.")]
pub struct LearnArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: Option<String>,

    /// Which lesson: its number, its name, or a file
    #[arg(value_name = "LESSON", requires = "game")]
    pub lesson: Option<String>,
}

/// Lists the courses, or takes a lesson.
pub fn learn(args: &LearnArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let Some(slug) = &args.game else { return list_courses(out) };
    let course = Course::of(slug);
    match &args.lesson {
        Some(text) => {
            let lesson = find(slug, &course, text)?;
            take(&course, &lesson, console, out)
        }
        None => choose(slug, &course, console, out),
    }
}

fn list_courses(out: &mut Out) -> Result<Exit, Failure> {
    for game in catalog() {
        let info = game.info();
        out.say(Tone::Prompt, &format!("{:<9} {}", info.slug, info.title))?;
        list(&Course::of(info.slug), out)?;
        out.say(Tone::Plain, "")?;
    }
    out.say(Tone::Plain, "Begin with: numberline learn GAME, and the first lesson takes two minutes.")?;
    Ok(Exit::Done)
}

fn list(course: &Course, out: &mut Out) -> io::Result<()> {
    for lesson in &course.lessons {
        let name = format!("{}  {:<16} {}", lesson.number, lesson.name, lesson.title);
        out.say(Tone::Plain, &format!("  {name}"))?;
    }
    Ok(())
}

fn find(slug: &str, course: &Course, text: &str) -> Result<Arc<Lesson>, Failure> {
    if let Some(lesson) = course.find(text) {
        return Ok(Arc::clone(lesson));
    }
    if !text.ends_with(".md") {
        let names: Vec<&str> = course.lessons.iter().map(|lesson| lesson.name.as_str()).collect();
        let known = names.join(", ");
        return Err(Failure::Usage(format!("there is no lesson '{text}' of {slug}; there are {known}")));
    }
    let words = read_file(Path::new(text))
        .map_err(|error| Failure::Failed(format!("cannot read {text}: {error}")))?;
    let lesson = Lesson::read(slug, text, &words).map_err(Failure::failed)?;
    match lesson.check(&OracleCache::shared()).into_iter().next() {
        Some(wrong) => Err(Failure::failed(wrong)),
        None => Ok(Arc::new(lesson)),
    }
}

/// Reads no more of a file than a lesson may have, and one byte to see that it has more.
fn read_file(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(Lesson::LONGEST as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Offers the lessons of a game until the learner leaves.
fn choose(slug: &str, course: &Course, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    // A history that cannot be read only means that no lesson is known to be done.
    let done = attempts().unwrap_or_default();
    let is_done = |lesson: &Arc<Lesson>| {
        let it = |attempt: &Attempt| {
            attempt.kind == AttemptKind::Lesson && attempt.game == slug && attempt.subject == lesson.name
        };
        done.iter().any(it)
    };
    let open = course.lessons.iter().find(|lesson| !is_done(lesson));
    let mut next = open.or(course.lessons.first()).map(Arc::clone);
    loop {
        out.say(Tone::Prompt, &format!("\nLessons of {slug}"))?;
        list(course, out)?;
        let offered = next.as_ref().map(|lesson| format!("Enter: {}, ", lesson.name)).unwrap_or_default();
        let prompt = format!("Which lesson? ({offered}a number or name, quit): ");
        let mut words: Vec<String> = course.lessons.iter().map(|lesson| lesson.name.clone()).collect();
        words.push("quit".to_owned());
        let line = match console.ask_line(out, &prompt, &words)? {
            Ok(line) => line.to_ascii_lowercase(),
            Err(left) => return Ok(left.into()),
        };
        let lesson = match line.as_str() {
            "quit" | "q" | "exit" => return Ok(Exit::Done),
            "" => next.clone(),
            text => course.find(text).map(Arc::clone),
        };
        let Some(lesson) = lesson else {
            out.say(
                Tone::Refusal,
                "There is no such lesson: type a number or a name from the list, or quit.",
            )?;
            continue;
        };
        next = course.after(&lesson).map(Arc::clone);
        match sit(&lesson, console, out)? {
            Left::Finished => finish(course, &lesson, out)?,
            left => return Ok(left.into()),
        }
    }
}

fn take(
    course: &Course,
    lesson: &Arc<Lesson>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let left = sit(lesson, console, out)?;
    if left == Left::Finished {
        finish(course, lesson, out)?;
    }
    Ok(left.into())
}

fn finish(course: &Course, lesson: &Lesson, out: &mut Out) -> io::Result<()> {
    let slug = lesson.game.info().slug;
    let attempt = Attempt {
        day: day(),
        kind: AttemptKind::Lesson,
        game: slug.to_owned(),
        idea: lesson.idea.clone(),
        subject: lesson.name.clone(),
        score: 1.0,
        grade: 0,
    };
    Learner::default().keep(&attempt, out)?;
    out.say(Tone::Result, &format!("\nLesson finished: {}.", lesson.title))?;
    if let Some(rival) = &lesson.rival {
        out.say(Tone::Plain, &format!("Try it in a game: numberline play {slug} --p2 {rival}"))?;
    }
    match course.after(lesson) {
        Some(next) => out.say(Tone::Plain, &format!("Next: numberline learn {slug} {}", next.name)),
        None => out.say(Tone::Plain, &format!("That was the last lesson. Puzzles: numberline puzzle {slug}")),
    }
}

/// Takes a lesson from its first step to the last.
fn sit(lesson: &Arc<Lesson>, console: &mut dyn Console, out: &mut Out) -> Result<Left, Failure> {
    let mut tutor = Tutor::new(Arc::clone(lesson), &OracleCache::shared());
    let steps = lesson.steps.len();
    out.say(Tone::Prompt, &format!("\n{}", lesson.title))?;
    while let Some(step) = tutor.step() {
        out.say(Tone::Prompt, &format!("\n{} of {steps}: {}", tutor.at() + 1, step.heading))?;
        for paragraph in &step.text {
            out.say(Tone::Plain, &paragraph.shown())?;
        }
        let answered = match tutor.ask() {
            Some(_) => answer(&mut tutor, console, out)?,
            None => read_on(&tutor, console, out)?,
        };
        if let Some(left) = answered {
            return Ok(left);
        }
        tutor.advance();
    }
    Ok(Left::Finished)
}

/// Waits until the learner has read a step without a task.
fn read_on(tutor: &Tutor, console: &mut dyn Console, out: &mut Out) -> io::Result<Option<Left>> {
    if let Some(at) = tutor.board() {
        show_board(at, out)?;
    }
    match console.ask_line(out, "Press Enter to continue: ", &["quit".to_owned()])? {
        Ok(line) if matches!(line.to_ascii_lowercase().as_str(), "quit" | "q" | "exit") => {
            Ok(Some(Left::Quit))
        }
        Ok(_) => Ok(None),
        Err(left) => Ok(Some(left)),
    }
}

/// Asks until the task of a step is done or passed over; says how the learner left, if so.
fn answer(tutor: &mut Tutor, console: &mut dyn Console, out: &mut Out) -> Result<Option<Left>, Failure> {
    while let (Some(question), Some(ask)) = (tutor.question(), tutor.ask()) {
        let at = question.at();
        let seat = question.seat();
        show_board(at.copy(), out)?;
        let prompt = format!("{ask} (or hint, show, skip, quit): ");
        loop {
            let mut words = at.moves(seat, 100);
            words.extend(["hint", "show", "skip", "board", "moves", "quit"].map(str::to_owned));
            let line = match console.ask_line(out, &prompt, &words)? {
                Ok(line) => line,
                Err(left) => return Ok(Some(left)),
            };
            match line.to_ascii_lowercase().as_str() {
                "quit" | "q" | "exit" => return Ok(Some(Left::Quit)),
                "skip" => return Ok(None),
                "" | "help" | "h" | "?" => {
                    out.say(
                        Tone::Aside,
                        "Type your answer. Or: hint, show (the answer), skip, board, moves, quit.",
                    )?;
                    continue;
                }
                "board" => {
                    show_board(at.copy(), out)?;
                    continue;
                }
                "moves" => {
                    out.say(Tone::Plain, &move_list(at, seat, ", "))?;
                    continue;
                }
                "hint" => {
                    let thinking = Thinking::new(out, console.is_a_person());
                    let hint = tutor.hint(&thinking).map_err(Failure::failed)?;
                    out.say(Tone::Aside, &hint)?;
                    continue;
                }
                "show" => {
                    let thinking = Thinking::new(out, console.is_a_person());
                    let answers = question.answers(&thinking).map_err(Failure::failed)?;
                    let why = question.why(&thinking).map_err(Failure::failed)?;
                    out.say(Tone::Plain, &format!("Right: {}. {why}", answers.join(" or ")))?;
                    return Ok(None);
                }
                _ => {}
            }
            let thinking = Thinking::new(out, console.is_a_person());
            let reply = match tutor.attempt(&line, &thinking) {
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
                return Ok(None);
            }
            if reply.right {
                break;
            }
            show_punishment(at, &reply.punished, out)?;
        }
    }
    Ok(None)
}

/// The board after a wrong move and the reply that punishes it.
pub(crate) fn show_punishment(at: &dyn AnyMatch, turns: &[String], out: &mut Out) -> io::Result<()> {
    let mut next = at.copy();
    if turns.is_empty() || turns.iter().any(|turn| next.play_turn(turn).is_err()) {
        return Ok(());
    }
    out.say(Tone::Plain, &format!("The board after {}:", turns.join("; ")))?;
    show_board(next, out)
}

pub(crate) fn show_board(at: Box<dyn AnyMatch>, out: &mut Out) -> io::Result<()> {
    let slug = at.info().slug;
    let table = Table::new(at, Seat::BOTH.map(Name::of_seat), Limits::default());
    out.say(Tone::Plain, &voice_of(slug).board(&table, None))
}
