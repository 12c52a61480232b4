//! The command line of the full screen: a game to go straight to, and every setting.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::SessionArgs;
use crate::SetupArgs;
use crate::args::game_names;

/// The words that `--theme` takes.
pub const THEMES: [&str; 5] = ["dark", "light", "contrast", "safe", "mono"];
/// The words that `--depth` takes.
pub const DEPTHS: [&str; 5] = ["auto", "true", "256", "16", "none"];
/// The words that `--symbols` takes.
pub const SYMBOLS: [&str; 3] = ["auto", "unicode", "ascii"];

/// What the full screen begins with, and how it looks.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples:\n  \
    numberline tui                                       the games to choose from\n  \
    numberline tui siege --p2 computer                   straight to a game\n  \
    numberline tui cards --names Ada,Grace --coach       with a warning before a mistake\n  \
    numberline tui --theme light --motion off            other colours, and nothing moves\n\n\
On every screen ? shows the keys, Esc goes back and q leaves. Ctrl-Z suspends; a game that is left can be gone on with.\n\
An option holds for this time; what is set on the screen is kept in config.toml, in the folder NUMBERLINE_HOME or else in \
numberline below the XDG configuration folder.\n\
NO_COLOR and NO_MOTION are honoured. Where the terminal is too simple, 'numberline --plain' does the same line by line.\n\n\
Exit codes: 0 left with q, 130 with Ctrl-C, 129 when the terminal is closed, 143 when told to end.")]
pub struct TuiArgs {
    /// Which game to begin; without it the games are offered to choose from
    #[arg(value_name = "GAME", value_parser = game_names())]
    pub game: Option<String>,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub setup: SetupArgs,

    /// Who plays, and how long
    #[command(flatten)]
    pub session: SessionArgs,

    /// How it looks
    #[command(flatten)]
    pub look: LookArgs,

    /// Keep no game in the history, and none that is left unfinished
    #[arg(long)]
    pub no_history: bool,
}

/// The settings of the full screen, for this time.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Settings, for this time")]
pub struct LookArgs {
    /// The colours
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(THEMES))]
    pub theme: Option<String>,

    /// How many colours
    #[arg(long, value_name = "COLOURS", value_parser = PossibleValuesParser::new(DEPTHS))]
    pub depth: Option<String>,

    /// Which symbols
    #[arg(long, value_name = "WHICH", value_parser = PossibleValuesParser::new(SYMBOLS))]
    pub symbols: Option<String>,

    /// Whether anything moves
    #[arg(long, value_name = "ON", value_parser = switch())]
    pub motion: Option<bool>,

    /// Whether the mouse is listened to
    #[arg(long, value_name = "ON", value_parser = switch())]
    pub mouse: Option<bool>,

    /// Whether a new game has a coach, who warns before a move that throws the game away
    #[arg(long, value_name = "ON", value_parser = switch(), num_args = 0..=1,
        require_equals = true, default_missing_value = "on")]
    pub coach: Option<bool>,

    /// Whether the coach shows nimbers
    #[arg(long, value_name = "ON", value_parser = switch(), num_args = 0..=1,
        require_equals = true, default_missing_value = "on")]
    pub nimbers: Option<bool>,
}

/// The words for a switch. Help and completions show the two that the screen and the README use.
fn switch() -> impl TypedValueParser<Value = bool> {
    const ON: [&str; 6] = ["on", "yes", "true", "y", "t", "1"];
    const OFF: [&str; 6] = ["off", "no", "false", "n", "f", "0"];
    let words = [ON, OFF].map(|[first, others @ ..]| PossibleValue::new(first).aliases(others));
    PossibleValuesParser::new(words).map(|word| ON.contains(&word.as_str()))
}
