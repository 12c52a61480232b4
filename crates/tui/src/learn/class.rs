//! What comes one after the other in a classroom. It works in the background, because the next question may take a moment to
//! find; the screen shows the sheets that it hands out.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use numberline_history::day;
use numberline_learn::{
    Afterwards, AnswerError, Attempt, AttemptKind, Daily, DailyStanding, Drill, Forecast, PuzzleRun,
    PuzzleStream, Reply, RunKind, Solving, Task, Teacher, Tutor, Versus,
};
use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Date, OracleCache, Progress, unsolved};

use crate::Role;

/// A lesson's file as a course has it.
pub(crate) type Lesson = Arc<numberline_learn::Lesson>;

/// What comes one after the other.
pub(crate) enum Plan {
    /// The steps of a lesson.
    Lesson(Lesson),
    /// Puzzles for a learner of this level.
    Puzzles { stream: Box<PuzzleStream>, run: PuzzleRun, level: u16 },
    /// The puzzle of a day, what an answer counts as, and which day it is by then.
    Daily {
        date: Date,
        today: fn() -> Option<Date>,
        attempts: Vec<Attempt>,
        daily: Option<Box<(Daily, DailyStanding)>>,
    },
    /// What is due.
    Drills { due: VecDeque<Drill>, number: usize, total: usize, attempts: Vec<Attempt> },
    /// What is about to be shown: these positions, with who wins asked in each, or everything where there is one.
    Predictions {
        game: &'static dyn AnyGame,
        positions: VecDeque<Box<dyn AnyMatch>>,
        scores: Vec<f64>,
        short: bool,
    },
}

impl Plan {
    pub(crate) fn drills(due: Vec<Drill>, attempts: Vec<Attempt>) -> Self {
        Self::Drills { total: due.len(), due: due.into(), number: 0, attempts }
    }
}

/// Who asks at the moment.
enum Asking {
    Nobody,
    Tutor(Box<Tutor>),
    Solving(Box<Solving>),
    Forecast(Box<Forecast>),
}

/// A class: its plan, and who asks at the moment.
pub struct Class {
    plan: Plan,
    asking: Asking,
    /// The puzzle that comes after a prediction about it.
    then: Option<Solving>,
    cache: Arc<OracleCache>,
    begun: Instant,
}

/// What the learner wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// The first or the next sheet.
    Next,
    /// To answer.
    Answer(String),
    Hint,
    Show,
}

/// What the class hands out.
pub struct Taught {
    pub(crate) class: Box<Class>,
    pub(crate) said: Said,
    /// What is to be kept.
    pub(crate) keep: Vec<Attempt>,
}

/// A response of the class.
pub(crate) enum Said {
    /// A new sheet.
    Sheet(Box<Sheet>),
    /// More lines on the same sheet.
    More(More),
    /// There is nothing more.
    Over(Over),
}

/// A sheet: what to read, and what to do.
#[derive(Default)]
pub(crate) struct Sheet {
    pub(crate) heading: String,
    pub(crate) text: Vec<String>,
    pub(crate) board: Option<Box<dyn AnyMatch>>,
    pub(crate) task: Option<Task>,
    pub(crate) seat: Option<Seat>,
    pub(crate) ask: Option<String>,
}

/// More lines on a sheet.
#[derive(Default)]
pub(crate) struct More {
    pub(crate) lines: Vec<(String, Role)>,
    /// The board as it is now, where the task is to play on.
    pub(crate) board: Option<Box<dyn AnyMatch>>,
    /// The turns that show why a move was wrong.
    pub(crate) punished: Vec<String>,
    /// The turns that were played.
    pub(crate) played: Vec<String>,
    /// Whether the task is done.
    pub(crate) done: bool,
    /// The next question of the same sheet.
    pub(crate) ask: Option<(String, Task)>,
}

/// The end of a class.
#[derive(Default)]
pub(crate) struct Over {
    pub(crate) lines: Vec<String>,
    /// The game to try it in.
    pub(crate) versus: Option<Versus>,
    /// The lesson that comes next.
    pub(crate) next: Option<Lesson>,
    /// Whether there is nothing to read, so that the screen can close.
    pub(crate) at_once: bool,
}

