//! The games in line mode: prompts and echo lines in the words of the rule books, at a terminal or in a pipe.
//!
//! Nothing in here knows the rules of a game. A match is an [`numberline_table::AnyMatch`], and the rule book's words for
//! each step come from its voice; a game without its own uses the voice that fits every game.
//!
//! ```
//! use numberline_cli::{Exit, Out, RulesArgs, rules};
//!
//! let mut out = Out::to(Box::new(std::io::stdout()), Box::new(std::io::stderr()));
//! let exit = rules(&RulesArgs { game: "siege".to_owned(), settings: vec!["step=2".to_owned()] }, &mut out)?;
//! assert_eq!(exit, Exit::Done);
//! # Ok::<(), numberline_cli::Failure>(())
//! ```

mod analyze;
mod arena;
mod args;
mod command;
mod confirm;
mod console;
mod drill;
mod failure;
mod games;
mod history;
mod learn;
mod learner;
mod mentor;
mod menu;
mod number;
mod odds;
mod offered;
mod out;
mod paint;
mod picture;
mod play;
mod players;
mod progress;
mod puzzle;
mod recorder;
mod replay;
mod request;
mod retry;
mod review;
mod round;
mod rules;
mod script;
mod solve;
mod source;
mod standing;
mod teach;
mod terminal;
mod thinking;
mod verify;
mod voice;

pub use analyze::analyze;
pub use arena::{ArenaArgs, arena};
pub use args::{
    AnalyzeArgs, HistoryArgs, HistoryCommand, PlayArgs, ReplayArgs, ReviewArgs, RulesArgs, SolveArgs,
    StatsArgs, game_names,
};
pub use console::{Console, Input};
pub use drill::drill;
pub use failure::{Exit, Failure};
pub use games::games;
pub use history::{history, stats};
pub use learn::{LearnArgs, learn};
pub use mentor::Advice;
pub use menu::menu;
pub use offered::offered_games;
pub use out::{Out, Tone};
pub use play::play;
pub use players::players;
pub use puzzle::{PuzzleArgs, puzzle};
pub use recorder::Recorder;
pub use replay::replay;
pub use request::{SessionArgs, SetupArgs};
pub use review::review;
pub use round::{Left, Round};
pub use rules::rules;
pub use script::Script;
pub use solve::solve;
pub use source::Source;
pub use standing::{ProgressArgs, progress};
pub use terminal::{Terminal, console, restore_terminal_on_the_way_out};
pub use verify::verify;
