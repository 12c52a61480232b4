//! The command line: one definition for help, completions and the manual pages. The arguments of a line-mode command are
//! defined beside the command.

#[cfg(feature = "server")]
mod place;
#[cfg(feature = "server")]
mod rooms;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "full-screen")]
mod tui;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use numberline_cli::{
    AnalyzeArgs, ArenaArgs, HistoryArgs, LearnArgs, Out, PlayArgs, ProgressArgs, PuzzleArgs, ReplayArgs,
    ReviewArgs, RulesArgs, SolveArgs, StatsArgs, Tone,
};
use numberline_table::is_clean;

#[cfg(feature = "server")]
pub(crate) use place::PlaceArgs;
#[cfg(feature = "server")]
pub(crate) use rooms::{RoomsArgs, RoomsCommand, Standing};
#[cfg(feature = "server")]
pub(crate) use serve::{LogForm, ServeArgs};
#[cfg(feature = "full-screen")]
pub(crate) use tui::TuiArgs;

/// What this build has; the help mentions nothing else.
const FULL_SCREEN: bool = cfg!(feature = "full-screen");
const SERVER: bool = cfg!(feature = "server");

const LONG_ABOUT: &str = if FULL_SCREEN {
    "Five two-player strategy games on a number line.\n\n\
     Without a command, on a terminal, it opens the full screen; with --plain it shows a menu, line by line, in a pipe too."
} else {
    "Five two-player strategy games on a number line.\n\nWithout a command, on a terminal, it shows a menu."
};

/// The first examples, each with whether this build has what it shows.
const EXAMPLES: [(bool, &str); 9] = [
    (FULL_SCREEN, "numberline                          choose a game on a full screen"),
    (FULL_SCREEN, "numberline --plain                  choose a game line by line"),
    (!FULL_SCREEN, "numberline                          choose a game"),
    (true, "numberline learn duel               a first game of two minutes, then lessons"),
    (true, "numberline play siege               two people at this terminal"),
    (true, "numberline play siege --p2 computer against the computer"),
    (true, "numberline play duel --names Ada,Grace --best-of 3"),
    (SERVER, "numberline serve                    play in a browser"),
    (true, "numberline rules cards              how a game is played"),
];

fn after_help() -> String {
    let shown =
        EXAMPLES.iter().filter(|(is_there, _)| *is_there).map(|(_, example)| format!("  {example}\n"));
    format!(
        "Examples:\n{}\nExit codes: 0 finished or left with quit, 1 could not finish, 2 wrong usage, 130 interrupted, \
         129 terminal closed, 143 terminated.",
        shown.collect::<String>()
    )
}

/// Play the number-line duels: five two-player strategy games.
#[derive(Parser, Debug)]
#[command(
    name = "numberline",
    version,
    about = "Five two-player strategy games on a number line",
    long_about = LONG_ABOUT,
    after_help = after_help(),
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub(crate) struct Args {
    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub(crate) color: ColorChoice,

    /// Line by line instead of the full screen, for screen readers and simple terminals
    #[arg(long, hide = !FULL_SCREEN)]
    pub(crate) plain: bool,

    /// What to do; without a command, a menu of the games
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game at this terminal
    Play(Box<PlayArgs>),
    /// Open the full screen, with a menu of the games or straight in one
    #[cfg(feature = "full-screen")]
    Tui(Box<TuiArgs>),
    /// Serve the games to browsers and programs: a page, rooms to meet in, and an API
    #[cfg(feature = "server")]
    Serve(ServeArgs),
    /// List, show, delete, back up or move the games of a server
    #[cfg(feature = "server")]
    Rooms(RoomsArgs),
    /// Show what a position and each of its moves are worth, and why
    Analyze(AnalyzeArgs),
    /// Solve a game: who wins with perfect play, optionally with a certificate that proves it
    Solve(SolveArgs),
    /// Check a certificate, by the rules alone
    #[command(after_help = "Example:\n  \
        numberline solve siege --certificate siege.txt && numberline verify siege.txt\n\n\
The checker shares nothing with the solvers. It prints one line and exits with 0 if the certificate holds; \
otherwise it names the first line that does not hold and exits with 1. A certificate has at most 64 MiB and 500,000 lines.")]
    Verify {
        /// The certificate
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// List the games with their parameters
    Games {
        /// Print JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// List the computer players and their strategies
    #[command(after_help = "Example:\n  \
        numberline play duel --p2 mirror    against the player who copies every move")]
    Players {
        /// Print JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Let computer players play many games against each other
    Arena(ArenaArgs),
    /// Learn a game: from a first game to the theory behind it
    Learn(LearnArgs),
    /// Solve puzzles made by the solver, or the puzzle of the day
    Puzzle(PuzzleArgs),
    /// Practise what you missed, in fresh positions, when it is due
    Drill,
    /// Show what you can do in each game, and what to do next
    Progress(ProgressArgs),
    /// Show the rules of a game
    Rules(RulesArgs),
    /// Step through a recorded game
    Replay(ReplayArgs),
    /// Review a recorded game: what each move was worth, and what would have been better
    Review(ReviewArgs),
    /// List the finished games, or show the record of one
    History(HistoryArgs),
    /// Count wins by game, seat and opponent
    Stats(StatsArgs),
    /// Explain the program, or one of its commands
    Help {
        /// The command
        #[arg(value_name = "COMMAND")]
        words: Vec<String>,
    },
    /// Print completions for a shell
    #[command(after_help = "Example for bash:\n  \
        numberline completions bash > ~/.local/share/bash-completion/completions/numberline")]
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  numberline man | man -l -")]
    Man {
        /// Write a page for each command into this folder instead
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
}

/// Reads the command line.
pub(crate) fn read(words: Vec<OsString>) -> Result<Args, ArgsError> {
    // Characters that must not reach a screen are refused here, before any message could repeat them.
    for (place, word) in words.iter().enumerate() {
        if !word.to_str().is_some_and(is_clean) {
            let reason = format!("argument {place} contains characters that cannot be printed");
            return Err(ArgsError::Unprintable(reason));
        }
    }
    // Help and errors are printed before the options are read, but must follow --color.
    let asked = |pair: &[OsString]| matches!(pair, [name, when] if name == "--color" && when == "never");
    let plain = words.iter().any(|word| word == "--color=never") || words.windows(2).any(asked);
    let command = Args::command().color(if plain { ColorChoice::Never } else { ColorChoice::Auto });
    let matches = command.try_get_matches_from(words).map_err(ArgsError::Clap)?;
    Args::from_arg_matches(&matches).map_err(ArgsError::Clap)
}

/// The command line is not a command, or asks for help.
#[derive(Debug)]
pub(crate) enum ArgsError {
    /// One of its words cannot be shown.
    Unprintable(String),
    /// Help, version, or wrong usage.
    Clap(clap::Error),
}

impl ArgsError {
    /// Prints the error, or the help that was asked for, and returns the exit code.
    pub(crate) fn explain(&self) -> u8 {
        match self {
            Self::Unprintable(reason) => {
                let mut out = Out::standard(ColorChoice::Never);
                let _ = out.remark(Tone::Warning, &format!("error: {reason}"));
                2
            }
            Self::Clap(error) => {
                let _ = error.print();
                u8::try_from(error.exit_code()).unwrap_or(2)
            }
        }
    }
}
