//! `numberline learn`: the courses, lesson by lesson. What is right, and what to say, is decided by the tutor.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use numberline_learn::{Afterwards, Attempt, AttemptKind, Course, Lesson, Teacher, Tutor};
use numberline_table::{OracleCache, catalog};

use crate::args::game_names;
use crate::confirm::{Confirmed, Question, confirm};
use crate::learner::{Learner, attempts};
use crate::teach::{Taught, show_board, teach};
use crate::{Console, Exit, Failure, Left, Out, PlayArgs, SessionArgs, SetupArgs, Tone, play};

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
            Ok(take(&lesson, console, out)?.into())
        }
        None => choose(slug, &course, console, out),
    }
}

fn list_courses(out: &mut Out) -> Result<Exit, Failure> {
    let done = done();
    for game in catalog() {
        let info = game.info();
        out.say(Tone::Prompt, &format!("{:<9} {}", info.slug, info.title))?;
        let course = Course::of(info.slug);
        list(&course, |lesson| is_done(&done, lesson), out)?;
        out.say(Tone::Plain, "")?;
    }
    out.say(Tone::Plain, "Begin with: numberline learn GAME, and the first lesson takes two minutes.")?;
    Ok(Exit::Done)
}

fn list(course: &Course, is_done: impl Fn(&Lesson) -> bool, out: &mut Out) -> io::Result<()> {
    for lesson in &course.lessons {
        let done = if is_done(lesson) { " (done)" } else { "" };
        let name = format!("{}  {:<16} {}{done}", lesson.number, lesson.name, lesson.title);
        out.say(Tone::Plain, &format!("  {name}"))?;
    }
    Ok(())
}

/// What was answered. A history that cannot be read only means that no lesson is known to be done.
fn done() -> Vec<Attempt> {
    attempts(&OracleCache::shared()).unwrap_or_default()
}

fn is_done(done: &[Attempt], lesson: &Lesson) -> bool {
    let slug = lesson.game.info().slug;
    done.iter().any(|attempt| {
        attempt.kind == AttemptKind::Lesson && attempt.game == slug && attempt.subject == lesson.name
    })
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
    let wrong: Vec<String> = lesson.check(&OracleCache::shared()).iter().map(ToString::to_string).collect();
    if wrong.is_empty() { Ok(Arc::new(lesson)) } else { Err(Failure::Failed(wrong.join("\n"))) }
}

/// Reads no more of a file than a lesson may have, and one byte to see that it has more.
fn read_file(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(Lesson::LONGEST as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Offers the lessons of a game until the learner leaves.
fn choose(slug: &str, course: &Course, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let before = done();
    let open = course.lessons.iter().find(|lesson| !is_done(&before, lesson));
    let mut next = open.or(course.lessons.first()).map(Arc::clone);
    loop {
        out.say(Tone::Prompt, &format!("\nLessons of {slug}"))?;
        let done = done();
        list(course, |lesson| is_done(&done, lesson), out)?;
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
        match take(&lesson, console, out)? {
            Left::Finished => {}
            left => return Ok(left.into()),
        }
    }
}

/// Takes a lesson, and offers what comes after it.
fn take(lesson: &Arc<Lesson>, console: &mut dyn Console, out: &mut Out) -> Result<Left, Failure> {
    match sit(lesson, console, out)? {
        Left::Finished => finish(lesson, console, out),
        left => Ok(left),
    }
}

/// What comes after a lesson: a game against the player whose belief it refutes, and the next lesson.
fn finish(lesson: &Lesson, console: &mut dyn Console, out: &mut Out) -> Result<Left, Failure> {
    let slug = lesson.game.info().slug;
    let after = Afterwards::of(lesson, &OracleCache::shared());
    out.say(Tone::Result, &format!("\n{}", after.finished))?;
    match after.versus {
        Some(versus) if console.is_a_person() => {
            match confirm(console, out, &format!("{} (yes/no): ", versus.offer), Question::Offer)? {
                Confirmed::Yes => {
                    let session = SessionArgs { against: Some(versus.player), ..SessionArgs::default() };
                    let setup = SetupArgs { settings: versus.set, ..SetupArgs::default() };
                    let args =
                        PlayArgs { game: Some(slug.to_owned()), session, setup, ..PlayArgs::default() };
                    out.say(Tone::Plain, "")?;
                    if let Exit::Interrupted = play(&args, console, out)? {
                        return Ok(Left::Interrupted);
                    }
                }
                Confirmed::Left(left) => return Ok(left),
                Confirmed::No | Confirmed::Command(_) => {}
            }
        }
        Some(versus) => {
            out.say(Tone::Plain, &format!("Try it in a game: numberline {}", versus.command(slug)))?;
        }
        None => {}
    }
    match after.next {
        Some(next) => out.say(Tone::Plain, &format!("Next: numberline learn {slug} {}", next.name))?,
        None => {
            out.say(Tone::Plain, &format!("That was the last lesson. Puzzles: numberline puzzle {slug}"))?;
        }
    }
    Ok(Left::Finished)
}

/// Takes a lesson from its first step to the last.
fn sit(lesson: &Arc<Lesson>, console: &mut dyn Console, out: &mut Out) -> Result<Left, Failure> {
    let mut tutor = Tutor::new(Arc::clone(lesson), &OracleCache::shared());
    let mut learner = Learner::default();
    let steps = lesson.steps.len();
    out.say(Tone::Prompt, &format!("\n{}", lesson.title))?;
    while let Some(step) = tutor.step() {
        out.say(Tone::Prompt, &format!("\n{} of {steps}: {}", tutor.at() + 1, step.heading))?;
        for paragraph in &step.text {
            out.say(Tone::Plain, &paragraph.shown())?;
        }
        if tutor.question().is_some() {
            if let Taught::Left(left) = teach(&mut tutor, &mut learner, console, out)? {
                return Ok(left);
            }
        } else if let Some(left) = read_on(&tutor, console, out)? {
            return Ok(left);
        }
        tutor.advance();
    }
    learner.keep(&mut tutor, out)?;
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
