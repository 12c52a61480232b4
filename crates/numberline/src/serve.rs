//! The server, as the command line asks for it.

use numberline_cli::{Exit, Failure};
use numberline_server::{Config, Ended, Log, ServerLimits, StoreLimits};

use crate::args::{LogForm, ServeArgs};
use crate::place;

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

fn config(args: &ServeArgs) -> Result<Config, Failure> {
    let database = place::database(&args.place)?;
    let mut limits = ServerLimits::default();
    args.limits.iter().try_for_each(|limit| limits.set(limit)).map_err(Failure::usage)?;
    let proxies = args.trusted_proxies.iter().map(|text| Config::read_proxy(text));
    let trusted_proxies = proxies.collect::<Result<_, _>>().map_err(Failure::usage)?;
    let store = StoreLimits { keep_finished: args.keep_finished, most_bytes: args.max_db };
    Ok(Config {
        database,
        listen: args.listen,
        hosts: args.hosts.clone(),
        trusted_proxies,
        limits,
        store,
        log_addresses: args.log_addresses,
    })
}
