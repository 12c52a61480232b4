//! The command line of the full screen: a game to start with, and every setting.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use numberline_cli::{SessionArgs, SetupArgs, Source, offered_games};
use numberline_table::find;
use numberline_tui::{About, Setting};

/// What the full screen starts with, and how it looks.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples:\n  \
    numberline tui                                       choose a game from the menu\n  \
    numberline tui siege --p2 computer                   start a game at once\n  \
    numberline tui cards --names Ada,Grace --coach       with a warning before a mistake\n  \
    numberline tui --resume                              resume the game that you left last\n  \
    numberline tui game.txt                              step through a record, and study it\n  \
    numberline tui 12                                    the same for a number of 'numberline history'\n  \
    numberline tui --theme light --motion off            other colours, and nothing moves\n\n\
On every screen ? shows the keys, Esc goes back and q leaves. Ctrl-Z suspends; a game that you leave can be resumed.\n\
An option applies to this run only; settings changed on the screen are kept in config.toml, in the folder NUMBERLINE_HOME or else in \
numberline below the XDG configuration folder.\n\
NO_COLOR and NO_MOTION are honoured. On a terminal that is too simple, 'numberline --plain' does the same line by line.\n\n\
Exit codes: 0 left with q, 130 with Ctrl-C, 129 terminal closed, 143 terminated.")]
pub(crate) struct TuiArgs {
    /// Which game to start, or a record to study: a file, or a number of 'numberline history'; without it, a menu of the games
    #[arg(value_name = "GAME|FILE|N", value_parser = offered_games(), hide_possible_values = true)]
    pub(crate) game: Option<String>,

    /// Which variant, and where it begins
    #[command(flatten)]
    pub(crate) setup: SetupArgs,

    /// Who plays, and how long
    #[command(flatten)]
    pub(crate) session: SessionArgs,

    /// How it looks
    #[command(flatten)]
    pub(crate) settings: SettingArgs,

    /// Write the game to this file; a file with an unfinished game is not overwritten
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Resume a saved game: a file, or the number of an unfinished game; without either, the latest
    #[arg(long, value_name = "FILE|N", num_args = 0..=1, conflicts_with_all = [
        "game", "settings", "position", "moves", "names", "first", "rounds", "best_of", "seed",
    ])]
    pub(crate) resume: Option<Option<Source>>,

    /// Keep no game in the history, and no unfinished game to resume
    #[arg(long)]
    pub(crate) no_history: bool,
}

impl TuiArgs {
    /// The record to study, where none of the games is named.
    pub(crate) fn study(&self) -> Option<Source> {
        let named = self.game.as_ref().filter(|named| find(named).is_none())?;
        named.parse().ok()
    }
}

/// The settings given for this run, each with its value.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingArgs(pub(crate) Vec<(Setting, String)>);

impl Args for SettingArgs {
    fn augment_args(command: Command) -> Command {
        command.args(Setting::ALL.iter().map(|setting| option(*setting)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |setting: &Setting| Some((*setting, matches.get_one::<String>(setting.name())?.clone()));
        Ok(Self(Setting::ALL.iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn option(setting: Setting) -> Arg {
    let About { words, help, value_name, stands_alone, .. } = setting.about();
    let values = words.iter().map(|word| PossibleValue::new(*word).aliases(aliases(word)));
    let parser = PossibleValuesParser::new(values).map(move |said| {
        let is_meant = |word: &&str| *word == said || aliases(word).contains(&said.as_str());
        words.iter().copied().find(is_meant).map_or(said.clone(), str::to_owned)
    });
    let option = Arg::new(setting.name()).long(setting.name()).value_name(value_name).value_parser(parser);
    let option = option.help(help).help_heading("Settings, for this run");
    if stands_alone {
        option.num_args(0..=1).require_equals(true).default_missing_value("on")
    } else {
        option
    }
}

/// Other spellings of a switch's values. Help and completions show the two that the screen and the README use.
fn aliases(word: &str) -> &'static [&'static str] {
    match word {
        "on" => &["yes", "true", "y", "t", "1"],
        "off" => &["no", "false", "n", "f", "0"],
        _ => &[],
    }
}
