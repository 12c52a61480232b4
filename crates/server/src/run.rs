//! Runs a server for the whole life of a process.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::task::Poll;

use tokio::runtime::Builder;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

use crate::config::Config;
use crate::descriptors;
use crate::journal::Journal;
use crate::logs::Log;
use crate::server::{ServeError, Server};

/// How a server ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every client was told, and everything sent in time was stored.
    InGoodOrder,
    /// It was told to stop a second time and did not wait. Everything that was acknowledged is on disk nevertheless.
    AtOnce,
}

/// Runs a server until SIGINT, SIGTERM or SIGHUP, and calls back once it is listening. The log has the address, and the
/// error if there is one.
pub fn run(config: &Config, log: Log, listening: impl FnOnce(SocketAddr)) -> Result<Ended, ServeError> {
    let journal = log.begin();
    let ended = serve(config, log, &journal, listening);
    ended.as_ref().err().into_iter().for_each(|error| log.complain(&journal, error));
    journal.settle();
    ended
}

fn serve(
    config: &Config,
    log: Log,
    journal: &Journal,
    listening: impl FnOnce(SocketAddr),
) -> Result<Ended, ServeError> {
    descriptors::raise();
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut stops = vec![signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
        let mut hangups =
            if is_ignored(SignalKind::hangup()) { vec![] } else { vec![signal(SignalKind::hangup())?] };
        if let Some(rolled_back) = server.rolled_back() {
            log.warn(journal, rolled_back);
        }
        log.announce(journal, server.address());
        listening(server.address());
        let (end, told) = oneshot::channel::<()>();
        let running = server.run(async move { drop(told.await) });
        let twice = async move {
            tokio::select! {
                () = next(&mut stops) => {}
                () = next(&mut hangups) => {}
            }
            drop(end);
            // A terminal that closes may say so more than once, so that is not the second signal.
            next(&mut stops).await;
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

/// Waits for any of the signals; forever if there is none.
async fn next(signals: &mut [Signal]) {
    poll_fn(|context| {
        let is_ready = signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
        if is_ready { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Whether the process was started with this signal ignored, as by `nohup`. It then stays ignored.
fn is_ignored(signal: SignalKind) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    ignored.checked_shr(signal.as_raw_value().unsigned_abs() - 1).is_some_and(|rest| rest & 1 == 1)
}
