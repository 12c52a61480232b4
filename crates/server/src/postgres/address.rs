//! The address of a PostgreSQL database, read once, with the password from where it is kept.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::passfile;
use super::tls::{Tls, Trust};
use crate::database::DatabaseError;

/// How long a connection may take to open.
const CONNECTING: Duration = Duration::from_secs(3);

/// How long a connection may be silent before the system asks whether the other side is still there, and how long
/// what was sent may stay unconfirmed.
const SILENT: Duration = Duration::from_secs(5);
const UNCONFIRMED: Duration = Duration::from_secs(8);

/// The address of a database, with everything that is needed to connect to it.
#[derive(Clone)]
pub struct PostgresAddress {
    config: Config,
    tls: Tls,
    /// What is safe to show.
    shown: String,
    holds_password: bool,
}

impl PostgresAddress {
    pub(crate) fn read(text: &str) -> Result<Self, DatabaseError> {
        let (plain, mut mode, mut roots, mut file) = (text, None, None, None);
        let (base, query) = plain.split_once('?').map_or((plain, ""), |(base, query)| (base, query));
        // What the driver does not know is taken out here.
        let mut rest = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", value)) => roots = Some(value),
                Some(("passfile", value)) => file = Some(PathBuf::from(value)),
                _ => rest.push(pair),
            }
        }
        let trust = match mode.unwrap_or("prefer") {
            "disable" => None,
            "allow" | "prefer" | "require" => Some(Trust::Anyone),
            "verify-ca" => Some(Trust::Issuer),
            "verify-full" => Some(Trust::Name),
            _ => return Err(DatabaseError::SslMode),
        };
        let reduced = format!("{base}?{}", rest.join("&"));
        let mut config: Config = reduced.parse().map_err(|error| unreadable(&error))?;
        config.ssl_mode(match mode.unwrap_or("prefer") {
            "disable" => SslMode::Disable,
            "allow" | "prefer" => SslMode::Prefer,
            _ => SslMode::Require,
        });
        let holds_password = config.get_password().is_some();
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            config.host("localhost");
        }
        if !holds_password && let Some(password) = passfile::find(&config, file)? {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECTING);
        }
        config.tcp_user_timeout(UNCONFIRMED);
        config.keepalives_idle(SILENT).keepalives_interval(SILENT / 2).keepalives_retries(2);
        if config.get_application_name().is_none() {
            config.application_name("numberline");
        }
        let shown = show(&config);
        Ok(Self { config, tls: Tls::new(trust, roots)?, shown, holds_password })
    }

    /// Whether the text of the address contained the password.
    pub(crate) fn holds_password(&self) -> bool {
        self.holds_password
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn tls(&self) -> Tls {
        self.tls.clone()
    }
}

/// What is wrong with an address. The driver repeats the names of options, and sometimes what it could not read; only
/// its first words are safe.
fn unreadable(error: &tokio_postgres::Error) -> DatabaseError {
    let _ = error;
    DatabaseError::Address("its host, port, name or options are not as expected".to_owned())
}

fn show(config: &Config) -> String {
    let hosts = config.get_hosts().iter().enumerate().map(|(place, host)| {
        let port = config.get_ports().get(place).or(config.get_ports().first()).copied().unwrap_or(5432);
        match host {
            Host::Tcp(name) => format!("{name}:{port}"),
            Host::Unix(folder) => folder.display().to_string(),
        }
    });
    let hosts = hosts.collect::<Vec<_>>().join(", ");
    match config.get_dbname().or(config.get_user()) {
        Some(name) => format!("the database {name} on {hosts}"),
        None => format!("the database on {hosts}"),
    }
}

impl PartialEq for PostgresAddress {
    fn eq(&self, other: &Self) -> bool {
        self.config == other.config && self.shown == other.shown
    }
}

impl Eq for PostgresAddress {}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// Never the user or the password.
impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PostgresAddress").field(&self.shown).finish()
    }
}