impl Class {
    pub(crate) fn new(plan: Plan, cache: &Arc<OracleCache>) -> Self {
        Self { plan, asking: Asking::Nobody, then: None, cache: Arc::clone(cache), begun: Instant::now() }
    }

    /// What the screen is called.
    pub(crate) fn title(&self) -> String {
        match &self.plan {
            Plan::Lesson(lesson) => lesson.title.clone(),
            Plan::Puzzles { run, .. } => match run.kind {
                RunKind::Rated(_) => "Puzzles".to_owned(),
                RunKind::Streak => "Streak".to_owned(),
                RunKind::Timed(_) => "Against the clock".to_owned(),
            },
            Plan::Daily { .. } => "Puzzle of the day".to_owned(),
            Plan::Drills { .. } => "Drills".to_owned(),
            Plan::Predictions { .. } => "Predict".to_owned(),
        }
    }

    /// How long a run against the clock still lasts.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        match &self.plan {
            Plan::Puzzles { run: PuzzleRun { kind: RunKind::Timed(limit), .. }, .. } => {
                Some(limit.saturating_sub(self.begun.elapsed()))
            }
            _ => None,
        }
    }

    /// How a run of puzzles goes.
    pub(crate) fn score(&self) -> Option<String> {
        match &self.plan {
            Plan::Puzzles { run, .. } if run.tried > 0 => Some(run.to_string()),
            _ => None,
        }
    }

    fn teacher(&mut self) -> Option<&mut dyn Teacher> {
        match &mut self.asking {
            Asking::Nobody => None,
            Asking::Tutor(tutor) => Some(&mut **tutor),
            Asking::Solving(solving) => Some(&mut **solving),
            Asking::Forecast(forecast) => Some(&mut **forecast),
        }
    }

    /// Does what the learner wants, and hands itself back.
    pub(crate) fn teach(mut self: Box<Self>, request: &Request, progress: &dyn Progress) -> Taught {
        let mut keep = Vec::new();
        let said = match request {
            Request::Next => self.next(&mut keep, progress),
            Request::Answer(text) => self.answer(text, progress),
            Request::Hint => self.help(|teacher| teacher.hint(progress), Role::Accent, false),
            Request::Show => self.help(|teacher| teacher.show(progress), Role::Text, true),
        };
        keep.extend(self.learned());
        Taught { class: self, said, keep }
    }

    /// The learner leaves: what is to be kept of an open question.
    pub(crate) fn leave(&mut self) -> Vec<Attempt> {
        if let Some(teacher) = self.teacher() {
            teacher.leave();
        }
        self.learned()
    }

    fn learned(&mut self) -> Vec<Attempt> {
        // An answer to a puzzle of the day that does not count is not kept.
        let counts = !matches!(&self.plan, Plan::Daily { daily: Some(daily), .. } if daily.1.kind.is_none());
        let learned = self.teacher().map(|teacher| teacher.learned(day())).unwrap_or_default();
        if counts { learned } else { Vec::new() }
    }

    fn help(
        &mut self,
        ask: impl FnOnce(&mut dyn Teacher) -> Result<String, numberline_table::SolveError>,
        role: Role,
        done: bool,
    ) -> Said {
        let Some(teacher) = self.teacher() else { return Said::More(More::default()) };
        match ask(teacher) {
            Ok(said) => Said::More(More { lines: vec![(said, role)], done, ..More::default() }),
            Err(error) => warning(unsolved(&error)),
        }
    }

    fn answer(&mut self, text: &str, progress: &dyn Progress) -> Said {
        let Some(teacher) = self.teacher() else { return Said::More(More::default()) };
        let reply = match teacher.attempt(text, progress) {
            Ok(reply) => reply,
            Err(error @ (AnswerError::Unreadable(_) | AnswerError::Unsolved(_))) => {
                return warning(error.to_string());
            }
        };
        let Reply { right, said, done, punished, played, .. } = reply;
        let role = if right { Role::Strong } else { Role::Warning };
        let lines = said.into_iter().map(|line| (line, role)).collect();
        let is_forecast = matches!(self.asking, Asking::Forecast(_));
        let board = if right && !is_forecast { self.board() } else { None };
        // The questions about one position are on one sheet.
        let ask = if is_forecast { self.next_question() } else { None };
        let done = done && ask.is_none();
        Said::More(More { lines, board, punished, played, done, ask })
    }

    fn board(&mut self) -> Option<Box<dyn AnyMatch>> {
        self.teacher().and_then(|teacher| teacher.board())
    }

    fn next_question(&mut self) -> Option<(String, Task)> {
        let teacher = self.teacher()?;
        Some((teacher.ask()?, teacher.question()?.task()))
    }

    /// The next sheet: what is still open is passed over.
    fn next(&mut self, keep: &mut Vec<Attempt>, progress: &dyn Progress) -> Said {
        let late = self.close(keep);
        if let Some(solving) = self.then.take() {
            let heading = String::new();
            return self.hand_out(Asking::Solving(Box::new(solving)), heading, Vec::new());
        }
        let cache = Arc::clone(&self.cache);
        match &mut self.plan {
            Plan::Lesson(lesson) => {
                let lesson = Arc::clone(lesson);
                let tutor = match std::mem::replace(&mut self.asking, Asking::Nobody) {
                    Asking::Tutor(mut tutor) => {
                        tutor.advance();
                        tutor
                    }
                    _ => Box::new(Tutor::new(lesson, &cache)),
                };
                self.hand_out_step(tutor, keep)
            }
            Plan::Puzzles { stream, run, level } => {
                if run.is_over(self.begun.elapsed()) {
                    return over(vec![run.to_string()]);
                }
                let heading = format!("Puzzle {}", run.tried + 1);
                let puzzle = match stream.next_puzzle(run.grade(Some(*level))) {
                    Ok(puzzle) => puzzle,
                    Err(error) => return over(vec![run.to_string(), error.to_string()]),
                };
                match Solving::new(puzzle, AttemptKind::Puzzle, &cache) {
                    Some(solving) => self.hand_out_puzzle(solving, heading, Vec::new()),
                    None => over(vec!["The puzzle cannot be set up.".to_owned()]),
                }
            }
            Plan::Daily { date, attempts, daily, .. } => {
                if let (Some(daily), Asking::Solving(solving)) = (&daily, &self.asking) {
                    let share = solving.is_solved().then(|| format!("To share: {}", daily.0.share(solving)));
                    return over(late.into_iter().chain(share).collect());
                }
                let found = match Daily::of(*date, None, &cache) {
                    Ok(found) => found,
                    Err(error) => return over(vec![error.to_string()]),
                };
                let standing = found.standing(found.is_answered(attempts), Some(*date));
                let kind = standing.kind.unwrap_or(AttemptKind::Daily);
                let (heading, note, puzzle) = (found.title(), standing.note.clone(), found.puzzle.clone());
                *daily = Some(Box::new((found, standing)));
                match Solving::new(puzzle, kind, &cache) {
                    Some(solving) => self.hand_out_puzzle(solving, heading, note.into_iter().collect()),
                    None => over(vec!["The puzzle cannot be set up.".to_owned()]),
                }
            }
            Plan::Drills { due, number, total, attempts } => {
                let Some(drill) = due.pop_front() else {
                    return over(vec![Drill::DONE.to_owned()]);
                };
                *number += 1;
                let heading = drill.heading(*number, *total);
                let drawn = drill.puzzle(numberline_table::draw_seed(), attempts, &cache);
                let Some(solving) =
                    drawn.ok().and_then(|puzzle| Solving::new(puzzle, AttemptKind::Drill, &cache))
                else {
                    return over(vec!["No fresh position was found for this drill.".to_owned()]);
                };
                self.hand_out_drill(solving, heading, progress)
            }
            Plan::Predictions { game, positions, scores, short } => {
                let (game, short) = (*game, *short);
                while let Some(at) = positions.pop_front() {
                    if let Ok(Some(forecast)) = Forecast::new(game, &*at, &cache, progress) {
                        let forecast = if short { forecast.short() } else { forecast };
                        let heading = "Before it is shown".to_owned();
                        return self.hand_out(Asking::Forecast(Box::new(forecast)), heading, Vec::new());
                    }
                }
                let said = Forecast::sentence(scores);
                Said::Over(Over {
                    at_once: said.is_none(),
                    lines: said.into_iter().collect(),
                    ..Over::default()
                })
            }
        }
    }

    /// Closes what is open. Says so where the day of a puzzle has ended meanwhile.
    fn close(&mut self, keep: &mut Vec<Attempt>) -> Option<String> {
        if let Some(teacher) = self.teacher() {
            teacher.skip();
        }
        keep.extend(self.learned());
        match (&mut self.plan, &self.asking) {
            (Plan::Puzzles { run, .. }, Asking::Solving(solving)) => run.count(solving),
            (Plan::Predictions { scores, .. }, Asking::Forecast(forecast)) => {
                scores.extend(forecast.scores());
            }
            (Plan::Daily { daily: Some(daily), today, .. }, Asking::Solving(_))
                if daily.1.kind == Some(AttemptKind::Daily) =>
            {
                return daily.0.too_late(today());
            }
            _ => {}
        }
        None
    }

    fn hand_out_step(&mut self, tutor: Box<Tutor>, keep: &mut Vec<Attempt>) -> Said {
        let (lesson, steps) = (Arc::clone(tutor.lesson()), tutor.lesson().steps.len());
        let Some((heading, text)) = tutor.step().map(|step| {
            let text = step.text.iter().map(numberline_learn::Paragraph::shown).collect();
            (format!("{} of {steps}: {}", tutor.at() + 1, step.heading), text)
        }) else {
            self.asking = Asking::Tutor(tutor);
            keep.extend(self.learned());
            let Afterwards { finished, versus, next } = Afterwards::of(&lesson, &self.cache);
            return Said::Over(Over { lines: vec![finished], versus, next, at_once: false });
        };
        self.hand_out(Asking::Tutor(tutor), heading, text)
    }

    fn hand_out_puzzle(&mut self, solving: Solving, heading: String, note: Vec<String>) -> Said {
        let text = note.into_iter().chain(solving.puzzle().about()).collect();
        self.hand_out(Asking::Solving(Box::new(solving)), heading, text)
    }

    /// A drill asks for the number behind its position first.
    fn hand_out_drill(&mut self, solving: Solving, heading: String, progress: &dyn Progress) -> Said {
        let game = solving.puzzle().game;
        let about: Vec<String> = solving.puzzle().about().to_vec();
        let at = solving.board();
        let forecast = at.and_then(|at| Forecast::new(game, &*at, &self.cache, progress).ok().flatten());
        match forecast {
            Some(forecast) => {
                self.then = Some(solving);
                self.hand_out(Asking::Forecast(Box::new(Drill::before(forecast))), heading, about)
            }
            None => self.hand_out(Asking::Solving(Box::new(solving)), heading, about),
        }
    }

    fn hand_out(&mut self, asking: Asking, heading: String, text: Vec<String>) -> Said {
        self.asking = asking;
        let Some(teacher) = self.teacher() else { return over(Vec::new()) };
        let question = teacher.question();
        Said::Sheet(Box::new(Sheet {
            heading,
            text,
            board: teacher.board(),
            task: question.as_ref().map(numberline_learn::Question::task),
            seat: question.as_ref().map(numberline_learn::Question::seat),
            ask: teacher.ask(),
        }))
    }
}

fn warning(text: String) -> Said {
    Said::More(More { lines: vec![(text, Role::Warning)], ..More::default() })
}

fn over(lines: Vec<String>) -> Said {
    Said::Over(Over { lines, ..Over::default() })
}
