//! The server itself: takes connections, and ends in good order.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
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

use crate::bus::LocalBus;
use crate::config::Config;
use crate::connection::{Place, with_timeout};
use crate::gate::Gate;
use crate::guard::Guard;
use crate::hub::{Hub, HubConfig};
use crate::meters::Meters;
use crate::pool::PoolSize;
use crate::router::{Peer, router};
use crate::site::{Parts, Site};
use crate::sqlite::{Sqlite, SqliteReader};
use crate::store::{Store, StoreError};
use crate::study::Study;
use crate::writer::Writer;

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {why}; choose another with --listen")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        why: io::Error,
    },
    /// The folder of the database cannot be made.
    #[error("cannot make the folder {folder}: {why}; choose another file with --db")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system says.
        why: io::Error,
    },
    /// The database cannot be used.
    #[error("cannot keep games in {file}: {why}; choose another file with --db")]
    Store {
        /// The file.
        file: String,
        /// What is wrong.
        why: StoreError,
    },
    /// What writes to the database has broken down. A server that can keep nothing has to be started again.
    #[error("writing to the database has broken down; what was acknowledged is kept, start the server again")]
    Broken,
    /// The system gives no threads or signals.
    #[error("cannot start: {0}")]
    System(#[from] io::Error),
}

/// A server that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    site: Site,
    /// Ends when nothing is written any more.
    writer: oneshot::Receiver<()>,
}

impl Server {
    /// Opens the database, and begins to listen.
    pub async fn bind(config: &Config) -> Result<Self, ServeError> {
        Self::bind_with(config, |store| store).await
    }

    /// The same with another store around the database, or instead of it.
    pub async fn bind_with<S: Store + 'static>(
        config: &Config,
        keep: impl FnOnce(Sqlite) -> S,
    ) -> Result<Self, ServeError> {
        let file = || config.database.display().to_string();
        if let Some(folder) = config.database.parent().filter(|folder| *folder != Path::new("")) {
            std::fs::create_dir_all(folder)
                .map_err(|why| ServeError::Folder { folder: folder.display().to_string(), why })?;
        }
        let store = Sqlite::open(&config.database).map_err(|why| ServeError::Store { file: file(), why })?;
        let cannot_listen = |why| ServeError::Listen { address: config.listen, why };
        let listener = listen(config).map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let meters = Meters::new();
        let (writer, written) = Writer::start(meters.metered(keep(store)))?;
        let study = Study::new(PoolSize {
            threads: size(config.limits.think_threads),
            waiting: size(config.limits.think_queue),
            time: config.limits.think_time,
        });
        let (reader, bus) = (SqliteReader::new(&config.database), LocalBus::new());
        let site = Site::new(Parts {
            hub: Hub::start(writer, reader, bus, study.clone(), HubConfig::default()),
            limits: config.limits,
            gate: Gate::new(&config.limits),
            guard: Guard::new(address, &config.hosts),
            trusted: config.trusted_proxies.clone(),
            study,
            meters,
            ending: CancellationToken::new(),
        });
        Ok(Self { listener, address, site, writer: written })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `told` to end, then ends in good order: takes nobody new, says goodbye, and keeps what was sent.
    pub async fn run(self, told: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Self { listener, site, mut writer, .. } = self;
        // Also if nobody waits for the server any more.
        let ending = site.ending.clone().drop_guard();
        let all = site.limits.connections;
        let places = Arc::new(Semaphore::new(size(all)));
        let tidy = tokio::spawn(tidy(site.clone()));
        let has_broken = tokio::select! {
            () = accept(&listener, &site, &places) => false,
            () = told => false,
            _ = &mut writer => true,
        };
        drop(listener);
        tracing::info!("ending");
        drop(ending);
        let limit = site.limits.shutdown_time;
        // When every place is free, everybody has gone.
        if tokio::time::timeout(limit, places.acquire_many(all)).await.is_err() {
            tracing::warn!("somebody did not leave in time");
        }
        tidy.abort();
        if has_broken {
            return Err(ServeError::Broken);
        }
        if tokio::time::timeout(limit, site.hub.close()).await.is_err() {
            tracing::warn!("the last changes are not on the disk yet");
        }
        // The thread of the writer ends with the last of those who write, and then the file is closed.
        if tokio::time::timeout(limit, writer).await.is_err() {
            tracing::warn!("the database is still open");
        }
        tracing::info!("ended");
        Ok(())
    }
}

/// Listens. What waits for a reader waits in the system, too, so that is bounded here for all connections to come.
fn listen(config: &Config) -> io::Result<TcpListener> {
    let socket = if config.listen.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Or a server that comes back would have to wait until the connections of the one before are forgotten.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(config.limits.send_buffer_bytes)?;
    socket.bind(config.listen)?;
    socket.listen(BACKLOG)
}

/// How many connections may wait to be taken.
const BACKLOG: u32 = 1_024;

/// Takes connections for ever, no more than there may be.
async fn accept(listener: &TcpListener, site: &Site, places: &Arc<Semaphore>) {
    let service = router(site);
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                // Out of file descriptors, most likely. One is free again when somebody leaves.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(place) = Place::take(site, places, peer).map(Arc::new) else { continue };
        // Moves are short and meant to arrive at once. A system that cannot do that is slower, no more.
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

/// The least that hyper takes for the size of its buffer.
const SMALLEST_BUFFER: usize = 8_192;

/// Forgets, now and then, who has not asked for a while, and adds up what was measured.
async fn tidy(site: Site) {
    loop {
        for _ in 0..12 {
            tokio::time::sleep(Duration::from_secs(5)).await;
            site.meters.tidy();
        }
        site.gate.tidy();
    }
}
