//! `numberline puzzle`: puzzles made by the solver, for people and for programs.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use numberline_history::today;
use numberline_learn::{AnswerError, Attempt, AttemptKind, Puzzle};
use numberline_table::{AnyGame, Date, Dice, OracleCache, catalog, counted, draw_seed, find};
use numberline_wire::PuzzleJson;

use crate::args::game_names;
use crate::learn::{show_board, show_punishment};
use crate::learner::{Learner, day};
use crate::number;
use crate::thinking::Thinking;
use crate::{Console, Exit, Failure, Left, Out, Tone};

/// Which puzzles.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline puzzle                                    puzzles of every game, until you quit\n  \
    numberline puzzle duel --theme split                 of one game and theme\n  \
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
    #[arg(long, conflicts_with_all = ["seed", "count", "theme", "streak", "minutes"])]
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
    let mut learner = Learner::default();
    if args.daily {
        let date = args
            .date
            .or_else(today)
            .ok_or_else(|| Failure::Failed("cannot tell which day it is".to_owned()))?;
        let game = args.game.as_deref().and_then(find);
        let puzzle = Puzzle::daily(date, game, &cache).map_err(Failure::failed)?;
        if args.json {
            return print(&[puzzle], args.answers, &cache, out);
        }
        out.say(Tone::Prompt, &format!("\nThe puzzle of {date}"))?;
        return match solve(&puzzle, AttemptKind::Daily, &mut learner, &cache, console, out)? {
            Solved::Left(left) => Ok(left.into()),
            Solved::Passed => Ok(Exit::Done),
            Solved::After(tries) => {
                let share = format!(
                    "To share: numberline {date}, {}, grade {}: solved at try {tries}.",
                    puzzle.game.info().slug,
                    puzzle.grade
                );
                out.say(Tone::Aside, &share)?;
                Ok(Exit::Done)
            }
        };
    }
    let mut stream = Stream::new(args, &cache);
    if args.json {
        let count = args.count.unwrap_or(1).min(MOST);
        let puzzles: Result<Vec<Puzzle>, Failure> = (0..count).map(|_| stream.next()).collect();
        return print(&puzzles?, args.answers, &cache, out);
    }
    let until = args.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * u64::from(minutes)));
    let most = args.count.unwrap_or(if console.is_a_person() || args.streak || until.is_some() {
        u32::MAX
    } else {
        1
    });
    let (mut solved, mut tried) = (0_u32, 0_u32);
    let mut left = None;
    while tried < most && until.is_none_or(|until| Instant::now() < until) {
        let puzzle = stream.next()?;
        out.say(Tone::Prompt, &format!("\nPuzzle {}", tried + 1))?;
        let result = solve(&puzzle, AttemptKind::Puzzle, &mut learner, &cache, console, out)?;
        if let Solved::Left(how) = result {
            left = Some(how);
            break;
        }
        tried += 1;
        let at_once = matches!(result, Solved::After(1));
        solved += u32::from(at_once);
        if args.streak && !at_once {
            break;
        }
    }
    let word = if args.streak { "Streak" } else { "Solved at the first try" };
    out.say(Tone::Result, &format!("\n{word}: {solved} of {}.", counted(tried, "puzzle")))?;
    Ok(left.map_or(Exit::Done, Exit::from))
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

/// The puzzles of a seed, each once.
struct Stream<'a> {
    games: Vec<&'static dyn AnyGame>,
    theme: Option<&'a str>,
    dice: Dice,
    seen: HashSet<String>,
    drawn: usize,
    cache: &'a Arc<OracleCache>,
}

impl<'a> Stream<'a> {
    fn new(args: &'a PuzzleArgs, cache: &'a Arc<OracleCache>) -> Self {
        let games = match args.game.as_deref().and_then(find) {
            Some(game) => vec![game],
            None => catalog(),
        };
        let dice = Dice::new(args.seed.unwrap_or_else(draw_seed), 1);
        Self { games, theme: args.theme.as_deref(), dice, seen: HashSet::new(), drawn: 0, cache }
    }

