//! `numberline puzzle`: puzzles made by the solver, for people and for programs.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use numberline_history::{day, today};
use numberline_learn::{
    AttemptKind, Daily, DailyStanding, LearnerProgress, Puzzle, PuzzleError, PuzzleFilter, PuzzleRun,
    PuzzleStream, RunKind, Solving,
};
use numberline_table::{Date, OracleCache, draw_seed, find};
use numberline_wire::PuzzleJson;

use crate::args::game_names;
use crate::learner::{Learner, attempts};
use crate::number;
use crate::teach::{Taught, ask, teach};
use crate::{Console, Exit, Failure, Left, Out, Tone};

/// Which puzzles.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline puzzle                                    puzzles of every game, until you quit\n  \
    numberline puzzle duel --theme split                 of one game and theme\n  \
    numberline puzzle blockade --set misere=yes          of one variant\n  \
    numberline puzzle --daily                            the puzzle of the day, the same for everyone\n  \
    numberline puzzle siege --streak                     until the first mistake\n  \
    numberline puzzle --minutes 3                        as many as you can\n  \
    numberline puzzle cards --seed 7 --count 3 --json --answers\n\n\
Each has exactly one right move, or one card without regret. The grade is measured: the computer players try every puzzle, \
and it is the rating of a player who solves it half of the time.")]
pub struct PuzzleArgs {
    /// Which game; without one, all of them in turn
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: Option<String>,

    /// The puzzle of the day
    #[arg(long, conflicts_with_all = ["seed", "count", "theme", "set", "streak", "minutes"])]
    pub daily: bool,

    /// Of another day, such as 2026-11-18
    #[arg(long, value_name = "DATE", requires = "daily", value_parser = date)]
    pub date: Option<Date>,

    /// The same seed gives the same puzzles
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// How many
    #[arg(long, value_name = "N", value_parser = number::limit)]
    pub count: Option<u32>,

    /// Only those decided by this
    #[arg(long, value_name = "THEME")]
    pub theme: Option<String>,

    /// Only of variants with this value, such as length=12; can be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "game")]
    pub set: Vec<String>,

    /// Until the first mistake
    #[arg(long, conflicts_with_all = ["json", "minutes"])]
    pub streak: bool,

    /// As many as you can solve in this many minutes
    #[arg(long, value_name = "N", conflicts_with = "json", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub minutes: Option<u32>,

    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,

    /// With the answers
    #[arg(long, requires = "json")]
    pub answers: bool,
}

fn date(text: &str) -> Result<Date, String> {
    Date::read(text).ok_or_else(|| "write a day as 2026-11-18".to_owned())
}

/// More than this are not printed at once.
const MOST: u32 = 10_000;

/// Shows puzzles, or prints them.
pub fn puzzle(args: &PuzzleArgs, console: &mut dyn Console, out: &mut Out) -> Result<Exit, Failure> {
    let cache = OracleCache::shared();
    if args.daily {
        return daily(args, &cache, console, out);
    }
    let filter = PuzzleFilter { game: args.game.clone(), theme: args.theme.clone(), set: args.set.clone() };
    let mut stream = PuzzleStream::new(filter, args.seed.unwrap_or_else(draw_seed), &cache);
    let mut next = || stream.next_puzzle(None).map_err(refused);
    if args.json {
        let count = args.count.unwrap_or(1);
        if count > MOST {
            return Err(Failure::Usage(format!("--count: at most {MOST} puzzles are printed at once")));
        }
        let puzzles: Result<Vec<Puzzle>, Failure> = (0..count).map(|_| next()).collect();
        return print(&puzzles?, args.answers, &cache, out);
    }
    // A history that cannot be read only means that the level is that of a newcomer. With a seed everyone gets the same.
    let level = args.seed.is_none().then(|| {
        let done = attempts(&cache).unwrap_or_default();
        LearnerProgress::of(&done, day()).level(args.game.as_deref())
    });
    run(args, &mut stream, level, &cache, console, out)
}

