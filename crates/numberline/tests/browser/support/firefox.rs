//! Firefox: by a script in its own window, which may do what its user may.

use fantoccini::Client;
use fantoccini::error::CmdError;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::engine::{Traffic, Window};
use super::special::Special;

/// The script, with a method for each of the functions here.
const SCRIPT: &str = include_str!("firefox.js");

/// Resolves when the page has the size that its window was given.
const SIZED: &str = "
    const [width, height] = arguments;
    return new Promise((done) => {
        const look = () => (innerWidth === width && innerHeight === height ? done() : setTimeout(look, 5));
        look();
    });";

/// What the driver is started with: any port for itself and for the browser, and leave to use the browser's own window.
pub(super) const ARGS: [&str; 3] = ["--port=0", "--websocket-port=0", "--allow-system-access"];

pub(super) fn capabilities(program: Option<&str>) -> Value {
    let mut options = json!({
        "args": ["-headless"],
        "env": { "MOZ_HEADLESS_WIDTH": "2200", "MOZ_HEADLESS_HEIGHT": "1400" },
        "prefs": {
            "intl.accept_languages": "en",
            // One process is enough for one site.
            "dom.ipc.processCount": 1,
            "fission.autostart": false,
            "network.disable-localhost-when-offline": true,
            "security.allow_parent_unrestricted_js_loads": true,
            // A scroll bar takes no room, as on a phone.
            "ui.useOverlayScrollbars": 1,
        },
    });
    if let Some(program) = program {
        options["binary"] = json!(program);
    }
    json!({ "browserName": "firefox", "moz:firefoxOptions": options })
}

pub(super) async fn prepare(client: &Client) -> Result<(), CmdError> {
    in_window(client, SCRIPT, Vec::new()).await.map(drop)
}

pub(super) async fn size(client: &Client, Window { width, height, phone }: Window) -> Result<(), CmdError> {
    call(client, "size", json!([width, height, phone])).await?;
    client.execute(SIZED, vec![json!(width), json!(height)]).await.map(drop)
}

pub(super) async fn prefer(client: &Client, scheme: &str, motion: &str) -> Result<(), CmdError> {
    call(client, "prefer", json!([scheme, motion])).await.map(drop)
}

pub(super) async fn offline(client: &Client, away: bool) -> Result<(), CmdError> {
    call(client, "offline", json!([away])).await.map(drop)
}

pub(super) async fn forget(client: &Client) -> Result<(), CmdError> {
    call(client, "forget", json!([])).await.map(drop)
}

pub(super) async fn errors(client: &Client) -> Result<Vec<String>, CmdError> {
    let errors = list(call(client, "errors", json!([])).await?);
    Ok(errors.iter().map(|error| error.as_str().unwrap_or_default().to_owned()).collect())
}

pub(super) async fn events(client: &Client) -> Result<Vec<Value>, CmdError> {
    Ok(list(call(client, "events", json!([])).await?))
}

pub(super) fn traffic(events: &[Value]) -> Traffic {
    let texts =
        |kind: &'static str| events.iter().filter_map(move |event| event[kind].as_str().map(str::to_owned));
    let answer = |event: &Value| Some((event["answer"].as_str()?.to_owned(), event["bytes"].as_u64()?));
    Traffic {
        requests: texts("request").collect(),
        answers: events.iter().filter_map(answer).collect(),
        messages: texts("message").collect(),
    }
}

pub(super) async fn crash(client: &Client) -> Result<(), CmdError> {
    let process = call(client, "process", json!([])).await?;
    let process = process.as_i64().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)).expect("a process");
    kill_process(process, Signal::KILL).expect("a process to end");
    Ok(())
}

fn list(answer: Value) -> Vec<Value> {
    if let Value::Array(answer) = answer { answer } else { Vec::new() }
}

/// Calls a method of the script.
async fn call(client: &Client, method: &str, arguments: Value) -> Result<Value, CmdError> {
    let script = format!("return window.numberline.{method}(...arguments);");
    in_window(client, &script, list(arguments)).await
}

/// Runs a script in the browser's own window instead of the page.
async fn in_window(client: &Client, script: &str, arguments: Vec<Value>) -> Result<Value, CmdError> {
    turn_to(client, "chrome").await?;
    let answer = client.execute(script, arguments).await;
    turn_to(client, "content").await?;
    answer
}

async fn turn_to(client: &Client, context: &str) -> Result<(), CmdError> {
    let body = json!({ "context": context });
    client.issue_cmd(Special { path: "moz/context".to_owned(), body }).await.map(drop)
}
