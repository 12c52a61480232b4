//! Runs a server for the whole life of a process.

use std::net::SocketAddr;

use tokio::runtime::Builder;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

use crate::config::Config;
use crate::descriptors;
use crate::logs::Log;
use crate::server::{ServeError, Server};
use crate::sqlite::RolledBack;

/// How a server ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every client was told, and everything sent in time was stored.
    InGoodOrder,
    /// It was told to stop a second time and did not wait. Everything that was acknowledged is on disk nevertheless.
    AtOnce,
}

/// Runs a server until SIGINT or SIGTERM. Reports the address once it is listening, and what the database has lost.
pub fn run(
    config: &Config,
    log: Log,
    listening: impl FnOnce(SocketAddr, Option<RolledBack>),
) -> Result<Ended, ServeError> {
    log.begin();
    descriptors::raise();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut signals = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
        tracing::info!(address = %server.address(), "listening");
        listening(server.address(), server.rolled_back());
        let (end, told) = oneshot::channel::<()>();
        let running = server.run(async move { drop(told.await) });
        let twice = async move {
            next(&mut signals).await;
            drop(end);
            next(&mut signals).await;
        };
        tokio::select! {
            ended = running => ended.map(|()| Ended::InGoodOrder),
            () = twice => Ok(Ended::AtOnce),
        }
    });
    // Remaining tasks are not waited for.
    runtime.shutdown_background();
    ended
}

async fn next(signals: &mut [Signal; 2]) {
    let [interrupt, terminate] = signals;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}
