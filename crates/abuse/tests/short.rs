//! Every trial in its short form, and every negative control. Floors that depend on the machine's speed are ignored.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test shows its seed and may fail"
)]

use std::path::PathBuf;

use numberline_abuse::{TrialPlan, find};

/// A plan with a seed that is shown when a test fails, and that can be reused.
fn plan() -> TrialPlan {
    let given = std::env::var("NUMBERLINE_ABUSE_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or_else(|| u64::from(std::process::id()));
    println!("NUMBERLINE_ABUSE_SEED={seed}");
    TrialPlan {
        honest: PathBuf::from(env!("CARGO_BIN_EXE_honest")),
        sabotaged: PathBuf::from(env!("CARGO_BIN_EXE_sabotaged")),
        seed,
        long: false,
        sabotage: None,
    }
}

/// The clients of a trial share one thread, which keeps them cheap.
fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

fn holds(name: &str) {
    let report = wait(find(name).unwrap().run(&plan())).unwrap();
    println!("{report}");
    assert!(report.red().is_empty(), "{report}");
}

fn notices(name: &str) {
    let trial = find(name).unwrap();
    for control in trial.controls {
        match wait(trial.control(&plan(), *control)) {
            Ok(report) => println!("with {}: {report}", control.sabotage.name()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A test for the trial, and one for each negative control.
macro_rules! trials {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn holds() {
                super::holds(stringify!($name));
            }

            #[test]
            fn notices_what_is_broken() {
                super::notices(stringify!($name));
            }
        }
    )*};
}

trials! { kill machines races lines failover scarce rolling spread crowd rejoin flood sync power stale reconnect frames slow full unsure moved clocks log neighbours sockets restart latency busy }

#[test]
fn all_trials_are_tested() {
    let tested = include_str!("short.rs");
    let list = tested.lines().find(|line| line.starts_with("trials! {")).unwrap();
    for trial in numberline_abuse::catalog() {
        assert!(list.split(' ').any(|name| name == trial.name), "{} is not tested", trial.name);
        assert!(!trial.controls.is_empty(), "{} has no negative control", trial.name);
    }
}

/// The parts of a text between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// What a list of promises gets wrong: a promise without a trial or a test, and names of trials and files that do not
/// exist.
fn unproved(promises: &str) -> Vec<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut wrong = Vec::new();
    for promise in promises.split("\n- **").skip(1) {
        let parts: Vec<_> = promise.split("Trials: ").flat_map(|part| part.split("Trial: ")).collect();
        let (trials, tests) = match parts.as_slice() {
            [told] => ("", told.split_once("Tests:").map_or("", |(_, tests)| tests)),
            [_, named, ..] => named.split_once("Tests:").unwrap_or((named, "")),
            [] => ("", ""),
        };
        let (trials, tests) = (quoted(trials), quoted(tests));
        if trials.is_empty() && tests.is_empty() {
            wrong.push(format!("nothing proves: {promise}"));
        }
        wrong
            .extend(trials.iter().filter(|name| find(name).is_none()).map(|name| format!("no trial {name}")));
        let files = tests.iter().filter(|name| name.starts_with("crates/"));
        wrong.extend(files.filter(|name| !root.join(name).is_file()).map(|name| format!("no file {name}")));
    }
    wrong
}

#[test]
fn every_promise_has_its_proof_and_every_trial_its_row() {
    let text = include_str!("../../../RELIABILITY.md");
    let promises = text.split("\nNot promised").next().unwrap();
    assert!(promises.matches("\n- **").count() > 10);
    assert_eq!(unproved(promises), Vec::<String>::new());
    for trial in numberline_abuse::catalog() {
        assert!(text.contains(&format!("\n| `{}` |", trial.name)), "{} has no row", trial.name);
        assert!(
            quoted(promises).contains(&trial.name) || trial.name == "latency",
            "{} proves nothing",
            trial.name
        );
    }
    // The control.
    let wrong = "\n- **One.** Nothing.\n- **Two.** Trial: `nothing`.\n- **Three.** Tests: `crates/nothing.rs`.\n- **Four.** Trial: `kill`.";
    assert_eq!(unproved(wrong).len(), 3, "{:?}", unproved(wrong));
}
