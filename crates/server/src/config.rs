//! The configuration of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use ipnet::IpNet;

use crate::limits::ServerLimits;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. Port 0 picks any free port.
    pub listen: SocketAddr,
    /// The file that stores the rooms.
    pub database: PathBuf,
    /// Host names of the server, besides the address it listens on.
    pub hosts: Vec<String>,
    /// Proxies that are trusted to report the client's address.
    pub trusted_proxies: Vec<IpNet>,
    /// The server's limits.
    pub limits: ServerLimits,
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
            database: database.to_owned(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            limits: ServerLimits::default(),
            log_addresses: false,
        }
    }

    /// A proxy or a network of proxies: `10.0.0.0/8` or a single address.
    pub fn read_proxy(text: &str) -> Result<IpNet, ProxyError> {
        let single = || text.parse().map(|address: IpAddr| IpNet::from(address));
        text.parse().or_else(|_| single()).map_err(|_| ProxyError)
    }
}

/// The text is not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a trusted proxy must be an address or a network, such as 127.0.0.1 or 10.0.0.0/8")]
pub struct ProxyError;
