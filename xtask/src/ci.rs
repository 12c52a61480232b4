//! All checks, ordered so that the cheapest failure comes first.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::cost::Cost;
use crate::programs::{Browser, find_database};
use crate::{WITH_BROWSER, api, cargo, counts, deny, page, say, tidy};

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
    let mut counts = Counts::default();
    let (first, others) = match browsers.split_first() {
        Some((first, others)) => (Some(*first), others),
        None => (None, &[][..]),
    };
    let mut good = stages.run("tests", || test(first, &mut counts))?;
    for browser in others {
        good &= stages
            .run(&format!("tests in {browser}"), || watch(suite(*browser), |line| counts.take_cargo(line)))?;
    }
    let counted = stages.run("counts", counts::check_if_installed)?;
    if numberline_cluster::Cluster::is_installed() {
        good &= stages
            .run("tests on PostgreSQL", || watch(on_postgres(first), |line| counts.take_cargo(line)))?;
    }
    let described = stages.run("api", api::check_if_installed)?;
    counts.report();
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
    if good && counts.are_good() { Ok(()) } else { Err("not all tests pass".to_owned()) }
}

/// The tests in a browser alone. They are built as all tests are, so that nothing is built twice.
pub(crate) fn suite(browser: Browser) -> Command {
    let mut tests = Command::new("cargo");
    browser.tell(tests.args(["test", "--workspace", WITH_BROWSER, "--test", "browser"]));
    tests
}

/// The tests of rooms and of the server once more, on PostgreSQL. They are built as all tests are, so that nothing is built
/// twice: with a package of its own, cargo would choose other features.
fn on_postgres(browser: Option<Browser>) -> Command {
    let mut tests = Command::new("cargo");
    tests.args(["test", "--workspace", "--test", "rooms", "--test", "http", "--no-fail-fast"]);
    if browser.is_some() {
        tests.arg(WITH_BROWSER);
    }
    tests.env("NUMBERLINE_TEST_DATABASE", "postgres");
    tests
}

fn lint() -> Result<(), String> {
    cargo(&["clippy", "--workspace", "--all-targets", WITH_BROWSER, "--", "-D", "warnings"])?;
    // A program with less in it compiles, too.
    for parts in ["", "full-screen", "server"] {
        let smaller = ["--package=numberline", "--no-default-features", "--features", parts];
        cargo(&[&["clippy"], &smaller[..], &["--", "-D", "warnings"]].concat())?;
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

/// How many tests there were.
#[derive(Default)]
struct Counts {
    passed: u64,
    failed: u64,
    skipped: u64,
}

/// Runs the tests of the page and of the crates, adds them up, and says whether all have passed.
fn test(browser: Option<Browser>, counts: &mut Counts) -> Result<bool, String> {
    let page = watch(page::tests(), |line| counts.take_tap(line))?;
    let mut tests = Command::new("cargo");
    tests.args(["test", "--workspace", "--no-fail-fast"]);
    // Most tests wait for servers, terminals and browsers: more of them at once cost no more, and end sooner.
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        tests.env("RUST_TEST_THREADS", "4");
    }
    if let Some(browser) = browser {
        browser.tell(tests.arg(WITH_BROWSER));
    }
    let crates = watch(tests, |line| counts.take_cargo(line))?;
    Ok(page && crates)
}

/// Runs a command, passes its output on, and says whether it succeeded.
#[expect(clippy::print_stdout, reason = "the test runners' own lines are passed on")]
fn watch(mut command: Command, mut look: impl FnMut(&str)) -> Result<bool, String> {
    say(&format!("> {command:?}"));
    let spawned = command.stdout(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| format!("{command:?} could not be started: {error}"))?;
    for line in child.stdout.take().into_iter().flat_map(|stdout| BufReader::new(stdout).lines()) {
        let line = line.map_err(|error| error.to_string())?;
        println!("{line}");
        look(&line);
    }
    child.wait().map(|status| status.success()).map_err(|error| error.to_string())
}

impl Counts {
    #[expect(clippy::print_stdout, reason = "the totals are a result")]
    fn report(&self) {
        let Self { passed, failed, skipped } = self;
        println!("{passed} passed, {failed} failed, {skipped} skipped");
    }

    fn are_good(&self) -> bool {
        self.failed == 0 && self.passed > 0
    }

    /// The closing line of a test program: `test result: ok. 12 passed; 0 failed; 0 ignored; …`.
    fn take_cargo(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let before = |word: &str| {
            result.split(word).next().and_then(|text| number(text.split_whitespace().next_back()))
        };
        self.passed += before("passed").unwrap_or(0);
        self.failed += before("failed").unwrap_or(0);
        self.skipped += before("ignored").unwrap_or(0);
    }

    /// The closing lines of Node's tests: `# pass 12`, `# fail 0` …
    fn take_tap(&mut self, line: &str) {
        let Some((word, count)) = line.strip_prefix("# ").and_then(|rest| rest.split_once(' ')) else {
            return;
        };
        let count = number(Some(count)).unwrap_or(0);
        match word {
            "pass" => self.passed += count,
            "fail" | "cancelled" => self.failed += count,
            "skipped" | "todo" => self.skipped += count,
            _ => {}
        }
    }
}

fn number(text: Option<&str>) -> Option<u64> {
    text.and_then(|text| text.parse().ok())
}
