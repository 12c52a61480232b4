//! Chromium, Chrome and Edge: by `DevTools` and the logs of their drivers.

use fantoccini::Client;
use fantoccini::error::CmdError;
use serde_json::{Value, json};

use super::engine::{ENGINE, Engine, Traffic, Window};
use super::special::Special;

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

/// How a driver calls its browser, and how what is not in the standard begins.
fn names(engine: Engine) -> (&'static str, &'static str, &'static str) {
    match engine {
        Engine::Edge => ("MicrosoftEdge", "ms:edgeOptions", "ms"),
        _ => ("chrome", "goog:chromeOptions", "goog"),
    }
}

pub(super) fn capabilities(engine: Engine, program: Option<&str>) -> Value {
    let (browser, options, vendor) = names(engine);
    let mut wanted = json!({
        "browserName": browser,
        format!("{vendor}:loggingPrefs"): { "browser": "ALL", "performance": "ALL" },
        options: {
            "args": FLAGS,
            "prefs": { "intl.accept_languages": "en" },
            "perfLoggingPrefs": { "enableNetwork": true, "enablePage": false },
        },
    });
    if let Some(program) = program {
        wanted[options]["binary"] = json!(program);
    }
    wanted
}

pub(super) async fn size(client: &Client, Window { width, height, phone }: Window) -> Result<(), CmdError> {
    let scale = if phone { 2 } else { 1 };
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": phone });
    tool(client, "Emulation.setDeviceMetricsOverride", metrics).await?;
    tool(client, "Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await
}

pub(super) async fn prefer(client: &Client, scheme: &str, motion: &str) -> Result<(), CmdError> {
    let features = json!([
        { "name": "prefers-color-scheme", "value": scheme },
        { "name": "prefers-reduced-motion", "value": motion },
    ]);
    tool(client, "Emulation.setEmulatedMedia", json!({ "features": features })).await
}

pub(super) async fn offline(client: &Client, away: bool) -> Result<(), CmdError> {
    tool(client, "Network.enable", json!({})).await?;
    let conditions =
        json!({ "offline": away, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    tool(client, "Network.emulateNetworkConditions", conditions).await
}

pub(super) async fn forget(client: &Client, origin: &str) -> Result<(), CmdError> {
    tool(client, "Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" })).await?;
    tool(client, "Network.clearBrowserCookies", json!({})).await?;
    tool(client, "Network.clearBrowserCache", json!({})).await?;
    tool(client, "Page.resetNavigationHistory", json!({})).await
}

pub(super) async fn errors(client: &Client) -> Result<Vec<String>, CmdError> {
    let severe = log(client, "browser").await?.into_iter().filter(|entry| entry["level"] == "SEVERE");
    Ok(severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect())
}

pub(super) async fn events(client: &Client) -> Result<Vec<Value>, CmdError> {
    let entries = log(client, "performance").await?;
    let message = |entry: &Value| serde_json::from_str(entry["message"].as_str()?).ok();
    let read = |entry: &Value| message(entry).map(|mut note: Value| note["message"].take());
    Ok(entries.iter().map(|entry| read(entry).expect("a note of the driver")).collect())
}

pub(super) fn traffic(events: &[Value]) -> Traffic {
    let of = |method: &'static str| {
        events.iter().filter(move |event| event["method"] == method).map(|event| &event["params"])
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let size = |id: &Value| {
        let finished = of("Network.loadingFinished").find(|finished| finished["requestId"] == *id);
        finished.and_then(|finished| finished["encodedDataLength"].as_u64()).unwrap_or_default()
    };
    Traffic {
        requests: of("Network.requestWillBeSent").map(|sent| text(&sent["request"]["url"])).collect(),
        answers: of("Network.responseReceived")
            .map(|answer| (text(&answer["response"]["url"]), size(&answer["requestId"])))
            .collect(),
        messages: of("Network.webSocketFrameReceived")
            .map(|frame| text(&frame["response"]["payloadData"]))
            .collect(),
    }
}

pub(super) async fn crash(client: &Client) -> Result<(), CmdError> {
    tool(client, "Browser.crash", json!({})).await
}

/// Takes the log entries since the last call: `browser` is the console, `performance` the network.
async fn log(client: &Client, kind: &str) -> Result<Vec<Value>, CmdError> {
    let entries = Special { path: "se/log".to_owned(), body: json!({ "type": kind }) };
    Ok(client.issue_cmd(entries).await?.as_array().cloned().unwrap_or_default())
}

/// A `DevTools` command.
async fn tool(client: &Client, command: &str, parameters: Value) -> Result<(), CmdError> {
    let (_, _, vendor) = names(*ENGINE);
    let body = json!({ "cmd": command, "params": parameters });
    client.issue_cmd(Special { path: format!("{vendor}/cdp/execute"), body }).await.map(drop)
}
