//! A connection: it takes up one of a limited number of slots and has a write timeout.

use std::error::Error;
use std::io;
use std::iter::successors;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutWriter;

use crate::address::Client;
use crate::gate::Pass;
use crate::meters::Limited;
use crate::site::Site;

/// A connection with a write timeout. Without one, a client that stops reading holds its connection indefinitely.
pub(crate) type Connection = Pin<Box<TimeoutWriter<TcpStream>>>;

/// Gives a connection its write timeout.
pub(crate) fn with_timeout(stream: TcpStream, time: Duration) -> Connection {
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(time));
    Box::pin(stream)
}

/// A connection slot. It lives as long as the connection, even after an upgrade.
pub(crate) struct Place {
    site: Site,
    _permit: OwnedSemaphorePermit,
    _pass: Option<Pass>,
}

impl Place {
    /// Takes a slot if the server and the client's address are below their limits. A trusted proxy serves many clients,
    /// so it has no limit of its own.
    pub(crate) fn take(site: &Site, places: &Arc<Semaphore>, peer: SocketAddr) -> Option<Self> {
        let Ok(permit) = Arc::clone(places).try_acquire_owned() else {
            site.meters.limited(Limited::Connections);
            return None;
        };
        let is_proxy = site.trusted.iter().any(|network| network.contains(&peer.ip().to_canonical()));
        let pass = if is_proxy { None } else { site.gate.connection(Client::of(peer.ip())) };
        if pass.is_none() && !is_proxy {
            site.meters.limited(Limited::ConnectionsPerAddress);
            return None;
        }
        site.meters.connections.increment(1.0);
        Some(Self { site: site.clone(), _permit: permit, _pass: pass })
    }

    /// Counts a connection that failed because of a limit. Any other failure is the client's.
    pub(crate) fn failed(&self, error: &(dyn Error + 'static)) {
        if let Some(error) = error.downcast_ref::<hyper::Error>() {
            let limits = [
                (error.is_timeout(), Limited::HeaderTime),
                (error.is_parse_too_large(), Limited::HeaderBytes),
            ];
            limits
                .into_iter()
                .filter(|(is_it, _)| *is_it)
                .for_each(|(_, limit)| self.site.meters.limited(limit));
        }
        let mut causes = successors(Some(error), |error| (*error).source());
        // If the operating system drops the connection, the error has an OS error code.
        let is_timeout =
            |error: &io::Error| error.kind() == io::ErrorKind::TimedOut && error.raw_os_error().is_none();
        if causes.any(|cause| cause.downcast_ref().is_some_and(is_timeout)) {
            self.site.meters.limited(Limited::SlowReader);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.site.meters.connections.decrement(1.0);
    }
}
