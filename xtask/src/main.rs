//! Developer tasks: `cargo xtask TASK`.

mod api;
mod ci;
mod code_map;
mod cost;
mod counts;
mod deny;
mod fuzz;
mod mutants;
mod names;
mod page;
mod peers;
mod programs;
mod release;
mod sbom;
mod suites;
mod tidy;

use std::process::{Command, ExitCode};

use programs::Browser;

/// The tests in a browser are built only where there is one.
const WITH_BROWSER: &str = "--features=numberline/browser-tests";

const HELP: &str = "\
cargo xtask TASK

  ci               every check: format, lints, types, tidiness, all tests and doc tests
  browser [firefox]
                   only the tests in a browser: Chromium or a relative, or Firefox
  tidy             only the checks of the source tree
  bless            rewrite the golden transcripts and the page's API types; read the diff afterwards
  pictures         redraw the pictures in docs/pictures
  bench            all benchmarks
  counts [--bless]
                   count the instructions of the hot paths with valgrind, and compare them with those in xtask/counts.txt, or
                   write them there
  peers [PART…]    measure numberline beside other programs that do the same work (games, matrices,
                   servers), which are installed into target/peers
  cost             seconds that a first build and the test command take from scratch (Linux)
  storm [EVENTS]   EVENTS random keys, clicks and sizes in each theme (1000000), with a new seed each time
  abuse [TRIAL…] [--postgres] [--long] [--seed NUMBER]
                   stress a server with hostile clients, and count what is lost; the long form needs an idle machine,
                   and fails if a promised figure is not reached; --postgres: the trials of several servers on one PostgreSQL
  fuzz [SECONDS [TARGET…]]
                   run every fuzz target, or only these, for SECONDS (60) each, and count the inputs; installs cargo-fuzz
                   if it is missing
  mutants PACKAGE [FILE…]
                   break the code of a package (rules, verify, …) or of these files in every small way, and list what no test
                   notices; installs cargo-mutants if it is missing, and takes hours
  api [EXAMPLES]   let schemathesis compare the server with the description of its API, with EXAMPLES (100) requests of
                   each kind; installs it into target/ with Python if it is missing
  deny             the crates that we use: licences, sources, duplicates, advisories (deny.toml)
  sbom             list all crates in the program, in target/numberline.cdx.json
  release          deny, sbom, and a build of every package as it would be published; installs cargo-deny and
                   cargo-cyclonedx if they are missing";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["ci"] => ci::run(),
        ["browser"] => Browser::find().and_then(|browser| run(&mut ci::suite(browser))),
        ["browser", "firefox"] => Browser::firefox().and_then(|browser| run(&mut ci::suite(browser))),
        ["tidy"] => tidy::run(),
        ["bless"] => bless(),
        ["pictures"] => pictures(),
        ["storm"] => storm("1000000"),
        ["storm", events] => storm(events),
        ["abuse", wanted @ ..] => abuse(wanted),
        ["cost"] => cost::measure(),
        ["counts"] => counts::check(),
        ["counts", "--bless"] => counts::bless(),
        ["peers", parts @ ..] => peers::measure(parts),
        // What is given away is timed, not what is quick to build.
        ["bench"] => cargo(&["bench", "--workspace", "--benches", "--profile", "dist"]),
        ["fuzz"] => fuzz::run_all(60, &[]),
        ["fuzz", seconds, targets @ ..] => match seconds.parse() {
            Ok(seconds) => fuzz::run_all(seconds, targets),
            Err(_) => Err("SECONDS is a number".to_owned()),
        },
        ["mutants", package, files @ ..] => mutants::run_all(package, files),
        ["api"] => api::check(100),
        ["api", examples] => match examples.parse() {
            Ok(examples) => api::check(examples),
            Err(_) => Err("EXAMPLES is a number".to_owned()),
        },
        ["deny"] => programs::install_tool(deny::TOOL).and_then(|()| deny::check()).map(|said| say(&said)),
        ["sbom"] => sbom::write(),
        ["release"] => release::prepare(),
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

/// A storm prints its seed, so that what it finds can be reproduced.
fn storm(events: &str) -> Result<(), String> {
    let seed = std::env::var("NUMBERLINE_STORM_SEED").unwrap_or_else(|_| std::process::id().to_string());
    say(&format!("NUMBERLINE_STORM_SEED={seed}"));
    let mut command = Command::new("cargo");
    command.args(["test", "--release", "--package", "numberline-tui", "--test", "storm"]);
    run(command.env("NUMBERLINE_STORM", events).env("NUMBERLINE_STORM_SEED", seed))
}

/// The tested servers are separate programs, so they are built before the one that runs them.
fn abuse(wanted: &[&str]) -> Result<(), String> {
    // Trials that lack a program say so.
    if let Err(why) = programs::find_database() {
        say(&why);
    }
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

#[expect(clippy::print_stderr, reason = "a developer task reports on standard error")]
fn say(text: &str) {
    eprintln!("{text}");
}
