//! The driver of a run of the tests, and the browsers that it opens: each with a profile of its own.

use std::env;
use std::path::PathBuf;
use std::sync::{LazyLock, OnceLock};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};

use super::engine::{DRIVER, ENGINE};
use super::leash::Leash;

/// A running driver.
pub(crate) struct Driver {
    _leash: Leash,
    port: u16,
}

impl Driver {
    fn start() -> Self {
        let (args, mark) = ENGINE.driver();
        let leash = Leash::start(&DRIVER, args);
        let port = leash.wait_for(mark);
        let port = port.trim_end_matches('.').parse().expect("a port");
        Self { _leash: leash, port }
    }
}

/// Opens a browser, and the driver that belongs to it alone if it has one. Its language is fixed, so that pictures do not
/// depend on the machine.
pub(crate) async fn open() -> (Client, Option<Driver>) {
    static SHARED: OnceLock<Driver> = OnceLock::new();
    static CAPABILITIES: LazyLock<Map<String, Value>> = LazyLock::new(|| {
        let program = env::var("NUMBERLINE_BROWSER").ok().and_then(|name| on_path(&name));
        let mut wanted = ENGINE.capabilities(program.as_deref().and_then(|program| program.to_str()));
        wanted["timeouts"] = json!({ "pageLoad": 30_000, "script": 20_000 });
        wanted.as_object().cloned().unwrap_or_default()
    });
    let own = (!ENGINE.shares_driver()).then(Driver::start);
    let port = own.as_ref().unwrap_or_else(|| SHARED.get_or_init(Driver::start)).port;
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(CAPABILITIES.clone())
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .unwrap_or_else(|error| panic!("the browser could not be started: {error}"));
    (client, own)
}

/// Where a program is. A driver takes no names, only places.
fn on_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|place| place.is_file())
}
