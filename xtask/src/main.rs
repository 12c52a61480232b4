//! Developer tasks: `cargo xtask TASK`.

mod ci;
mod cost;
mod fuzz;
mod page;
mod programs;
mod tidy;

use std::process::{Command, ExitCode};

use programs::Browser;

/// The tests in a browser are built only where there is one.
const WITH_BROWSER: &str = "--features=numberline/browser-tests";

const HELP: &str = "\
cargo xtask TASK

  ci               everything that must hold: format, lints, types, tidiness, all tests and doc tests
  tidy             only the checks of the tree itself
  bless            write the golden transcripts and the page's types of the API anew; read the difference afterwards
  pictures         draw the pictures in docs/pictures anew
  bench            all benchmarks
  cost             what the first build and this test command cost from nothing, in seconds (Linux)
  storm [EVENTS]   so many keys, clicks and sizes by chance in each theme (1000000), not the same as last time
  abuse [TRIAL…] [--long] [--seed NUMBER]
                   treat a server as badly as the world will, and count what is lost; the long form wants a machine at
                   rest, and fails where a promised figure is not reached
  fuzz [SECONDS]   run every fuzz target for so long (60), after installing cargo-fuzz if need be";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["ci"] => ci::run(),
        ["tidy"] => tidy::run(),
        ["bless"] => bless(),
        ["pictures"] => pictures(),
        ["storm"] => storm("1000000"),
        ["storm", events] => storm(events),
        ["abuse", wanted @ ..] => abuse(wanted),
        ["cost"] => cost::measure(),
        ["bench"] => cargo(&["bench", "--workspace", "--benches"]),
        ["fuzz"] => fuzz::run_all(60),
        ["fuzz", seconds] => {
            seconds.parse().map_err(|_| "SECONDS is a number".to_owned()).and_then(fuzz::run_all)
        }
        _ => Err(HELP.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&error);
            ExitCode::FAILURE
        }
    }
}

fn bless() -> Result<(), String> {
    let mut command = Command::new("cargo");
    command
        .args(["test", "--package", "numberline", "--test", "main", "transcripts::"])
        .env("NUMBERLINE_BLESS", "1");
    run(&mut command)?;
    let mut command = Command::new("cargo");
    command.args(["test", "--package", "numberline-server", "--test", "http", "description::"]);
    run(command.env("NUMBERLINE_BLESS", "1"))?;
    page::bless()
}

fn pictures() -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.args(["test", "--package", "numberline-tui", "--test", "pictures"]).env("NUMBERLINE_BLESS", "1");
    run(&mut command)?;
    let mut command = Command::new("cargo");
    command.args(["test", "--package", "numberline", WITH_BROWSER, "--test", "browser", "pictures::"]);
    run(Browser::find()?.tell(&mut command).env("NUMBERLINE_BLESS", "1"))
}

/// A storm has a seed of its own, which is shown, so that what it finds can be found again.
fn storm(events: &str) -> Result<(), String> {
    let seed = std::env::var("NUMBERLINE_STORM_SEED").unwrap_or_else(|_| std::process::id().to_string());
    say(&format!("NUMBERLINE_STORM_SEED={seed}"));
    let mut command = Command::new("cargo");
    command.args(["test", "--release", "--package", "numberline-tui", "--test", "storm"]);
    run(command.env("NUMBERLINE_STORM", events).env("NUMBERLINE_STORM_SEED", seed))
}

/// The servers under trial are programs of their own, so they are built before the one that runs them.
fn abuse(wanted: &[&str]) -> Result<(), String> {
    let package = ["--release", "--package", "numberline-abuse"];
    run(Command::new("cargo").arg("build").args(package).arg("--bins"))?;
    run(Command::new("cargo").arg("run").args(package).args(["--bin", "abuse", "--"]).args(wanted))
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(Command::new("cargo").args(arguments))
}

fn run(command: &mut Command) -> Result<(), String> {
    say(&format!("> {command:?}"));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} failed: {status}")),
        Err(error) => Err(format!("{command:?} could not be started: {error}")),
    }
}

#[expect(clippy::print_stderr, reason = "a developer's task talks to the developer")]
fn say(text: &str) {
    eprintln!("{text}");
}
