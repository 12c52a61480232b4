//! A broken server, for the negative controls. The faults are wrapped around the real server, which has no switch for
//! any of them.

use std::collections::HashSet;
use std::future::pending;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use numberline_abuse::{Sabotage, Served, Trouble};
use numberline_server::{Decision, LIMITS, LocalBus, LogEntry, RoomId, Server, Store, StoreError, Write};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How long a server that acknowledges early takes to write: longer than a busy machine takes to kill it.
const LATE: Duration = Duration::from_millis(500);

/// How long a slow server takes for a commit. It is longer than any client may have to wait for a change.
const SLOW: Duration = Duration::from_millis(150);

/// How long a thread that serves requests is held up at a time. It is longer than a move takes on a busy machine.
const HELD: Duration = Duration::from_millis(300);

/// How much time a greedy server takes from the clocks of a room. It is longer than any trial.
const CHARGE: Duration = Duration::from_secs(3_600);

/// How much memory a wasteful server holds. It is more than the limit for any server.
const BALLAST: usize = 300 << 20;

fn main() -> ExitCode {
    Served::end_with_input();
    match serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn serve() -> Result<(), Trouble> {
    let Served { mut config, sabotage } = Served::read(std::env::args().skip(1))?;
    let mut ballast = Vec::new();
    match sabotage {
        Some(Sabotage::SlowStart) => thread::sleep(Duration::from_secs(2)),
        Some(Sabotage::DirectLog) => tracing_subscriber::fmt().with_writer(std::io::stderr).init(),
        Some(Sabotage::Ballast) => ballast.resize(BALLAST, 1_u8),
        Some(Sabotage::NoLimits) => {
            for limit in LIMITS {
                // A limit is a duration or a count; each refuses the other's text.
                let _ = config.limits.set(&format!("{}=86400s", limit.name));
                let _ = config.limits.set(&format!("{}=100000000", limit.name));
            }
        }
        _ => {}
    }
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        if sabotage == Some(Sabotage::HogThreads) {
            tokio::spawn(hog(signal(SignalKind::user_defined1())?));
        }
        let server = Server::bind_with(&config, |mut backing| {
            backing.store = Box::new(Broken::new(backing.store, sabotage));
            if sabotage == Some(Sabotage::LoseNotices) {
                backing.bus = LocalBus::new();
            }
            backing
        });
        let server = server.await;
        let server = server.map_err(|error| Trouble::new(error.to_string()))?;
        Served::say(server.address());
        server.run(pending()).await.map_err(|error| Trouble::new(error.to_string()))
    })?;
    drop(std::hint::black_box(ballast));
    Ok(())
}

/// Holds up every thread of the runtime again and again, once the signal has come.
async fn hog(mut begins: Signal) {
    begins.recv().await;
    for _ in 0..8 {
        tokio::spawn(async {
            loop {
                thread::sleep(HELD);
                tokio::task::yield_now().await;
            }
        });
    }
}

/// A faulty store.
enum Broken {
    /// Acknowledges at once, and passes the change to another thread.
    Early(Sender<Vec<Write>>),
    /// Takes time once from the clocks of every room that it has not opened itself. The list holds the rooms already
    /// handled.
    Greedy(Box<dyn Store>, HashSet<RoomId>),
    /// Has another fault, or none.
    Otherwise(Box<dyn Store>, Option<Sabotage>),
}

impl Broken {
    fn new(store: Box<dyn Store>, sabotage: Option<Sabotage>) -> Self {
        if sabotage == Some(Sabotage::AcknowledgeEarly) {
            let (sender, receiver) = channel();
            thread::spawn(move || write_late(store, &receiver));
            return Self::Early(sender);
        }
        if sabotage == Some(Sabotage::ChargeOutage) {
            return Self::Greedy(store, HashSet::new());
        }
        Self::Otherwise(store, sabotage)
    }
}

