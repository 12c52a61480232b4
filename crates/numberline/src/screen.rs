//! The full screen, as the command line asks for it.

use std::io::IsTerminal;
use std::num::NonZeroU32;
use std::path::PathBuf;

use numberline_cli::{Failure, Out, SessionArgs, SetupArgs, Source};
use numberline_history::{Home, UnfinishedError, today};
use numberline_table::{OwnFiles, Session, draw_seed, load};
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
    let home = if args.no_history { None } else { Home::find().ok() };
    let (start, file) = start(args, home.as_ref())?;
    let app = App::new(preferences, terminal_size(), start).with_notice(notice);
    let record = args.record.clone().or(file.clone()).map(|path| (path, OwnFiles::new(file)));
    if let Some((path, own)) = &record {
        // A file that cannot be written is reported now, not after the game.
        own.check(path).map_err(Failure::failed)?;
    }
    numberline_tui::run_recording(app, home, record).map_err(Failure::from)
}

/// Where the program begins, and the file that a resumed session is from.
fn start(args: &TuiArgs, home: Option<&Home>) -> Result<(Start, Option<PathBuf>), Failure> {
    let no_options = args.setup == SetupArgs::default() && args.session == SessionArgs::default();
    if let Some(source) = &args.resume {
        let request = args.session.overrides()?;
        let (records, file) = match source {
            Some(Source::File(file)) => (load(file).map_err(Failure::failed)?, Some(file.clone())),
            Some(Source::Number(number)) => {
                let number = u32::try_from(*number).unwrap_or(u32::MAX);
                let found = home.map_or(Ok(None), |home| home.recall(number)).map_err(Failure::failed)?;
                let none = || Failure::failed(UnfinishedError::none(Some(number)));
                (found.ok_or_else(none)?.records, None)
            }
            None => {
                let all = home.map_or(Ok(Vec::new()), Home::all_unfinished).map_err(Failure::failed)?;
                let none = || Failure::failed(UnfinishedError::none(None));
                (all.into_iter().next().ok_or_else(none)?.records, None)
            }
        };
        // What is wrong is said before the screen opens.
        Session::resume(records.clone(), &request, today(), draw_seed()).map_err(Failure::failed)?;
        return Ok((Start::Resume(records, Box::new(request)), file));
    }
    let start = match (args.game.as_deref(), args.study()) {
        (Some(_), Some(source)) if no_options && source.is_there() => {
            let (record, _) = source.record(NonZeroU32::MIN)?;
            Start::Study(Box::new(record))
        }
        (Some(slug), _) => {
            let mut terms = args.session.terms(slug, &args.setup)?;
            if let (Some(seat), Some(home)) = (terms.only_person(), home) {
                let name = seat.of_mut(&mut terms.names);
                *name = home.name_of_person(name.take());
            }
            Start::Play(Box::new(terms))
        }
        (None, _) if no_options => Start::Home,
        (None, _) => {
            return Err(Failure::Usage(
                "name the game that these options are for: numberline tui GAME".to_owned(),
            ));
        }
    };
    Ok((start, None))
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
