//! What only the driver knows of a browser: its console, its network traffic, and its emulation settings.

use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::driver::names;

/// A command of a driver that is not in the standard.
#[derive(Debug)]
pub(crate) struct Special {
    path: String,
    body: Value,
}

impl Special {
    /// Takes the log entries since the last call: `browser` is the console, `performance` the network.
    pub(crate) fn log(kind: &str) -> Self {
        Self { path: "se/log".to_owned(), body: json!({ "type": kind }) }
    }

    /// A DevTools command.
    pub(crate) fn tool(command: &str, parameters: &Value) -> Self {
        let (_, _, vendor) = names();
        Self { path: format!("{vendor}/cdp/execute"), body: json!({ "cmd": command, "params": parameters }) }
    }
}

impl WebDriverCompatibleCommand for Special {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _url: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// All log entries of a browser so far.
#[derive(Default)]
pub(crate) struct Noted {
    console: Vec<Value>,
    network: Vec<Value>,
}

impl Noted {
    pub(crate) fn add_console(&mut self, entries: &Value) {
        self.console.extend(entries.as_array().into_iter().flatten().cloned());
    }

    pub(crate) fn add_network(&mut self, entries: &Value) {
        for entry in entries.as_array().into_iter().flatten() {
            let message = entry["message"].as_str().unwrap_or_default();
            let message: Value = serde_json::from_str(message).expect("a note of the driver");
            self.network.push(message["message"].clone());
        }
    }

    /// The errors on the console.
    pub(crate) fn errors(&self) -> Vec<String> {
        let severe = self.console.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The network events of one kind, in order.
    pub(crate) fn events(&self, method: &str) -> Vec<Value> {
        let events = self.network.iter().filter(|event| event["method"] == method);
        events.map(|event| event["params"].clone()).collect()
    }

    /// The texts received over websockets.
    pub(crate) fn frames(&self) -> Vec<String> {
        let frames = self.events("Network.webSocketFrameReceived");
        let texts = frames.iter().map(|frame| frame["response"]["payloadData"].as_str().unwrap_or_default());
        texts.map(str::to_owned).collect()
    }
}
