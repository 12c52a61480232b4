//! The command line of the server.

use std::net::SocketAddr;
use std::time::Duration;

use clap::ValueEnum;
use numberline_server::Config;

use super::place::PlaceArgs;

/// How the server listens, and its limits.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    numberline serve                                     then open http://127.0.0.1:8080 in a browser\n  \
    numberline serve --listen 0.0.0.0:8080               for others in the same network, too\n  \
    numberline serve --host games.example --trusted-proxy 127.0.0.1/32\n                                                       \
    behind a proxy that terminates TLS\n  \
    numberline serve --limit connections=500 --limit hello-time=5s\n  \
    numberline serve --database postgres://numberline@db.example/numberline?sslmode=verify-full\n                                                       \
    one of several servers on one PostgreSQL\n\n\
Games are kept in rooms.sqlite3 in the folder NUMBERLINE_HOME, or else in numberline below the XDG data folder. A move is on \
disk before any player sees it, and after a crash every game continues.\n\
GET /api/openapi.json describes the API, /healthz and /readyz report its health, /metrics serves Prometheus metrics. \
docs/SERVER.md lists the limits, and docs/OPERATING.md says how to back up, delete and restore games.\n\
Ctrl-C, SIGTERM, or closing its terminal shuts it down cleanly; a second signal stops it at once.\n\n\
Exit codes: 0 shut down cleanly, 1 could not start or could no longer write, 2 wrong usage, 130 stopped at once by a second signal.")]
pub(crate) struct ServeArgs {
    /// Where to listen; port 0 picks any free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,

    #[command(flatten)]
    pub(crate) place: PlaceArgs,

    /// Delete games this long after their end, such as 30d; by default they are kept
    #[arg(long, value_name = "TIME", value_parser = Config::read_time)]
    pub(crate) keep_finished: Option<Duration>,

    /// Limit the size of the database, such as 2G: at nine tenths no new games are opened, and at the full size nothing more is saved
    #[arg(long, value_name = "SIZE", value_parser = Config::read_size)]
    pub(crate) max_db: Option<u64>,

    /// A name under which browsers reach the server; can be repeated
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    pub(crate) hosts: Vec<String>,

    /// A proxy, or a network of proxies, whose X-Forwarded-For header is trusted; can be repeated
    #[arg(long = "trusted-proxy", value_name = "CIDR")]
    pub(crate) trusted_proxies: Vec<String>,

    /// Change a limit, such as connections=500; can be repeated
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    pub(crate) limits: Vec<String>,

    /// Format of the log, which goes to standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub(crate) log: LogForm,

    /// Log the address of each client; addresses are personal data, so they are left out by default
    #[arg(long)]
    pub(crate) log_addresses: bool,
}

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogForm {
    /// For people
    Text,
    /// For programs: one JSON object on every line
    Json,
    /// Only the address, and why the server could not start
    Off,
}

/// A host name as browsers send it: no scheme, port or path.
fn host(text: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
    let is_address = text.starts_with('[') && text.ends_with(']');
    if !text.is_empty()
        && text.len() <= 253
        && text.chars().all(is_name)
        && (is_address || !text.contains(':'))
    {
        Ok(text.to_owned())
    } else {
        Err("a name without scheme and port is needed, such as games.example".to_owned())
    }
}
