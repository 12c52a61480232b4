//! Developer tasks: `cargo xtask TASK`.

mod ci;
mod fuzz;
mod tidy;

use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask TASK

  ci               everything that must hold: format, lints, tidiness, all tests and doc tests
  tidy             only the checks of the tree itself
  bless            write the golden transcripts anew; read the difference afterwards
  bench            all benchmarks
  fuzz [SECONDS]   run every fuzz target for so long (60), after installing cargo-fuzz if need be";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["ci"] => ci::run(),
        ["tidy"] => tidy::run(),
        ["bless"] => bless(),
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
    command.args(["test", "--package", "numberline", "--test", "transcripts"]).env("NUMBERLINE_BLESS", "1");
    run(&mut command)
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
