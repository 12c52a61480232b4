//! The browsers of a run of the tests: opened once, and lent to one test after another, each time as if new.

use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::browser::Browser;

/// The maximum number of open browsers; a test waits until there is room for all of its own.
const MOST: usize = 4;
static ROOM: Semaphore = Semaphore::const_new(MOST);

/// Browsers that no test has at the moment.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// How long a browser may take until it is as if new.
const PATIENCE: Duration = Duration::from_secs(20);

/// The connection to a browser belongs to the runtime that opened it, so all tests have the same one.
pub(crate) static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime"));

/// The browsers of one test.
pub(crate) struct Lent {
    pub(crate) browsers: Vec<Browser>,
    _room: SemaphorePermit<'static>,
}

/// Waits until there are this many browsers for a test, and sends them home.
pub(crate) async fn lend(count: usize, home: &str) -> Lent {
    let wanted = u32::try_from(count).expect("few browsers");
    assert!(count <= MOST, "no test may have more than {MOST} browsers");
    let room = ROOM.acquire_many(wanted).await.expect("room that is never closed");
    let mut opening = JoinSet::new();
    for _ in 0..count {
        let idle = IDLE.lock().expect("no panic").pop();
        let home = home.to_owned();
        opening.spawn(ready(idle, home));
    }
    Lent { browsers: opening.join_all().await, _room: room }
}

/// A browser that works: the idle one, or another if that has crashed.
pub(crate) async fn ready(idle: Option<Browser>, home: String) -> Browser {
    if let Some(browser) = idle {
        if timeout(PATIENCE, browser.answers()).await.is_ok_and(|well| well) {
            return browser.at(home);
        }
        browser.close().await;
    }
    Browser::open(home).await
}

impl Lent {
    /// Makes the browsers as if new for other tests. A browser with which that fails is not lent again.
    pub(crate) async fn give_back(self) {
        let mut resetting = JoinSet::new();
        for browser in self.browsers {
            resetting.spawn(async move {
                match timeout(PATIENCE, browser.reset()).await {
                    Ok(Ok(())) => IDLE.lock().expect("no panic").push(browser),
                    _ => browser.close().await,
                }
            });
        }
        resetting.join_all().await;
    }

    /// Closes the browsers: nobody knows what state a failed test has left them in.
    pub(crate) async fn close(self) {
        for browser in self.browsers {
            browser.close().await;
        }
    }
}
