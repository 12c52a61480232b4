//! The server itself: accepts connections, and shuts down gracefully.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Semaphore, oneshot};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::backing::Backing;
use crate::config::Config;
use crate::connection::{Place, with_timeout};
use crate::gate::Gate;
use crate::guard::Guard;
use crate::hub::{Hub, HubConfig};
use crate::meters::Meters;
use crate::pool::PoolSize;
use crate::router::{Peer, router};
use crate::site::{Parts, Site};
use crate::sqlite::RolledBack;
use crate::store::StoreError;
use crate::study::Study;
use crate::writer::Writer;

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {why}; choose another with --listen")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        why: io::Error,
    },
    /// The database folder cannot be created.
    #[error("cannot create the folder {folder}: {why}; choose another file with --db")]
    Folder {
        /// The folder.
        folder: String,
        /// The system's error.
        why: io::Error,
    },
    /// The database cannot be used.
    #[error(
        "cannot store games in {database}: {why}; choose another file with --db, or another database with --database"
    )]
    Store {
        /// The database.
        database: String,
        /// The error.
        why: StoreError,
    },
    /// The database writer has failed. A server that cannot store anything must be restarted.
    #[error("writing to the database has failed; everything acknowledged is stored, start the server again")]
    Broken,
    /// The system provides no threads or signals.
    #[error("cannot start: {0}")]
    System(#[from] io::Error),
}

/// A server that listens, but does not serve requests yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    site: Site,
    /// Completes when the writer has ended.
    writer: oneshot::Receiver<()>,
    rolled_back: Option<RolledBack>,
}

impl Server {
    /// Opens the database and starts to listen.
    pub async fn bind(config: &Config) -> Result<Self, ServeError> {
        Self::bind_with(config, |backing| backing).await
    }

    /// The same with other parts around those of the database, or instead of them.
    pub async fn bind_with(
        config: &Config,
        change: impl FnOnce(Backing) -> Backing,
    ) -> Result<Self, ServeError> {
        let Backing { store, reader, bus, rolled_back } = change(Backing::open(config).await?);
        let cannot_listen = |why| ServeError::Listen { address: config.listen, why };
        let listener = listen(config).map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let meters = Meters::new(&config.database);
        let (writer, written) = Writer::start(meters.metered(store))?;
        let study = Study::new(PoolSize {
            threads: size(config.limits.think_threads),
            waiting: size(config.limits.think_queue),
            time: config.limits.think_time,
        });
        let hub = HubConfig { memory: u64::from(config.limits.memory_mib) << 20, ..HubConfig::default() };
        let site = Site::new(Parts {
            hub: Hub::start(writer, reader, bus, study.clone(), hub),
            database: config.database.clone(),
            limits: config.limits,
            gate: Gate::new(&config.limits),
            guard: Guard::new(address, &config.hosts),
            trusted: config.trusted_proxies.clone(),
            study,
            log_addresses: config.log_addresses,
            meters,
            draining: CancellationToken::new(),
            ending: CancellationToken::new(),
        });
        Ok(Self { listener, address, site, writer: written, rolled_back })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the database has lost since a server last wrote to it, as far as that can be known.
    #[must_use]
    pub fn rolled_back(&self) -> Option<RolledBack> {
        self.rolled_back
    }

    /// Serves until `told` to stop, then shuts down gracefully: accepts no new clients, says goodbye, and stores what
    /// was sent.
    pub async fn run(self, told: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Self { listener, site, mut writer, .. } = self;
        // Also if the caller stops waiting for the server.
        let ending = site.ending.clone().drop_guard();
        let all = site.limits.connections;
        let places = Arc::new(Semaphore::new(size(all)));
        let tidy = tokio::spawn(tidy(site.clone()));
        let has_broken = tokio::select! {
            () = accept(&listener, &site, &places) => false,
            () = until_drained(&site, told) => false,
            _ = &mut writer => true,
        };
        drop(listener);
        tracing::info!("ending");
        drop(ending);
        let limit = site.limits.shutdown_time;
        // When all slots are free, every client has left.
        if tokio::time::timeout(limit, places.acquire_many(all)).await.is_err() {
            tracing::warn!("not all clients left in time");
        }
        tidy.abort();
        if has_broken {
            return Err(ServeError::Broken);
        }
        match tokio::time::timeout(limit, site.hub.close()).await {
            Ok(Err(StoreError::Unsure | StoreError::Stopped(_))) => return Err(ServeError::Broken),
            Ok(_) => {}
            Err(_) => tracing::warn!("the last changes are not on disk yet"),
        }
        // The writer's thread ends when its last handle is dropped, and then the file is closed.
        if tokio::time::timeout(limit, writer).await.is_err() {
            tracing::warn!("the database is still open");
        }
        tracing::info!("ended");
        Ok(())
    }
}

/// Waits until the server is told to stop. If it shares its database, it then says for a while that it is not ready, so that
/// a load balancer sends new clients to another server before this one turns any away.
async fn until_drained(site: &Site, told: impl Future<Output = ()>) {
    told.await;
    site.draining.cancel();
    if site.hub.shares_database() {
        tracing::info!("draining");
        tokio::time::sleep(site.limits.drain_time).await;
    }
}

/// Listens. The system buffers what a client has not read yet, so that buffer is bounded here for all connections.
fn listen(config: &Config) -> io::Result<TcpListener> {
    let socket = if config.listen.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Otherwise a restarted server would have to wait until the old connections have timed out.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(config.limits.send_buffer_bytes)?;
    socket.bind(config.listen)?;
    socket.listen(BACKLOG)
}

/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1_024;

/// Accepts connections forever, up to the limit.
async fn accept(listener: &TcpListener, site: &Site, places: &Arc<Semaphore>) {
    let service = router(site);
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                // Most likely out of file descriptors. One is free again when a client leaves.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(place) = Place::take(site, places, peer).map(Arc::new) else { continue };
        // Moves are short and should arrive at once. Without this option they are only slower.
        let _ = stream.set_nodelay(true);
        let io = TokioIo::new(with_timeout(stream, site.limits.write_time));
        let brings = Peer(peer, Arc::clone(&place));
        let service = service.clone().map_request(move |mut request: Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(brings.clone());
            request.map(axum::body::Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(site.limits.header_time)
            .max_header_size(size(site.limits.header_bytes))
            .max_buf_size(SMALLEST_BUFFER.max(size(site.limits.header_bytes)))
            .serve_connection(io, TowerToHyperService::new(service))
            .with_upgrades();
        let ending = site.ending.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = ending.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                place.failed(&error);
            }
        });
    }
}

fn size(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// The minimum buffer size that hyper accepts.
const SMALLEST_BUFFER: usize = 8_192;

/// Forgets idle addresses and aggregates the metrics now and then.
async fn tidy(site: Site) {
    loop {
        for _ in 0..12 {
            tokio::time::sleep(Duration::from_secs(5)).await;
            site.meters.tidy();
        }
        site.gate.tidy();
    }
}
