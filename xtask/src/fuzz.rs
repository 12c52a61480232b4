//! Long fuzz runs. The tests replay the corpus; this looks for inputs that are not in it yet.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::{programs, say};

/// How libFuzzer reports at the end of a run how many inputs it has tried.
const EXECUTED: &str = "stat::number_of_executed_units:";

/// Runs every fuzz target, or the named ones, for this many seconds, and says how many inputs each has tried.
pub(crate) fn run_all(seconds: u32, wanted: &[&str]) -> Result<(), String> {
    programs::install_tool("fuzz")?;
    let targets = fs::read_dir("fuzz/fuzz_targets").map_err(|error| format!("fuzz/fuzz_targets: {error}"))?;
    let mut names: Vec<String> =
        targets.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    names.retain(|name| wanted.is_empty() || wanted.contains(&name.as_str()));
    names.sort();
    let mut tried = Vec::new();
    for name in names {
        let inputs = fuzz(&name, seconds)?;
        tried.push((name, inputs));
    }
    for (name, inputs) in &tried {
        say(&format!("{inputs:>12} inputs {name}"));
    }
    say(&format!("{:>12} inputs in all", tried.iter().map(|(_, inputs)| inputs).sum::<u64>()));
    Ok(())
}

/// Runs one target. New inputs are kept outside of the corpus, which has only what someone has read and named.
fn fuzz(name: &str, seconds: u32) -> Result<u64, String> {
    let found = format!("fuzz/target/found/{name}");
    fs::create_dir_all(&found).map_err(|error| format!("{found}: {error}"))?;
    let mut fuzz = Command::new("cargo");
    // Without a sanitizer the stable toolchain is enough; the code is safe Rust throughout.
    fuzz.args(["fuzz", "run", "--sanitizer", "none", name, &found, &format!("fuzz/corpus/{name}"), "--"]);
    fuzz.args([&format!("-max_total_time={seconds}"), "-timeout=60", "-print_final_stats=1"]);
    say(&format!("> {fuzz:?}"));
    let started = fuzz.stderr(Stdio::piped()).spawn();
    let mut running = started.map_err(|error| format!("{fuzz:?} could not be started: {error}"))?;
    let mut tried = 0;
    for line in running.stderr.take().into_iter().flat_map(|stderr| BufReader::new(stderr).lines()) {
        let Ok(line) = line else { break };
        if let Some(number) = line.strip_prefix(EXECUTED) {
            tried = number.trim().parse().unwrap_or_default();
        }
        say(&line);
    }
    match running.wait() {
        Ok(status) if status.success() => Ok(tried),
        Ok(status) => Err(format!("{fuzz:?} failed: {status}; the input is in fuzz/artifacts/{name}")),
        Err(error) => Err(format!("{fuzz:?}: {error}")),
    }
}
