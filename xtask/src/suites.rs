//! Builds all test programs and runs a few of them at once, because most wait for servers, terminals and browsers.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::Value;

use crate::programs::Browser;
use crate::{WITH_BROWSER, page, say};

/// How many programs run at once, and how many tests each of them runs at once.
const PROGRAMS: usize = 3;
const TESTS: &str = "4";

/// The programs that take longest begin first.
const LONGEST: [&str; 2] = ["browser", "short"];

/// The programs that run once more with all rooms in PostgreSQL.
const STORED: [&str; 2] = ["rooms", "http"];

/// Runs the tests of the page, of the crates in each browser, and of their documentation, and adds them up.
pub(crate) fn run(browsers: &[Browser]) -> Result<Counts, String> {
    let features = if browsers.is_empty() { &[][..] } else { &[WITH_BROWSER] };
    let mut runs = plan(&build(features)?, browsers);
    let mut documentation = Command::new("cargo");
    documentation.args(["test", "--workspace", "--doc", "--no-fail-fast"]).args(features);
    runs.push_back(Run { name: "documentation".to_owned(), command: documentation });
    runs.push_back(Run { name: "page".to_owned(), command: page::tests() });
    let (runs, counts) = (Mutex::new(runs), Mutex::new(Counts::default()));
    let next = || locked(&runs).pop_front();
    thread::scope(|scope| {
        for _ in 0..PROGRAMS {
            scope.spawn(|| {
                while let Some(mut run) = next() {
                    say(&format!("> {}", run.name));
                    let output = run.command.stdin(Stdio::null()).output();
                    let mut counts = locked(&counts);
                    match output {
                        Ok(output) => {
                            show(&String::from_utf8_lossy(&output.stdout), &mut counts);
                            show(&String::from_utf8_lossy(&output.stderr), &mut counts);
                            say(&format!("< {}: {}", run.name, output.status));
                            counts.broken += u64::from(!output.status.success());
                        }
                        Err(error) => {
                            say(&format!("< {} could not be started: {error}", run.name));
                            counts.broken += 1;
                        }
                    }
                }
            });
        }
    });
    Ok(counts.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A test program.
struct Program {
    /// Its package and its own name.
    name: [String; 2],
    file: PathBuf,
    /// The folder of its package, in which it runs.
    folder: PathBuf,
}

/// One run of a program.
struct Run {
    name: String,
    command: Command,
}

/// Builds all test programs, and lists them.
fn build(features: &[&str]) -> Result<Vec<Program>, String> {
    let mut build = Command::new("cargo");
    build
        .args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"])
        .args(features);
    say(&format!("> {build:?}"));
    let output = build.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{build:?} failed: {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().filter_map(built).collect())
}

/// The test program that a message of cargo's is about.
fn built(message: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(message).ok()?;
    let text = |place| message.pointer(place).and_then(Value::as_str);
    if message.pointer("/profile/test") != Some(&Value::Bool(true)) {
        return None;
    }
    let folder = Path::new(text("/manifest_path")?).parent()?.to_path_buf();
    let package = folder.file_name()?.to_str()?.to_owned();
    let name = [package, text("/target/name")?.to_owned()];
    Some(Program { name, file: text("/executable")?.into(), folder })
}

/// Every program once, those in a browser once in each, and those that store rooms once more on PostgreSQL.
fn plan(programs: &[Program], browsers: &[Browser]) -> VecDeque<Run> {
    let (mut long, mut short) = (VecDeque::new(), VecDeque::new());
    for program in programs {
        let [package, own] = &program.name;
        let name = format!("{package} {own}");
        let list = if LONGEST.contains(&own.as_str()) { &mut long } else { &mut short };
        if own == "browser" {
            for browser in browsers {
                let mut run = Run { name: format!("{name} in {browser}"), command: program.command() };
                browser.tell(&mut run.command);
                list.push_back(run);
            }
            continue;
        }
        if STORED.contains(&own.as_str()) && numberline_cluster::Cluster::is_installed() {
            let mut run = Run { name: format!("{name} on PostgreSQL"), command: program.command() };
            run.command.env("NUMBERLINE_TEST_DATABASE", "postgres");
            list.push_back(run);
        }
        list.push_back(Run { name, command: program.command() });
    }
    long.append(&mut short);
    long
}

impl Program {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.file);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        if std::env::var_os("RUST_TEST_THREADS").is_none() {
            command.env("RUST_TEST_THREADS", TESTS);
        }
        command
    }
}

/// How many tests there were, and how many programs failed.
#[derive(Default)]
pub(crate) struct Counts {
    passed: u64,
    failed: u64,
    skipped: u64,
    broken: u64,
}

impl Counts {
    #[expect(clippy::print_stdout, reason = "the totals are a result")]
    pub(crate) fn report(&self) {
        let Self { passed, failed, skipped, .. } = self;
        println!("{passed} passed, {failed} failed, {skipped} skipped");
    }

    pub(crate) fn are_good(&self) -> bool {
        self.failed == 0 && self.broken == 0 && self.passed > 0
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

/// Passes on what a program has printed, and counts what it says of its tests.
#[expect(clippy::print_stdout, reason = "the test runners' own lines are passed on")]
fn show(text: &str, counts: &mut Counts) {
    for line in text.lines() {
        println!("{line}");
        counts.take_cargo(line);
        counts.take_tap(line);
    }
}

fn number(text: Option<&str>) -> Option<u64> {
    text.and_then(|text| text.parse().ok())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_in_what_cargo_says() {
        let said = |test: bool, file: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/n/crates/server/Cargo.toml","target":{{"name":"rooms"}},
                "profile":{{"test":{test}}},"executable":{file}}}"#
            )
        };
        let found =
            built(&said(true, r#""/n/target/rooms-1""#)).map(|program| (program.name, program.folder));
        assert_eq!(found, Some((["server".to_owned(), "rooms".to_owned()], "/n/crates/server".into())));
        assert!(built(&said(false, r#""/n/target/rooms""#)).is_none(), "a program that is no test");
        assert!(built(&said(true, "null")).is_none(), "a library");
        assert!(built(r#"{"reason":"build-finished","success":true}"#).is_none());
    }

    #[test]
    fn the_longest_programs_begin_first() {
        let program = |name: &str| Program {
            name: ["server".to_owned(), name.to_owned()],
            file: name.into(),
            folder: "/".into(),
        };
        let planned = plan(&["main", "short", "other", "browser"].map(program), &[]);
        let names: Vec<&str> = planned.iter().map(|run| run.name.as_str()).collect();
        assert_eq!(
            names,
            ["server short", "server main", "server other"],
            "without a browser there is none of its runs"
        );
    }

    #[test]
    fn tests_are_counted_as_both_runners_close() {
        let mut counts = Counts::default();
        show(
            "test result: ok. 12 passed; 0 failed; 2 ignored; 0 measured\n# pass 3\n# fail 0\n# todo 1",
            &mut counts,
        );
        assert_eq!((counts.passed, counts.failed, counts.skipped), (15, 0, 3));
        assert!(counts.are_good());
        show("# cancelled 1", &mut counts);
        assert!(!counts.are_good());
    }
}
