//! The one driver of a run of the tests, and the browsers that it opens: each with a profile of its own.
//!
//! `NUMBERLINE_BROWSER` and `NUMBERLINE_DRIVER` name other programs than Chromium's.

use std::env;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, OnceLock};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::leash::Leash;

/// The maximum number of open browsers; a test waits until there is room for all of its own.
const MOST: usize = 4;
static ROOM: Semaphore = Semaphore::const_new(MOST);

static DRIVER: OnceLock<(Mutex<Leash>, u16)> = OnceLock::new();

/// The program that drives the browsers.
static PROGRAM: LazyLock<String> =
    LazyLock::new(|| env::var("NUMBERLINE_DRIVER").unwrap_or_else(|_| "chromedriver".to_owned()));

/// How a driver calls its browser, and how what is not in the standard begins.
pub(crate) fn names() -> (&'static str, &'static str, &'static str) {
    if PROGRAM.contains("msedgedriver") {
        ("MicrosoftEdge", "ms:edgeOptions", "ms")
    } else {
        ("chrome", "goog:chromeOptions", "goog")
    }
}

/// The browser speaks with its driver over a pipe, so that it ends when the driver does.
static FLAGS: [&str; 13] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-quic",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-pipe",
];

/// Waits until this many browsers may be opened.
pub(crate) async fn room_for(browsers: usize) -> SemaphorePermit<'static> {
    let wanted = u32::try_from(browsers.min(MOST)).expect("few browsers");
    ROOM.acquire_many(wanted).await.expect("room that is never closed")
}

/// Opens a browser. Its language and its time zone are fixed, so that pictures do not depend on the machine.
pub(crate) async fn open() -> Client {
    static CAPABILITIES: LazyLock<Map<String, Value>> = LazyLock::new(|| {
        let (browser, options, vendor) = names();
        let mut wanted = json!({
            "browserName": browser,
            format!("{vendor}:loggingPrefs"): { "browser": "ALL", "performance": "ALL" },
            options: {
                "args": FLAGS,
                "prefs": { "intl.accept_languages": "en" },
                "perfLoggingPrefs": { "enableNetwork": true, "enablePage": false },
            },
            "timeouts": { "pageLoad": 30_000, "script": 20_000 },
        });
        if let Some(program) = env::var("NUMBERLINE_BROWSER").ok().and_then(|name| on_path(&name)) {
            wanted[options]["binary"] = json!(program);
        }
        wanted.as_object().cloned().unwrap_or_default()
    });
    let driver = format!("http://127.0.0.1:{}", port());
    ClientBuilder::new(HttpConnector::new())
        .capabilities(CAPABILITIES.clone())
        .connect(&driver)
        .await
        .unwrap_or_else(|error| panic!("the browser could not be started: {error}"))
}

/// Where a program is. A driver takes no names, only places.
fn on_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|place| place.is_file())
}

fn port() -> u16 {
    DRIVER
        .get_or_init(|| {
            let driver = Leash::start(&PROGRAM, &["--port=0"]);
            let port = driver.wait_for("was started successfully on port ");
            let port = port.trim_end_matches('.').parse().expect("a port");
            (Mutex::new(driver), port)
        })
        .1
}
