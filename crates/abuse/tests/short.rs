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
        if let Err(error) = wait(trial.control(&plan(), *control)) {
            panic!("{error}");
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
