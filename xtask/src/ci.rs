//! Everything that must hold, in the order in which a failure is cheapest to learn of.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::{browser, cargo, say, tidy};

/// Runs every check, and ends with one line that counts the tests.
pub(crate) fn run() -> Result<(), String> {
    install_what_is_missing()?;
    cargo(&["fmt", "--all", "--check"])?;
    tidy::run()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    let mut doc = Command::new("cargo");
    doc.args(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings");
    crate::run(&mut doc)?;
    test()
}

/// Format and lints come with the toolchain, but a small installation may lack them. The browser comes from elsewhere.
fn install_what_is_missing() -> Result<(), String> {
    for (tool, component) in [("cargo-fmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        if Command::new(tool).arg("--version").output().is_err() {
            crate::run(Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    browser::install()
}

/// Runs the tests, shows what they print, and adds up their closing lines.
#[expect(clippy::print_stdout, reason = "the test runner's own lines are passed on")]
fn test() -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.args(["test", "--workspace", "--no-fail-fast"]).stdout(Stdio::piped());
    say(&format!("> {command:?}"));
    let mut child = command.spawn().map_err(|error| format!("cargo test could not be started: {error}"))?;
    let (mut passed, mut failed, mut ignored) = (0_u64, 0_u64, 0_u64);
    for line in child.stdout.take().into_iter().flat_map(|stdout| BufReader::new(stdout).lines()) {
        let line = line.map_err(|error| error.to_string())?;
        println!("{line}");
        if line.starts_with("test result: ") {
            passed += count(&line, "passed");
            failed += count(&line, "failed");
            ignored += count(&line, "ignored");
        }
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    println!("{passed} passed, {failed} failed, {ignored} skipped");
    if status.success() && failed == 0 && passed > 0 { Ok(()) } else { Err("not all tests pass".to_owned()) }
}

/// The number before a word, as in `12 passed`.
fn count(line: &str, word: &str) -> u64 {
    let before = line.split(word).next().unwrap_or_default();
    before.split_whitespace().next_back().and_then(|number| number.parse().ok()).unwrap_or(0)
}
