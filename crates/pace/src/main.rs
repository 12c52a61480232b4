//! `pace NAME TIMES` does a piece of work so often, and prints the nanoseconds of processor time with the answer. Without
//! arguments it lists the names, each with how often it is repeated to count its instructions.

use std::process::ExitCode;

use numberline_pace::{TASKS, Task};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => {
            for Task { name, counted, .. } in TASKS {
                say(&format!("{name} {counted}"));
            }
            ExitCode::SUCCESS
        }
        [name, times] => match measure(name, times) {
            Ok(said) => {
                say(&said);
                ExitCode::SUCCESS
            }
            Err(error) => {
                say(&format!("{name}: {error}"));
                ExitCode::FAILURE
            }
        },
        _ => {
            say("pace [NAME TIMES]");
            ExitCode::FAILURE
        }
    }
}

fn measure(name: &str, times: &str) -> Result<String, Box<dyn std::error::Error>> {
    let task = TASKS.iter().find(|task| task.name == name).ok_or("there is no such work")?;
    let times = times.parse()?;
    let before = clock();
    let answer = (task.run)(times)?;
    Ok(format!("{} {answer}", clock() - before))
}

/// The processor time of this process in nanoseconds, as Linux counts it; 0 elsewhere.
fn clock() -> i64 {
    let said = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    said.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0)
}

#[expect(clippy::print_stdout, reason = "a tool for developers prints its answer")]
fn say(text: &str) {
    println!("{text}");
}
