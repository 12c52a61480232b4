//! The state that every request shares: the rooms, the limits and the metrics.

use std::ops::Deref;
use std::sync::Arc;

use ipnet::IpNet;
use tokio_util::sync::CancellationToken;

use crate::database::Database;
use crate::gate::Gate;
use crate::guard::Guard;
use crate::hub::Hub;
use crate::limits::ServerLimits;
use crate::meters::Meters;
use crate::study::Study;

/// The state that every request shares. Clones share the same site.
#[derive(Clone)]
pub(crate) struct Site(Arc<Parts>);

/// The parts of a site.
pub(crate) struct Parts {
    /// The rooms.
    pub(crate) hub: Arc<Hub>,
    /// The database that stores the rooms.
    pub(crate) database: Database,
    /// The server's limits.
    pub(crate) limits: ServerLimits,
    /// The limits per address.
    pub(crate) gate: Gate,
    /// The check of hosts and origins.
    pub(crate) guard: Guard,
    /// The proxies that are trusted to report the client's address.
    pub(crate) trusted: Vec<IpNet>,
    /// Analyses positions for study, and lends its pool to the computers.
    pub(crate) study: Study,
    /// Whether the log has the clients' addresses.
    pub(crate) log_addresses: bool,
    /// The metrics.
    pub(crate) meters: Meters,
    /// Whether the server is about to shut down, and no longer ready for new clients.
    pub(crate) draining: CancellationToken,
    /// Whether the server is shutting down.
    pub(crate) ending: CancellationToken,
}

impl Site {
    /// A site made of these parts.
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Site {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
