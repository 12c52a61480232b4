//! What differs between browsers, behind one interface: Chromium and its relatives are told by `DevTools`, Firefox by a
//! script in its own window.

use std::env;
use std::sync::LazyLock;

use fantoccini::Client;
use fantoccini::error::CmdError;
use serde_json::Value;

use super::{chromium, firefox};

/// The program that drives the browsers. `NUMBERLINE_DRIVER` names another than Chromium's.
pub(crate) static DRIVER: LazyLock<String> =
    LazyLock::new(|| env::var("NUMBERLINE_DRIVER").unwrap_or_else(|_| "chromedriver".to_owned()));

/// The kinds of browsers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    Chrome,
    Edge,
    Firefox,
}

/// The kind of browser in this run.
pub(crate) static ENGINE: LazyLock<Engine> = LazyLock::new(|| match DRIVER.as_str() {
    driver if driver.contains("msedgedriver") => Engine::Edge,
    driver if driver.contains("geckodriver") => Engine::Firefox,
    _ => Engine::Chrome,
});

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

impl Fault {
    /// Whether this is an error on the console, in the words of any browser.
    pub(crate) fn is(self, error: &str) -> bool {
        let says = |words: &[&str]| words.iter().any(|words| error.contains(words));
        match self {
            Self::Status(status) => says(&[&format!("status of {status}")]),
            Self::Connection => says(&[
                "WebSocket connection to",
                "net::ERR_",
                "connection to",
                "network error",
                "NetworkError",
                "fetching the script",
            ]),
            Self::Policy => says(&["Content Security Policy", "Content-Security-Policy", "blocked by CSP"]),
        }
    }
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
        match self {
            Self::Firefox => (&firefox::ARGS, "Listening on 127.0.0.1:"),
            Self::Chrome | Self::Edge => (&["--port=0"], "was started successfully on port "),
        }
    }

    /// Whether a driver can have more than one browser.
    pub(crate) fn shares_driver(self) -> bool {
        self != Self::Firefox
    }

    /// What a browser is opened with.
    pub(crate) fn capabilities(self, program: Option<&str>) -> Value {
        match self {
            Self::Firefox => firefox::capabilities(program),
            Self::Chrome | Self::Edge => chromium::capabilities(self, program),
        }
    }

    /// What has to be done once in a new browser.
    pub(crate) async fn prepare(self, client: &Client) -> Result<(), CmdError> {
        match self {
            Self::Firefox => firefox::prepare(client).await,
            Self::Chrome | Self::Edge => Ok(()),
        }
    }

    /// Gives the window a size.
    pub(crate) async fn size(self, client: &Client, window: Window) -> Result<(), CmdError> {
        match self {
            Self::Firefox => firefox::size(client, window).await,
            Self::Chrome | Self::Edge => chromium::size(client, window).await,
        }
    }

    /// Sets the system's preferences.
    pub(crate) async fn prefer(self, client: &Client, scheme: &str, motion: &str) -> Result<(), CmdError> {
        match self {
            Self::Firefox => firefox::prefer(client, scheme, motion).await,
            Self::Chrome | Self::Edge => chromium::prefer(client, scheme, motion).await,
        }
    }

    /// Takes the network away, or restores it.
    pub(crate) async fn offline(self, client: &Client, away: bool) -> Result<(), CmdError> {
        match self {
            Self::Firefox => firefox::offline(client, away).await,
            Self::Chrome | Self::Edge => chromium::offline(client, away).await,
        }
    }

    /// Forgets everything that a server has stored in the browser, and the pages that were visited.
    pub(crate) async fn forget(self, client: &Client, origin: &str) -> Result<(), CmdError> {
        match self {
            Self::Firefox => firefox::forget(client).await,
            Self::Chrome | Self::Edge => chromium::forget(client, origin).await,
        }
    }

    /// The errors on the console since the last call.
    pub(crate) async fn errors(self, client: &Client) -> Result<Vec<String>, CmdError> {
        match self {
            Self::Firefox => firefox::errors(client).await,
            Self::Chrome | Self::Edge => chromium::errors(client).await,
        }
    }

    /// What the network did since the last call, as the browser describes it.
    pub(crate) async fn events(self, client: &Client) -> Result<Vec<Value>, CmdError> {
        match self {
            Self::Firefox => firefox::events(client).await,
            Self::Chrome | Self::Edge => chromium::events(client).await,
        }
    }

    /// Reads the network's events.
    pub(crate) fn traffic(self, events: &[Value]) -> Traffic {
        match self {
            Self::Firefox => firefox::traffic(events),
            Self::Chrome | Self::Edge => chromium::traffic(events),
        }
    }

    /// Makes the browser crash.
    pub(crate) async fn crash(self, client: &Client) -> Result<(), CmdError> {
        match self {
            Self::Firefox => firefox::crash(client).await,
            Self::Chrome | Self::Edge => chromium::crash(client).await,
        }
    }
}