    fn next(&mut self) -> Result<Puzzle, Failure> {
        const TRIES: usize = 100;
        let mut refusal = None;
        for _ in 0..TRIES.max(self.games.len()) {
            let place = self.drawn % self.games.len().max(1);
            self.drawn += 1;
            let Some(game) = self.games.get(place) else { break };
            match Puzzle::draw(*game, self.dice.word() >> 11, self.theme, self.cache) {
                Ok(puzzle) if self.seen.insert(puzzle.id.clone()) => return Ok(puzzle),
                Ok(_) => {}
                Err(error) => {
                    refusal = Some(error);
                    // Other games may have the theme; a game that was asked for has not.
                    self.games.remove(place);
                }
            }
        }
        Err(refusal.map_or_else(
            || Failure::Failed("there are no more puzzles of this kind".to_owned()),
            Failure::usage,
        ))
    }
}

/// How a puzzle was left.
pub(crate) enum Solved {
    /// Solved, at this try.
    After(u32),
    /// Shown or skipped.
    Passed,
    /// The player has left.
    Left(Left),
}

/// Asks a puzzle until it is solved or passed over, and keeps the answer.
pub(crate) fn solve(
    puzzle: &Puzzle,
    kind: AttemptKind,
    learner: &mut Learner,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Solved, Failure> {
    let (mut wrong, mut hints) = (0, 0);
    let solved = ask(puzzle, &mut wrong, &mut hints, cache, console, out)?;
    let right = matches!(solved, Solved::After(_));
    // A puzzle that was left without a try says nothing about the learner.
    if right || wrong > 0 || matches!(solved, Solved::Passed) {
        let attempt = Attempt {
            day: day(),
            kind,
            game: puzzle.game.info().slug.to_owned(),
            idea: puzzle.theme.name().to_owned(),
            subject: puzzle.id.clone(),
            score: Attempt::score_of(right, wrong, hints),
            grade: puzzle.grade,
        };
        learner.keep(&attempt, out)?;
    }
    Ok(solved)
}

fn ask(
    puzzle: &Puzzle,
    wrong: &mut u32,
    hints: &mut u32,
    cache: &Arc<OracleCache>,
    console: &mut dyn Console,
    out: &mut Out,
) -> Result<Solved, Failure> {
    let question =
        puzzle.question(cache).ok_or_else(|| Failure::Failed("the puzzle cannot be set up".to_owned()))?;
    let at = question.at();
    let about = format!("{} ({}), grade {}", puzzle.game.info().title, puzzle.settings, puzzle.grade);
    out.say(Tone::Plain, &about)?;
    out.say(Tone::Plain, &format!("You are Player {}.", puzzle.seat))?;
    show_board(at.copy(), out)?;
    let prompt = format!("{} (or hint, show, skip, quit): ", question.text());
    loop {
        let mut words = at.moves(puzzle.seat, 100);
        words.extend(["hint", "show", "skip", "quit"].map(str::to_owned));
        let line = match console.ask_line(out, &prompt, &words)? {
            Ok(line) => line,
            Err(left) => return Ok(Solved::Left(left)),
        };
        match line.to_ascii_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(Solved::Left(Left::Quit)),
            "skip" => return Ok(Solved::Passed),
            "hint" => {
                out.say(Tone::Aside, &question.hint(*hints as usize, &()).map_err(Failure::failed)?)?;
                *hints += 1;
                continue;
            }
            "show" => {
                let answers = question.answers(&()).map_err(Failure::failed)?;
                let why = question.why(&()).map_err(Failure::failed)?;
                out.say(Tone::Plain, &format!("Right: {}. {why}", answers.join(" or ")))?;
                return Ok(Solved::Passed);
            }
            _ => {}
        }
        let thinking = Thinking::new(out, console.is_a_person());
        let judgement = match question.judge(&line, &thinking) {
            Ok(judgement) => judgement,
            Err(AnswerError::Unreadable(reason)) => {
                out.say(Tone::Refusal, &reason)?;
                continue;
            }
            Err(error @ AnswerError::Unsolved(_)) => return Err(Failure::failed(error)),
        };
        if judgement.right {
            out.say(Tone::Result, &judgement.said)?;
            out.say(Tone::Plain, &format!("Theme: {}, {}.", puzzle.theme.name(), puzzle.theme.help()))?;
            return Ok(Solved::After(*wrong + 1));
        }
        *wrong += 1;
        out.say(Tone::Refusal, &judgement.said)?;
        if let Some(belief) = judgement.beliefs.first() {
            out.say(Tone::Refusal, &belief.sentence())?;
        }
        show_punishment(at, &judgement.punished, out)?;
    }
}
