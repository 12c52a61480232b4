//! The command line: one definition that help, completions and the manual page come from.

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use numberline_rules::Seat;
use numberline_table::{Setup, catalog, is_clean};

use crate::serve_args::ServeArgs;
use crate::tui_args::TuiArgs;
use crate::{ArenaArgs, Exit, Failure, Out, Tone, number};

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
pub struct Args {
    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub color: ColorChoice,

    /// Line by line instead of a full screen, for screen readers and simple terminals
    #[arg(long)]
    pub plain: bool,

    /// What to do; without it the games are offered to choose from
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play a game at this terminal
    Play(Box<PlayArgs>),
    /// Open the full screen, with the games to choose from or in the middle of one
    Tui(Box<TuiArgs>),
    /// Serve the games to browsers and programs: a page, rooms to meet in, and an API
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

/// How a game is played.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples:\n  \
    numberline play duel                                 by the book: 1 to 10, Player 1 begins\n  \
    numberline play siege --p2 computer                  against the computer, which plays as Player 2\n  \
    numberline play duel --p1 computer:perfect --p2 mirror\n  \
    numberline play token --first toss --names Ada,Grace\n  \
    numberline play blockade --rounds 3                  with a running score\n  \
    numberline play cards --set cards=7 --set end=9      a larger game\n  \
    numberline play siege --coach                        with a warning before a mistake\n  \
    numberline play duel --record game.txt               leave with quit, go on with:\n  \
    numberline play --resume game.txt\n  \
    printf '2\\n2\\n3\\n1\\n2\\n' | numberline play siege      moves from a script\n\n\
At any prompt: help, rules, hint, undo, draw, resign, save FILE, quit.\n\
'numberline games' lists what --set can change; 'numberline rules GAME' explains a game.")]
pub struct PlayArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names(), required_unless_present = "resume")]
    pub game: Option<String>,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Who plays, and how long
    #[command(flatten)]
    pub session: SessionArgs,

    /// Warn before a move that throws the game away, and offer to take it back
    #[arg(long)]
    pub coach: bool,

    /// Write the game to this file; one that holds an unfinished game is not overwritten
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Go on with a game that was saved; it is saved back to the same file unless --record names another
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "game", "settings", "position", "moves", "names", "first", "rounds", "best_of", "seed",
    ])]
    pub resume: Option<PathBuf>,

    /// Do not keep this game in the history, and remember nothing that was typed
    #[arg(long)]
    pub no_history: bool,
}

/// Who plays, and how long: the same wherever a game is played.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct SessionArgs {
    /// Who plays as Player 1: human, computer, computer:LEVEL (1 to 4 or perfect; plain computer is level 3), or a name
    /// from 'numberline players'
    #[arg(long, value_name = "WHO")]
    pub p1: Option<String>,

    /// Who plays as Player 2
    #[arg(long, value_name = "WHO")]
    pub p2: Option<String>,

    /// The players' names, such as Ada,Grace
    #[arg(long, value_name = "A,B")]
    pub names: Option<String>,

    /// Who begins, where the rule book lets the players decide
    #[arg(long, value_name = "WHO", conflicts_with = "position")]
    pub first: Option<First>,

    /// Play this many rounds and keep the score
    #[arg(long, value_name = "N", value_parser = number::rounds, conflicts_with = "best_of")]
    pub rounds: Option<u32>,

    /// Play until one player has won more than half of N rounds
    #[arg(long, value_name = "N", value_parser = number::rounds)]
    pub best_of: Option<u32>,

    /// The N-th invalid attempt in a row forfeits the game
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub max_invalid: Option<NonZeroU32>,

    /// After N turns the game is a draw; between two computers after 200, unless N says otherwise
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub max_turns: Option<NonZeroU32>,

    /// Make everything random repeatable
    #[arg(long, value_name = "N", value_parser = number::seed)]
    pub seed: Option<u64>,
}

/// Which variant of a game, and where it begins: the same for every command that takes a game.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupArgs {
    /// Change a parameter of the game, such as length=20; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<String>,

    /// Begin with this position instead of the book's
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Play these turns first, such as "5 6; 8; 9 10"
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

impl SetupArgs {
    /// What the table makes a match of; `first` begins where the book leaves that open.
    pub(crate) fn wanted(&self, first: Option<Seat>) -> Setup {
        let Self { settings, position, moves } = self.clone();
        Setup { settings, position, moves, first }
    }
}

/// Whose rules to show.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline rules cards\n  \
    numberline rules siege --set length=30               with the numbers of a variant")]
pub struct RulesArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: String,

    /// Change a parameter of the game, such as length=20; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<String>,
}

