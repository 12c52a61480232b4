//! The server, as the command line asks for it.

use std::path::{Path, PathBuf};

use numberline_cli::{Exit, Failure};
use numberline_history::Home;
use numberline_server::{Config, Ended, Log, ServerLimits, StoreLimits};

use crate::args::{LogForm, ServeArgs};

/// Runs the server until it is told to stop.
pub(crate) fn serve(args: &ServeArgs) -> Result<Exit, Failure> {
    let config = config(args)?;
    let log = match args.log {
        LogForm::Text => Log::Text,
        LogForm::Json => Log::Json,
        LogForm::Off => Log::Off,
    };
    Ok(match numberline_server::run(&config, log, |_| {}) {
        Ok(Ended::InGoodOrder) => Exit::Done,
        Ok(Ended::AtOnce) => Exit::Interrupted,
        // The log says why, in its own form.
        Err(_) => Exit::Unfinished,
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
    Ok(Config {
        listen: args.listen,
        hosts: args.hosts.clone(),
        trusted_proxies,
        limits,
        store,
        log_addresses: args.log_addresses,
        ..config
    })
}
