//! The command line: one definition that help, completions and the manual pages come from. What a command of line mode
//! takes is defined beside the command.

#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "full-screen")]
mod tui;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use numberline_cli::{
    AnalyzeArgs, ArenaArgs, HistoryArgs, Out, PlayArgs, ReplayArgs, ReviewArgs, RulesArgs, SolveArgs,
    StatsArgs, Tone,
};
use numberline_table::is_clean;

#[cfg(feature = "server")]
pub(crate) use serve::{LogForm, ServeArgs};
#[cfg(feature = "full-screen")]
pub(crate) use tui::TuiArgs;

/// Play the number-line duels: five two-player strategy games.
#[derive(Parser, Debug)]
#[command(
    name = "numberline",
    version,
    about = "Five two-player strategy games on a number line",
    long_about = "Five two-player strategy games on a number line.\n\n\
        Without a command, on a terminal, it opens on a full screen; with --plain it is a menu that asks line by line.",
    after_help = "Examples:\n  \
        numberline                          choose a game on a full screen\n  \
        numberline --plain                  choose a game line by line\n  \
        numberline play siege               two people at this terminal\n  \
        numberline play siege --p2 computer against the computer\n  \
        numberline play duel --names Ada,Grace --best-of 3\n  \
        numberline serve                    play in a browser\n  \
        numberline rules cards              how a game is played\n\n\
        Exit codes: 0 finished or left with quit, 1 could not finish, 2 wrong usage, 130 interrupted, \
        129 and 143 when the terminal is closed or the program is told to end.",
    propagate_version = true,
    max_term_width = 100
)]
pub(crate) struct Args {
    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub(crate) color: ColorChoice,

    /// Line by line instead of a full screen, for screen readers and simple terminals
    #[arg(long)]
    pub(crate) plain: bool,

    /// What to do; without it the games are offered to choose from
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game at this terminal
    Play(Box<PlayArgs>),
    /// Open the full screen, with the games to choose from or in the middle of one
    #[cfg(feature = "full-screen")]
    Tui(Box<TuiArgs>),
    /// Serve the games to browsers and programs: a page, rooms to meet in, and an API
    #[cfg(feature = "server")]
    Serve(ServeArgs),
    /// Say what a position is worth, what every move is worth, and why
    Analyze(AnalyzeArgs),
    /// Solve a game: who wins with perfect play, and a certificate that proves it
    Solve(SolveArgs),
    /// Check a certificate, by the rules alone
    #[command(after_help = "Example:\n  \
        numberline solve siege --certificate siege.txt && numberline verify siege.txt\n\n\
The checker shares nothing with the solvers. It says one line and exits with 0 if the certificate holds, and with 1 and the\n\
first line that does not hold otherwise. A certificate has at most 64 MiB and 500,000 lines.")]
    Verify {
        /// The certificate
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// List the games with their parameters
    Games {
        /// As JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// List the computer players with what they believe
    #[command(after_help = "Example:\n  \
        numberline play duel --p2 mirror    against the player who copies every move")]
    Players {
        /// As JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Let computer players play many games against each other
    Arena(ArenaArgs),
    /// Show the rules of a game
    Rules(RulesArgs),
    /// Step through a recorded game
    Replay(ReplayArgs),
    /// Look at a recorded game again: what each move was worth, and what would have been better
    Review(ReviewArgs),
    /// List the finished games, or show the record of one
    History(HistoryArgs),
    /// Count wins by game, seat and opponent
    Stats(StatsArgs),
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
    // What must not reach a screen is turned away here, before any message could repeat it.
    for (place, word) in words.iter().enumerate() {
        if !word.to_str().is_some_and(is_clean) {
            let reason = format!("argument {place} has characters in it that cannot be printed");
            return Err(ArgsError::Unprintable(reason));
        }
    }
    // Help and errors come before the options are read, but are to look as the options say.
    let asked = |pair: &[OsString]| matches!(pair, [name, when] if name == "--color" && when == "never");
    let plain = words.iter().any(|word| word == "--color=never") || words.windows(2).any(asked);
    let command = Args::command().color(if plain { ColorChoice::Never } else { ColorChoice::Auto });
    let matches = command.try_get_matches_from(words).map_err(ArgsError::Clap)?;
    Args::from_arg_matches(&matches).map_err(ArgsError::Clap)
}

/// The command line is no command, or asks for help.
#[derive(Debug)]
pub(crate) enum ArgsError {
    /// A word of it cannot be shown.
    Unprintable(String),
    /// Help, version, or wrong usage.
    Clap(clap::Error),
}

impl ArgsError {
    /// Says what is wrong, or shows the help that was asked for, and returns the exit code.
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
