//! A server from the first to the last: for a program that does nothing else.

use std::net::SocketAddr;

use tokio::runtime::Builder;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

use crate::config::Config;
use crate::descriptors;
use crate::logs::Log;
use crate::server::{ServeError, Server};

/// How a server ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everybody was told, and everything that was sent in time was kept.
    InGoodOrder,
    /// It was told to end a second time, and did not wait. What was told to anybody is on the disk all the same.
    AtOnce,
}

/// Runs a server until the process is told to end by SIGINT or SIGTERM, and says where it listens once it does.
pub fn run(config: &Config, log: Log, listening: impl FnOnce(SocketAddr)) -> Result<Ended, ServeError> {
    log.begin();
    descriptors::raise();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut signals = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
        tracing::info!(address = %server.address(), "listening");
        listening(server.address());
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
    // Whoever is still there is not waited for.
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
