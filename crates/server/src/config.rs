//! What a server is started with.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use ipnet::IpNet;

use crate::limits::ServerLimits;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 stands for any that is free.
    pub listen: SocketAddr,
    /// The file in which rooms are kept.
    pub database: PathBuf,
    /// The names under which it is reached, besides the address it listens on.
    pub hosts: Vec<String>,
    /// Whose word it takes for where a request comes from.
    pub trusted_proxies: Vec<IpNet>,
    /// What it does not take.
    pub limits: ServerLimits,
}

impl Config {
    /// The address that a server listens on if nothing is said: this machine alone can reach it.
    pub const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

    /// A server for this machine with rooms in a file.
    #[must_use]
    pub fn new(database: &Path) -> Self {
        Self {
            listen: Self::LISTEN,
            database: database.to_owned(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            limits: ServerLimits::default(),
        }
    }

    /// A proxy or a network of them, as `10.0.0.0/8` or a single address.
    pub fn read_proxy(text: &str) -> Result<IpNet, ProxyError> {
        let single = || text.parse().map(|address: IpAddr| IpNet::from(address));
        text.parse().or_else(|_| single()).map_err(|_| ProxyError)
    }
}

/// The text is not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a trusted proxy is an address or a network, such as 127.0.0.1 or 10.0.0.0/8")]
pub struct ProxyError;