fn run(
    args: &PuzzleArgs,
    stream: &mut PuzzleStream,
    level: Option<u16>,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut run = PuzzleRun::new(match args.minutes {
        Some(minutes) => RunKind::Timed(Duration::from_secs(60 * u64::from(minutes))),
        None if args.streak => RunKind::Streak,
        // A script gets one at a time.
        None => RunKind::Rated(args.count.or((!console.is_a_person()).then_some(1))),
    });
    let (mut learner, begun) = (Learner::default(), Instant::now());
    let mut left = Left::Finished;
    while !run.is_over(begun.elapsed()) && args.count.is_none_or(|count| run.tried < count) {
        let puzzle = stream.next_puzzle(run.grade(level)).map_err(refused)?;
        out.say(Tone::Prompt, &format!("\nPuzzle {}", run.tried + 1))?;
        let mut solving = begin(puzzle, AttemptKind::Puzzle, cache)?;
        if let Taught::Left(how) = solve(&mut solving, &mut learner, console, out)? {
            left = how;
            break;
        }
        run.count(&solving);
    }
    out.say(Tone::Result, &format!("\n{run}"))?;
    Ok(left.into())
}

fn daily(
    args: &PuzzleArgs,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let date =
        args.date.or_else(today).ok_or_else(|| Failure::Failed("cannot tell which day it is".to_owned()))?;
    let daily = Daily::of(date, args.game.as_deref().and_then(find), cache).map_err(Failure::failed)?;
    if args.json {
        return print(&[daily.puzzle], args.answers, cache, out);
    }
    out.say(Tone::Prompt, &format!("\n{}", daily.title()))?;
    let begun = today();
    let DailyStanding { kind, note } =
        daily.standing(daily.is_answered(&attempts(cache).unwrap_or_default()), begun);
    if let Some(note) = note {
        out.say(Tone::Aside, &note)?;
    }
    let mut solving = begin(daily.puzzle.clone(), kind.unwrap_or(AttemptKind::Daily), cache)?;
    introduce(&solving, out)?;
    let taught = match kind {
        Some(_) => teach(&mut solving, &mut Learner::default(), console, out)?,
        None => ask(&mut solving, console, out)?,
    };
    if let Taught::Left(left) = taught {
        return Ok(left.into());
    }
    if let Some(late) = daily.too_late(today()).filter(|_| begun == Some(date)) {
        out.say(Tone::Aside, &late)?;
    }
    if solving.is_solved() {
        out.say(Tone::Aside, &format!("To share: {}", daily.share(&solving)))?;
    }
    Ok(Exit::Done)
}

/// A theme or variant that there is no puzzle of is a mistake of the caller's.
fn refused(error: PuzzleError) -> Failure {
    match error {
        PuzzleError::NoMore => Failure::failed(error),
        error => Failure::usage(error),
    }
}

pub(crate) fn begin(puzzle: Puzzle, kind: AttemptKind, cache: &Arc<OracleCache>) -> Result<Solving, Failure> {
    let missing = || Failure::Failed("the puzzle cannot be set up".to_owned());
    Solving::new(puzzle, kind, cache).ok_or_else(missing)
}

/// Asks a puzzle until it is solved or passed over, and keeps the answer.
pub(crate) fn solve(
    solving: &mut Solving,
    learner: &mut Learner,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Taught, Failure> {
    introduce(solving, out)?;
    teach(solving, learner, console, out)
}

fn introduce(solving: &Solving, out: &mut Out) -> io::Result<()> {
    solving.puzzle().about().iter().try_for_each(|line| out.say(Tone::Plain, line))
}

fn print(
    puzzles: &[Puzzle],
    answers: bool,
    cache: &Arc<OracleCache>,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let json = |puzzle: &Puzzle| {
        if answers { PuzzleJson::with_answers(puzzle, cache) } else { Ok(PuzzleJson::new(puzzle)) }
    };
    let all: Result<Vec<PuzzleJson>, _> = puzzles.iter().map(json).collect();
    out.json(&all.map_err(Failure::failed)?)
}