/// Writes changes some time after they have come. The last command of a client waits for the next one, so that a server that is
/// killed has always lost one, however slow the machine is.
fn write_late(mut store: Box<dyn Store>, changes: &Receiver<Vec<Write>>) {
    let mut waiting: Vec<Write> = Vec::new();
    while let Ok(first) = changes.recv() {
        thread::sleep(LATE);
        waiting.extend(first.into_iter().chain(changes.try_iter().flatten()));
        let last = waiting.iter().rposition(is_command).unwrap_or(waiting.len());
        let later = waiting.split_off(last);
        store.write(&waiting);
        waiting = later;
    }
}

/// Whether a client has asked for it, and is told about it.
fn is_command(change: &Write) -> bool {
    matches!(change, Write::Append { decision, .. } if decision.entry.client.is_some())
}

impl Store for Broken {
    fn write(&mut self, changes: &[Write]) -> Vec<Result<(), StoreError>> {
        match self {
            Self::Early(late) => {
                let _ = late.send(changes.iter().map(|change| copy(change, |_| {})).collect());
                changes.iter().map(|_| Ok(())).collect()
            }
            Self::Greedy(store, known) => {
                let charged = |change: &Write| match change {
                    Write::Append { room, decision } => {
                        known.extend(decision.opens.as_ref().map(|opening| opening.room));
                        let fresh = known.insert(*room);
                        copy(change, |entry| {
                            let left = entry.left.filter(|_| fresh);
                            let taken = left.map(|left| left.map(|left| left.saturating_sub(CHARGE)));
                            entry.left = taken.or(entry.left);
                        })
                    }
                    Write::Open(opening) => {
                        known.insert(opening.room);
                        copy(change, |_| {})
                    }
                    Write::Probe | Write::Date { .. } => change.clone(),
                };
                store.write(&changes.iter().map(charged).collect::<Vec<_>>())
            }
            Self::Otherwise(store, Some(Sabotage::ForgetClients)) => {
                let forget = |entry: &mut LogEntry| entry.client = None;
                store.write(&changes.iter().map(|change| copy(change, forget)).collect::<Vec<_>>())
            }
            Self::Otherwise(store, Some(Sabotage::IgnoreStale)) => {
                let ignore = |result| if result == Err(StoreError::Stale) { Ok(()) } else { result };
                store.write(changes).into_iter().map(ignore).collect()
            }
            Self::Otherwise(store, Some(Sabotage::HideFullDisk)) => {
                let hide = |result| if result == Err(StoreError::Full) { Ok(()) } else { result };
                store.write(changes).into_iter().map(hide).collect()
            }
            Self::Otherwise(store, Some(Sabotage::FeignCertainty)) => {
                let feign = |result| match result {
                    Err(StoreError::Unsure) => Err(StoreError::Failed("on purpose".to_owned())),
                    result => result,
                };
                store.write(changes).into_iter().map(feign).collect()
            }
            Self::Otherwise(store, Some(Sabotage::IgnoreMove)) => {
                let ignore = |result| match result {
                    Err(StoreError::Unsure | StoreError::Stopped(_)) => Ok(()),
                    result => result,
                };
                store.write(changes).into_iter().map(ignore).collect()
            }
            Self::Otherwise(store, sabotage) => {
                if *sabotage == Some(Sabotage::SlowCommit) {
                    thread::sleep(SLOW);
                }
                store.write(changes)
            }
        }
    }

    fn tend(&mut self, idle: bool) {
        if matches!(self, Self::Otherwise(_, Some(Sabotage::ConfirmEarly))) {
            return;
        }
        if let Self::Greedy(store, _) | Self::Otherwise(store, _) = self {
            store.tend(idle);
        }
    }
}

/// The same change with a modified entry.
fn copy(change: &Write, alter: impl FnOnce(&mut LogEntry)) -> Write {
    match change {
        Write::Open(opening) => Write::Open(opening.clone()),
        Write::Append { room, decision } => {
            let mut decision = Decision::clone(decision);
            alter(&mut decision.entry);
            Write::Append { room: *room, decision: decision.into() }
        }
        Write::Probe | Write::Date { .. } => change.clone(),
    }
}

#[expect(clippy::print_stderr, reason = "the harness shows what a server says that does not start")]
fn complain(error: &str) {
    eprintln!("{error}");
}
