//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use ipnet::IpNet;
use jiff::SpanRelativeTo;
use jiff::fmt::friendly::SpanParser;

use crate::database::Database;
use crate::limits::ServerLimits;
use crate::store::StoreLimits;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. Port 0 picks any free port.
    pub listen: SocketAddr,
    /// The database that stores the rooms.
    pub database: Database,
    /// Host names of the server, besides the address it listens on.
    pub hosts: Vec<String>,
    /// Proxies that are trusted to report the client's address.
    pub trusted_proxies: Vec<IpNet>,
    /// The server's limits.
    pub limits: ServerLimits,
    /// What the database may keep.
    pub store: StoreLimits,
    /// Whether the log has the clients' addresses.
    pub log_addresses: bool,
}

impl Config {
    /// The default address to listen on: only this machine can reach it.
    pub const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

    /// A server for this machine that stores rooms in a file.
    #[must_use]
    pub fn new(database: &Path) -> Self {
        Self {
            listen: Self::LISTEN,
            database: database.into(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            limits: ServerLimits::default(),
            store: StoreLimits::default(),
            log_addresses: false,
        }
    }

    /// How long something is kept: `30d`, `12h` or `90 days`. A day has 24 hours.
    pub fn read_time(text: &str) -> Result<Duration, TimeError> {
        let span = SpanParser::new().parse_span(text).map_err(|_| TimeError)?;
        let time = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| TimeError)?;
        Duration::try_from(time).ok().filter(|time| *time >= Duration::from_secs(1)).ok_or(TimeError)
    }

    /// A size in bytes: `500M`, `2G`, or a plain number. K, M, G and T are powers of 1024.
    pub fn read_size(text: &str) -> Result<u64, SizeError> {
        let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
        let found = units.into_iter().find_map(|(unit, bits)| Some((text.strip_suffix(unit)?, bits)));
        let (number, bits) = found.unwrap_or((text, 0));
        let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << bits));
        bytes.filter(|bytes| *bytes >= SMALLEST_DATABASE).ok_or(SizeError)
    }

    /// A proxy or a network of proxies: `10.0.0.0/8` or a single address.
    pub fn read_proxy(text: &str) -> Result<IpNet, ProxyError> {
        let single = || text.parse().map(|address: IpAddr| IpNet::from(address));
        text.parse().or_else(|_| single()).map_err(|_| ProxyError)
    }
}

/// The smallest size limit of a database: an empty one has about a tenth of this.
const SMALLEST_DATABASE: u64 = 1 << 20;

/// The text is not a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the time must be at least a second, such as 12h, 30d or 2w")]
pub struct TimeError;

/// The text is not a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the size must be at least 1M, such as 500M or 2G")]
pub struct SizeError;

/// The text is not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a trusted proxy must be an address or a network, such as 127.0.0.1 or 10.0.0.0/8")]
pub struct ProxyError;
