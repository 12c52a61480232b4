//! The server, as the command line asks for it.

use std::path::{Path, PathBuf};

use numberline_cli::{Exit, Failure, Out, Tone};
use numberline_history::Home;
use numberline_server::{Config, Ended, Log, ServerLimits, StoreLimits};

use crate::args::{LogForm, ServeArgs};

/// Runs the server until it is told to stop.
pub(crate) fn serve(args: &ServeArgs, out: &mut Out) -> Result<Exit, Failure> {
    let config = config(args)?;
    let log = match args.log {
        LogForm::Text => Log::Text,
        LogForm::Json => Log::Json,
        LogForm::Off => Log::Off,
    };
    let ended = numberline_server::run(&config, log, |address, rolled_back| {
        // The terminal may be closed; the server runs all the same.
        if let Some(rolled_back) = rolled_back {
            let _ = out.remark(Tone::Warning, &format!("numberline: warning: {rolled_back}"));
        }
        let _ = out.remark(Tone::Plain, &format!("numberline: listening on http://{address}"));
    })
    .map_err(Failure::failed)?;
    Ok(match ended {
        Ended::InGoodOrder => Exit::Done,
        Ended::AtOnce => Exit::Interrupted,
    })
}

/// The file that the games are kept in.
pub(crate) fn database(given: Option<&Path>) -> Result<PathBuf, Failure> {
    match given {
        Some(file) => Ok(file.to_owned()),
        None => Ok(Home::find().map_err(Failure::failed)?.rooms()),
    }
}

fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let database = database(args.db.as_deref())?;
    let mut limits = ServerLimits::default();
    args.limits.iter().try_for_each(|limit| limits.set(limit)).map_err(Failure::usage)?;
    let proxies = args.trusted_proxies.iter().map(|text| Config::read_proxy(text));
    let trusted_proxies = proxies.collect::<Result<_, _>>().map_err(Failure::usage)?;
    let config = Config::new(&database);
    let store = StoreLimits { keep_finished: args.keep_finished, most_bytes: args.max_db };
    Ok(Config { listen: args.listen, hosts: args.hosts.clone(), trusted_proxies, limits, store, ..config })
}
