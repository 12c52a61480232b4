//! The one writer: commits everything queued, and only then confirms it.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::store::{Store, StoreError, Write};

/// The maximum number of queued changes. Beyond that, the server is too slow for its load.
const LONGEST_QUEUE: usize = 16_384;

/// The maximum number of changes in one commit, so that the first of them does not wait too long.
const LARGEST_COMMIT: usize = 1_024;

/// How often the store looks after itself.
const TEND_EVERY: Duration = Duration::from_secs(1);

/// Hands changes to the thread that owns the store.
#[derive(Clone)]
pub struct Writer {
    queue: SyncSender<Wanted>,
}

struct Wanted {
    change: Write,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

impl Writer {
    /// Starts the thread. It ends when the last writer is dropped and everything queued is written, or when it panics;
    /// the returned receiver then completes, with the store closed.
    pub fn start(store: impl Store + 'static) -> std::io::Result<(Self, oneshot::Receiver<()>)> {
        let (queue, wanted) = sync_channel(LONGEST_QUEUE);
        let (ends, ended) = oneshot::channel();
        let runtime = Handle::try_current().ok();
        thread::Builder::new().name("writer".into()).spawn(move || {
            // The variable declared first is dropped last, even on a panic: after the store and the queue.
            let _ends: oneshot::Sender<()> = ends;
            let (mut store, wanted) = (store, wanted);
            work(&mut store, &wanted, runtime.as_ref());
        })?;
        Ok((Self { queue }, ended))
    }

    /// Writes a change. When this returns `Ok`, it is on disk.
    pub async fn write(&self, change: Write) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.queue.try_send(Wanted { change, answer }).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => StoreError::Closed,
        })?;
        answered.await.unwrap_or(Err(StoreError::Unsure))
    }
}

fn work(store: &mut dyn Store, wanted: &Receiver<Wanted>, runtime: Option<&Handle>) {
    let (mut tended, mut idle) = (Instant::now(), true);
    loop {
        match wanted.recv_timeout(TEND_EVERY.saturating_sub(tended.elapsed())) {
            Ok(first) => {
                idle = false;
                write(store, first, wanted, runtime);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                // The file should be complete when the server has ended.
                store.tend(true);
                return;
            }
        }
        if tended.elapsed() >= TEND_EVERY {
            store.tend(idle);
            (tended, idle) = (Instant::now(), true);
        }
    }
}

/// Writes a change together with everything else that waits.
fn write(store: &mut dyn Store, first: Wanted, wanted: &Receiver<Wanted>, runtime: Option<&Handle>) {
    let mut batch = vec![first];
    batch.extend(wanted.try_iter().take(LARGEST_COMMIT - 1));
    let (changes, answers): (Vec<_>, Vec<_>) =
        batch.into_iter().map(|wanted| (wanted.change, wanted.answer)).unzip();
    let written = store.write(&changes);
    let answer = move || {
        for (answer, result) in answers.into_iter().zip(written) {
            // The caller may be gone; what is written stays written.
            let _ = answer.send(result);
        }
    };
    match runtime {
        // From within the runtime, many callers are woken for the price of one.
        Some(runtime) if changes.len() > 1 => drop(runtime.spawn(async { answer() })),
        _ => answer(),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    /// Panics after a write whose outcome is then unknown.
    struct Brittle;

    impl Store for Brittle {
        #[allow(clippy::panic, reason = "this is what the test is about")]
        fn write(&mut self, _: &[Write]) -> Vec<Result<(), StoreError>> {
            panic!("broken on purpose")
        }
    }

    #[tokio::test]
    async fn a_caller_of_a_failed_writer_is_not_told_that_nothing_happened() {
        let (writer, ended) = Writer::start(Brittle).expect("a thread");
        assert_eq!(writer.write(Write::Probe).await, Err(StoreError::Unsure));
        assert!(ended.await.is_err());
        assert_eq!(writer.write(Write::Probe).await, Err(StoreError::Closed));
    }
}