/// Which position to analyse.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline analyze siege\n  \
    numberline analyze duel --moves '5 6; 8'\n  \
    numberline analyze blockade --position 'runs 5 1 9 / 1'\n  \
    numberline analyze duel --set length=1000000000000000000\n  \
    numberline analyze cards --set end=4 --json\n\n\
Values are for the player to move: W wins, L loses, D need never end. Distances count plies when the winner \
hurries and the loser delays.\n\n\
For duel and blockade there are nimbers for every length, and distances for free runs that fit a line of 48 \
numbers; misere=yes is solved up to 48. Token with revisit=no is solved up to 2,000,000 positions (100,000 on \
lines longer than 128), cards up to 500,000, which is all of 10 cards. What is larger is refused. Past 10,000 \
legal moves only the best is shown.")]
pub struct AnalyzeArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: String,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Which game to solve.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline solve siege\n  \
    numberline solve cards --set end=4 --json\n  \
    numberline solve token --set revisit=no --moves '1 left'\n  \
    numberline solve duel --set length=1000000 --certificate duel.txt\n  \
    numberline verify duel.txt\n\n\
What is solved is what 'numberline analyze --help' says. A certificate lists up to 500,000 positions: siege on 600 numbers, \
token of any length with steps up to 500, token with revisit=no up to 28 squares with steps of 2, cards with up to 9 cards. For duel and \
blockade it proves the number of plies where the free runs fit a line of 48 numbers, and who wins, by nimbers, for every \
length. What is larger is refused. docs/CERTIFICATES.md explains the format.")]
pub struct SolveArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: String,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Write a proof of the value to this file
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum First {
    /// Player 1
    #[value(name = "1")]
    One,
    /// Player 2
    #[value(name = "2")]
    Two,
    /// Toss a coin
    Toss,
}

/// Which record to step through.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "On a terminal, Enter shows the next move, b goes back, a shows all the rest, q leaves.\n\
    In a pipe the whole game is printed."
)]
pub struct ReplayArgs {
    /// The record
    pub file: PathBuf,

    /// Which game, if the file has several
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count)]
    pub game: NonZeroU32,

    /// Print the whole game without stepping
    #[arg(long)]
    pub all: bool,
}

/// Which record to look at again.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline play siege --record game.txt && numberline review game.txt\n  \
    numberline review game.txt --retry                   find the better moves yourself\n  \
    numberline review game.txt --json                    for programs\n  \
    numberline history 12 > game.txt && numberline review game.txt\n\n\
A mistake is a move after which the position is worth less than before: a win became a draw or a loss, a draw a loss. \
Where both players choose at once it is a card with regret: the exact share of the chance of winning that it gives away \
against perfect play.\n\
Accuracy is the share of a player's moves that were no mistake. In a lost position nothing can be thrown away, so every \
move there counts as kept.\n\
On a terminal the answers are hidden until you have tried, or do not want to.")]
pub struct ReviewArgs {
    /// The record
    pub file: PathBuf,

    /// Which game, if the file has several
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count)]
    pub game: NonZeroU32,

    /// Try each mistake again before the answer is shown
    #[arg(long, conflicts_with = "json")]
    pub retry: bool,

    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Which finished games to list.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline history --game siege\n  \
    numberline history 12 > game.txt && numberline replay game.txt\n\n\
The history is kept in the folder NUMBERLINE_HOME, or else in numberline below the XDG data folder.")]
pub struct HistoryArgs {
    /// Print the record of the game with this number
    #[arg(value_name = "NUMBER", conflicts_with_all = ["game", "player", "limit", "json"])]
    pub number: Option<i64>,

    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = game_names())]
    pub game: Option<String>,

    /// Only games of this player
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,

    /// At most so many, the latest first
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::limit)]
    pub limit: u32,

    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Which finished games to count.
#[derive(clap::Args, Debug)]
pub struct StatsArgs {
    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = game_names())]
    pub game: Option<String>,

    /// Only games of this player
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,

    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Reads the command line.
pub fn read_args(words: Vec<OsString>) -> Result<Args, ArgsError> {
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
pub enum ArgsError {
    /// A word of it cannot be shown.
    Unprintable(String),
    /// Help, version, or wrong usage.
    Clap(clap::Error),
}

impl ArgsError {
    /// Says what is wrong, or shows the help that was asked for, and returns the exit code.
    #[must_use]
    pub fn explain(&self) -> u8 {
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

/// Shows the help of the whole program.
pub fn help(out: &mut Out) -> Result<Exit, Failure> {
    out.say(Tone::Plain, Args::command().render_long_help().to_string().trim_end())?;
    Ok(Exit::Done)
}

pub(crate) fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(catalog().into_iter().map(|game| game.info().slug))
}
