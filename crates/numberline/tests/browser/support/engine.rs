//! What differs between browsers, behind one interface: Chromium and its relatives are told by `DevTools`.

use std::env;
use std::sync::LazyLock;

use fantoccini::Client;
use fantoccini::error::CmdError;
use serde_json::Value;

use super::chromium;

/// The program that drives the browsers. `NUMBERLINE_DRIVER` names another than Chromium's.
pub(crate) static DRIVER: LazyLock<String> =
    LazyLock::new(|| env::var("NUMBERLINE_DRIVER").unwrap_or_else(|_| "chromedriver".to_owned()));

/// The kinds of browsers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    Chrome,
    Edge,
}

/// The kind of browser in this run.
pub(crate) static ENGINE: LazyLock<Engine> =
    LazyLock::new(|| if DRIVER.contains("msedgedriver") { Engine::Edge } else { Engine::Chrome });

/// The window of a device.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// A phone has touch, and twice as many pixels in each direction.
    pub(crate) phone: bool,
}

/// An error that a browser reports on its console.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// An answer with this status.
    Status(u16),
    /// The server cannot be reached.
    Connection,
    /// The page may not do this.
    Policy,
}

/// What the pages of a browser have requested and received.
#[derive(Default)]
pub(crate) struct Traffic {
    pub(crate) requests: Vec<String>,
    /// The addresses of what has arrived, with the bytes that it took.
    pub(crate) answers: Vec<(String, u64)>,
    /// The texts received over websockets.
    pub(crate) messages: Vec<String>,
}

impl Engine {
    /// What the driver is started with, and what it says before its port.
    pub(crate) fn driver(self) -> (&'static [&'static str], &'static str) {
        (&["--port=0"], "was started successfully on port ")
    }

    /// What a browser is opened with.
    pub(crate) fn capabilities(self, program: Option<&str>) -> Value {
        chromium::capabilities(self, program)
    }

    /// Gives the window a size.
    pub(crate) async fn size(self, client: &Client, window: Window) -> Result<(), CmdError> {
        chromium::size(client, window).await
    }

    /// Sets the system's preferences.
    pub(crate) async fn prefer(self, client: &Client, scheme: &str, motion: &str) -> Result<(), CmdError> {
        chromium::prefer(client, scheme, motion).await
    }

    /// Takes the network away, or restores it.
    pub(crate) async fn offline(self, client: &Client, away: bool) -> Result<(), CmdError> {
        chromium::offline(client, away).await
    }

    /// Forgets everything that a server has stored in the browser, and the pages that were visited.
    pub(crate) async fn forget(self, client: &Client, origin: &str) -> Result<(), CmdError> {
        chromium::forget(client, origin).await
    }

    /// The errors on the console since the last call.
    pub(crate) async fn errors(self, client: &Client) -> Result<Vec<String>, CmdError> {
        chromium::errors(client).await
    }

    /// What the network did since the last call, as the browser describes it.
    pub(crate) async fn events(self, client: &Client) -> Result<Vec<Value>, CmdError> {
        chromium::events(client).await
    }

    /// Reads the network's events.
    pub(crate) fn traffic(self, events: &[Value]) -> Traffic {
        chromium::traffic(events)
    }

    /// Makes the browser crash.
    pub(crate) async fn crash(self, client: &Client) -> Result<(), CmdError> {
        chromium::crash(client).await
    }

    /// Whether an error on the console is of this kind.
    pub(crate) fn is(self, error: &str, fault: Fault) -> bool {
        match fault {
            Fault::Status(status) => error.contains(&format!("status of {status}")),
            Fault::Connection => error.contains("WebSocket connection to") || error.contains("net::ERR_"),
            Fault::Policy => error.contains("Content Security Policy"),
        }
    }
}
