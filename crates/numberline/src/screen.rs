//! The full screen, as the command line asks for it.

use std::io::IsTerminal;

use numberline_cli::{Failure, Out, SessionArgs, SetupArgs};
use numberline_history::Home;
use numberline_tui::{App, Environment, Leave, Preferences, Setting, Start, terminal_size};

use crate::args::TuiArgs;

/// Whether standard input and output are a terminal that can show a full screen.
pub(crate) fn is_there() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    Out::is_a_screen() && !dumb
}

/// Opens the full screen, and says how it was left.
pub(crate) fn open(args: &TuiArgs, colour: bool) -> Result<Leave, Failure> {
    if !is_there() {
        let why = if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            "this terminal is too simple for a full screen (see TERM)"
        } else {
            "the full screen needs a terminal for its input and output"
        };
        return Err(Failure::Usage(format!("{why}; line by line: numberline play, or numberline --plain")));
    }
    let (preferences, notice) = preferences(args, colour)?;
    let start = match args.game.as_deref() {
        Some(slug) => Start::Play(Box::new(args.session.terms(slug, &args.setup)?)),
        None if args.setup == SetupArgs::default() && args.session == SessionArgs::default() => Start::Home,
        None => {
            return Err(Failure::Usage(
                "name the game that these options are for: numberline tui GAME".to_owned(),
            ));
        }
    };
    let app = App::new(preferences, terminal_size(), start).with_notice(notice);
    let home = if args.no_history { None } else { Home::find().ok() };
    numberline_tui::run(app, home).map_err(Failure::from)
}

/// The player's preferences, and what is wrong with their file.
fn preferences(args: &TuiArgs, colour: bool) -> Result<(Preferences, Option<String>), Failure> {
    let (mut preferences, error) = Preferences::load(&Environment::find());
    let colourless = (!colour).then(|| (Setting::Depth, "none".to_owned()));
    for (setting, word) in colourless.iter().chain(&args.settings.0) {
        preferences = preferences.given(*setting, word).map_err(Failure::usage)?;
    }
    Ok((preferences, error.map(|error| error.to_string())))
}
