//! Lets schemathesis (from PyPI) try a real server against the description of its API: thousands of requests that fit the
//! description, and as many that nearly do.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{cargo, run, say};

/// It is installed into a folder of its own, and removed with the rest of what was built.
const FOLDER: &str = "target/schemathesis";
const PROGRAM: &str = "target/schemathesis/bin/schemathesis";
const VERSION: &str = "schemathesis==4.32.5";

/// One client makes all requests, so what an address may do is raised.
const LIMITS: [&str; 6] = [
    "connections-per-address=2000",
    "sockets-per-address=2000",
    "requests-per-second-per-address=1000000",
    "rooms-per-minute-per-address=1000000",
    "think-time-per-minute-per-address=86400s",
    "answers-per-address=1000",
];

/// How many examples of each operation the checks try.
const FEW: u32 = 10;

/// Installs schemathesis unless it is there, and tries this many examples of each operation.
pub(crate) fn check(examples: u32) -> Result<(), String> {
    if !Path::new(PROGRAM).exists() {
        run(Command::new("python3").args(["-m", "venv", FOLDER]))?;
        run(Command::new(format!("{FOLDER}/bin/pip")).args(["install", "--quiet", VERSION]))?;
    }
    cargo(&["build", "--package", "numberline"])?;
    try_examples(examples)
}

/// A few examples, where schemathesis is installed and the program is built. Says what came of it.
pub(crate) fn check_if_installed() -> Result<String, String> {
    if Path::new(PROGRAM).exists() {
        try_examples(FEW)?;
        Ok("The server is as its API describes it.".to_owned())
    } else {
        Ok("The server was not compared with its API's description: run cargo xtask api once to install schemathesis."
            .to_owned())
    }
}

fn try_examples(examples: u32) -> Result<(), String> {
    let folder = Path::new("target/api");
    // Rooms of an earlier run would be found again.
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (mut server, address) = serve(folder)?;
    let program = std::path::absolute(PROGRAM).map_err(|error| format!("{PROGRAM}: {error}"))?;
    let mut tried = Command::new(program);
    // It leaves a folder where it runs.
    tried.current_dir(folder);
    tried.args(["run", &format!("{address}/api/openapi.json"), "--max-examples", &examples.to_string()]);
    // A stream does not end, and a websocket is not HTTP; the tests and the trials read both.
    tried.args(["--exclude-path-regex", "(stream|socket)$"]);
    // A description cannot say which moves a game has, or which keys can be guessed. What fits the description and is
    // refused all the same gets a problem document, which is compared with the description like any other answer.
    tried.args(["--exclude-checks", "positive_data_acceptance"]);
    tried.args(["--request-timeout", "30", "--generation-database", "none", "--warnings", "off"]);
    let held = run(&mut tried);
    let ended = server.try_wait().map_err(|error| error.to_string())?;
    let _ = server.kill();
    let _ = server.wait();
    match ended {
        Some(status) => Err(format!("the server ended: {status}")),
        None => held,
    }
}

/// Starts the real server on a free port, and reads its address.
fn serve(folder: &Path) -> Result<(Child, String), String> {
    let mut server = Command::new("target/debug/numberline");
    server
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--db"])
        .arg(folder.join("rooms.sqlite3"));
    server.args(LIMITS.iter().flat_map(|limit| ["--limit", limit]));
    say(&format!("> {server:?}"));
    let started = server.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut running = started.map_err(|error| format!("{server:?} could not be started: {error}"))?;
    let lines = running.stderr.take().map(BufReader::new);
    let mut said = String::new();
    let _ = lines.map(|mut lines| lines.read_line(&mut said));
    match said.split("http://").nth(1) {
        Some(address) => Ok((running, format!("http://{}", address.trim()))),
        None => {
            let _ = running.kill();
            Err(format!("the server did not start: {said}"))
        }
    }
}
