//! Long fuzz runs. The tests replay the corpus; this looks for inputs that are not in it yet.

use std::fs;
use std::process::Command;

use crate::run;

/// Runs every fuzz target for this many seconds.
pub(crate) fn run_all(seconds: u32) -> Result<(), String> {
    if Command::new("cargo-fuzz").arg("--version").output().is_err() {
        run(Command::new("cargo").args(["install", "cargo-fuzz"]))?;
    }
    let targets = fs::read_dir("fuzz/fuzz_targets").map_err(|error| format!("fuzz/fuzz_targets: {error}"))?;
    let mut names: Vec<_> =
        targets.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_owned())).collect();
    names.sort();
    for name in names {
        // Without a sanitizer the stable toolchain is enough; the code is safe Rust throughout.
        let mut fuzz = Command::new("cargo");
        fuzz.args(["fuzz", "run", "--sanitizer", "none"]).arg(name);
        run(fuzz.arg("--").arg(format!("-max_total_time={seconds}")))?;
    }
    Ok(())
}
