//! All checks, ordered so that the cheapest failure comes first.

use std::process::Command;

use crate::cost::Cost;
use crate::programs::{Browser, find_database};
use crate::{WITH_BROWSER, api, cargo, counts, deny, page, say, suites, tidy};

/// Runs every check, and ends with one line that counts the tests.
pub(crate) fn run() -> Result<(), String> {
    let mut stages = Stages::default();
    let (browsers, database) = stages.run("install", install_what_is_missing)?;
    stages.run("tree", || {
        cargo(&["fmt", "--all", "--check"])?;
        tidy::run()
    })?;
    let crates = stages.run("crates", deny::check_if_installed)?;
    stages.run("page", page::check)?;
    stages.run("lints", lint)?;
    stages.run("documentation", document)?;
    let tested = stages.run("tests", || suites::run(&browsers))?;
    let counted = stages.run("counts", counts::check_if_installed)?;
    let described = stages.run("api", api::check_if_installed)?;
    tested.report();
    stages.report();
    // Said last, where it is read.
    say(&crates);
    say(&counted);
    say(&described);
    if browsers.is_empty() {
        say(LEFT_OUT);
    }
    if let Err(why) = &database {
        say(&format!("Tests on PostgreSQL, or of several servers, were left out: {why}."));
    }
    if tested.are_good() { Ok(()) } else { Err("not all tests pass".to_owned()) }
}

/// The tests in a browser alone. They are built as all tests are, so that nothing is built twice.
pub(crate) fn suite(browser: Browser) -> Command {
    let mut tests = Command::new("cargo");
    browser.tell(tests.args(["test", "--workspace", WITH_BROWSER, "--test", "browser"]));
    tests
}

fn lint() -> Result<(), String> {
    cargo(&["clippy", "--workspace", "--all-targets", WITH_BROWSER, "--", "-D", "warnings"])?;
    // A program with less in it compiles, too. The libraries are the same, so only that program is looked at again.
    for parts in ["--features=", "--features=numberline/full-screen", "--features=numberline/server"] {
        cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--no-default-features",
            parts,
            "--",
            "-D",
            "warnings",
        ])?;
    }
    Ok(())
}

fn document() -> Result<(), String> {
    let mut doc = Command::new("cargo");
    doc.args(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings");
    crate::run(&mut doc)
}

/// What each part of the checks has cost.
#[derive(Default)]
struct Stages(Vec<String>);

impl Stages {
    fn run<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        let cost = Cost::begin();
        let done = work()?;
        self.0.push(format!("{name} {cost}"));
        Ok(done)
    }

    fn report(&self) {
        say(&format!("Cost: {}", self.0.join("; ")));
    }
}

/// What is said where there is no browser.
const LEFT_OUT: &str = "The tests in a browser were left out: install Chromium, Chrome, Edge or Firefox with its driver \
    (Debian: apt-get install chromium-headless-shell chromium-driver) and run this again.";

/// Format and lints come with the toolchain, but a small installation may lack them. The page's tools, the browser, PostgreSQL
/// and haproxy come from elsewhere; a build machine has to have them, and a developer may do without. Firefox is used where it is found.
fn install_what_is_missing() -> Result<(Vec<Browser>, Result<(), String>), String> {
    for (tool, component) in [("cargo-fmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        if Command::new(tool).arg("--version").output().is_err() {
            crate::run(Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    page::install()?;
    let insists = std::env::var_os("CI").is_some_and(|value| value == "true");
    let main = match Browser::find() {
        Err(error) if insists => return Err(error),
        found => found.ok(),
    };
    let database = match find_database() {
        Err(error) if insists => return Err(error),
        found => found,
    };
    Ok((main.into_iter().chain(Browser::firefox().ok()).collect(), database))
}
