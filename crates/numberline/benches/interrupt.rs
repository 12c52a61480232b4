//! From Ctrl-C in the middle of the longest work to the end of the process. It is to stay under 200 milliseconds.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark that fails says so by panicking")]

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use divan::Bencher;
use rustix::process::{Pid, Signal, kill_process};

fn main() {
    divan::main();
}

const COMMANDS: [&str; 5] = [
    "solve cards --set cards=10 --set end=10",
    "analyze cards --set cards=10 --set end=9",
    "solve token --set length=24 --set step=4 --set revisit=no",
    "arena siege --games 1000000000",
    "play cards --set cards=10 --set end=10 --p1 computer:perfect",
];

#[divan::bench(args = COMMANDS, sample_count = 20, sample_size = 1)]
fn a_command_is_interrupted(bencher: Bencher<'_, '_>, command: &str) {
    let home = tempfile::tempdir().unwrap();
    let start = || -> Child {
        let mut program = Command::new(env!("CARGO_BIN_EXE_numberline"));
        program.args(command.split(' ')).env("NUMBERLINE_HOME", home.path());
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = program.spawn().unwrap();
        // Long enough to be in the middle of it, and not nearly long enough to be done.
        thread::sleep(Duration::from_millis(700));
        child
    };
    bencher.with_inputs(start).bench_local_values(|mut child| {
        let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        kill_process(pid, Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "it was not done yet, and left");
    });
}
