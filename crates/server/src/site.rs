//! What every request has to do with: the rooms, the limits, and what is counted.

use std::ops::Deref;
use std::sync::Arc;

use ipnet::IpNet;
use tokio_util::sync::CancellationToken;

use crate::gate::Gate;
use crate::guard::Guard;
use crate::hub::Hub;
use crate::limits::ServerLimits;
use crate::meters::Meters;
use crate::study::Study;

/// What every request has to do with. Copies are the same site.
#[derive(Clone)]
pub(crate) struct Site(Arc<Parts>);

/// The parts of a site.
pub(crate) struct Parts {
    /// The rooms.
    pub(crate) hub: Arc<Hub>,
    /// What is not taken.
    pub(crate) limits: ServerLimits,
    /// How much one address may do.
    pub(crate) gate: Gate,
    /// Whose requests are answered.
    pub(crate) guard: Guard,
    /// Whose word is taken for where a request comes from.
    pub(crate) trusted: Vec<IpNet>,
    /// What thinks for people who study, and lends it to the computers.
    pub(crate) study: Study,
    /// What is counted.
    pub(crate) meters: Meters,
    /// Whether the server is about to end.
    pub(crate) ending: CancellationToken,
}

impl Site {
    /// A site of these parts.
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
