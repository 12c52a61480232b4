//! The arguments of the line-mode commands.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use numberline_table::catalog;

use crate::{SessionArgs, SetupArgs, Source, number};

/// How a game is played.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples:\n  \
    numberline play duel                                 by the book: 1 to 10, Player 1 begins\n  \
    numberline play siege --p2 computer                  against the computer, which plays as Player 2\n  \
    numberline play cards --against computer             against the computer, in the seat with a chance\n  \
    numberline play duel --p1 computer:perfect --p2 mirror\n  \
    numberline play token --first toss --names Ada,Grace\n  \
    numberline play blockade --rounds 3                  with a running score\n  \
    numberline play cards --set cards=7 --set end=9      a larger game\n  \
    numberline play siege --coach                        with a warning before a mistake\n  \
    numberline play duel --record game.txt               leave with quit, resume with:\n  \
    numberline play --resume game.txt\n  \
    numberline play --resume                             resume what you left, or list it\n  \
    printf '2\\n2\\n3\\n1\\n2\\n' | numberline play siege      moves from a script\n\n\
At any prompt: help, rules, hint, board, moves, odds, undo, draw, resign, save FILE, quit.\n\
'numberline games' lists what --set can change; 'numberline rules GAME' explains a game.")]
pub struct PlayArgs {
    /// Which game; without it, the games are listed
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: Option<String>,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Who plays, and how long
    #[command(flatten)]
    pub session: SessionArgs,

    /// Warn before a mistake, and offer to take the move back
    #[arg(long)]
    pub coach: bool,

    /// Ask who wins before the first hint of a turn and in the review, and keep how well you knew
    #[arg(long)]
    pub predict: bool,

    /// Write the game to this file; a file with an unfinished game is not overwritten
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Resume a saved game: a file, or the number of an unfinished game; without either, the only one, or a list of them. Players,
    /// limits and seats stay the same unless an option says otherwise, and a file is saved back unless --record names another
    #[arg(long, value_name = "FILE|N", num_args = 0..=1, conflicts_with_all = [
        "game", "settings", "position", "moves", "names", "first", "rounds", "best_of", "seed",
    ])]
    pub resume: Option<Option<Source>>,

    /// Do not keep this game in the history, nor anything typed in the line editor
    #[arg(long)]
    pub no_history: bool,
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
Values are for the player to move: W wins, L loses, D need never end. Distances count the turns of both players, \
where the winner hurries and the loser delays.\n\n\
For duel and blockade there are nimbers (numbers that decide sums of free runs) for every length, and distances for free runs \
that fit a line of 48 numbers; misere=yes, where the last move loses, is solved up to 48. Token with revisit=no is solved up to \
2,000,000 positions (100,000 on lines longer than 128), and on every line if each square between the ends can be reached in one \
move, with steps of length-3 or more: then the number of unvisited squares between the ends decides, and the player to move wins \
if it is odd. Cards are solved up to 500,000 reachable positions, which covers 10 cards on any line, and more cards on a short one. \
With --large, free runs that fit a line of 80 numbers are solved, and 6,000,000 positions of cards, which covers 12 cards. \
Larger games are refused. Past 10,000 legal moves only the best is shown.\n\n\
In JSON, whole numbers beyond 2^53 - 1 are written as strings, because many programs would round them.")]
pub struct AnalyzeArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: String,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Solve large games too, such as cards with 12 cards: first says how much time and memory that may take
    #[arg(long)]
    pub large: bool,

    /// Ask who wins, in how many turns, which nimber or what chance, before it is shown
    #[arg(long, conflicts_with = "json")]
    pub predict: bool,

    /// Print JSON, for programs
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
'numberline analyze --help' lists what is solved. A certificate lists up to 500,000 positions: siege on 600 numbers, \
token of any length with steps up to 500, token with revisit=no up to 28 squares with steps of 2, cards with up to 9 cards. For duel and \
blockade it proves the number of plies (single turns) if the free runs fit a line of 48 numbers, and who wins, by nimbers (numbers that \
decide sums of free runs), for every length. Larger games are refused. docs/CERTIFICATES.md explains the format.")]
pub struct SolveArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: String,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Solve large games too, such as cards with 12 cards: first says how much time and memory that may take
    #[arg(long, conflicts_with = "certificate")]
    pub large: bool,

    /// Write a proof of the value to this file
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Which record to step through.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline replay game.txt\n  \
    numberline replay 12                                 a number of 'numberline history'\n\n\
On a terminal, Enter shows the next move, b goes back, a shows the rest, q quits.\n\
    In a pipe the whole game is printed.")]
pub struct ReplayArgs {
    /// A file, or a number of 'numberline history'
    #[arg(value_name = "FILE|N")]
    pub record: Source,

    /// Which game, if the file has several
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count)]
    pub game: NonZeroU32,

    /// Print the whole game without stepping
    #[arg(long)]
    pub all: bool,
}

/// Which record to review.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    numberline play siege --record game.txt && numberline review game.txt\n  \
    numberline review game.txt --retry                   find the better moves yourself\n  \
    numberline review game.txt --json                    for programs\n  \
    numberline review 12                                 a number of 'numberline history'\n\n\
A mistake is a move that makes the position worth less: a win becomes a draw or a loss, a draw becomes a loss. \
Where both players choose at once, it is a card with regret: the exact chance of winning that it gives away \
against perfect play.\n\
Accuracy is the share of a player's moves that were not mistakes. In a lost position there is nothing to give away, so no \
move there counts as a mistake.\n\
On a terminal the answers stay hidden until you have tried, or chosen not to.")]
pub struct ReviewArgs {
    /// A file, or a number of 'numberline history'
    #[arg(value_name = "FILE|N")]
    pub record: Source,

    /// Which game, if the file has several
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count)]
    pub game: NonZeroU32,

    /// Try each mistake again before the answer is shown
    #[arg(long, conflicts_with = "json")]
    pub retry: bool,

    /// Ask who wins before each move, and only then show what the moves were worth
    #[arg(long, conflicts_with = "json")]
    pub predict: bool,

    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// What to do with finished games besides listing them.
#[derive(clap::Subcommand, Debug)]
pub enum HistoryCommand {
    /// Delete games from the history, for good
    Delete {
        /// The numbers of the games
        #[arg(value_name = "NUMBER", required = true)]
        numbers: Vec<i64>,
    },
}

/// Which finished games to list.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "Examples:\n  \
    numberline history --game siege\n  \
    numberline history 12                                the record of a game; review 12 and replay 12 show it\n  \
    numberline history delete 12\n\n\
The history is kept in the folder NUMBERLINE_HOME, or else in numberline below the XDG data folder."
)]
pub struct HistoryArgs {
    /// Delete games instead
    #[command(subcommand)]
    pub command: Option<HistoryCommand>,

    /// Print the record of the game with this number
    #[arg(value_name = "NUMBER", conflicts_with_all = ["game", "player", "limit", "json"])]
    pub number: Option<i64>,

    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = game_names())]
    pub game: Option<String>,

    /// Only games of this player
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,

    /// List at most N games, the latest first
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::limit)]
    pub limit: u32,

    /// Print JSON, for programs
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

    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// The names of the games.
pub fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(catalog().into_iter().map(|game| game.info().slug))
}
