//! What it costs to begin: the first command that a player runs and the one that a developer runs, each from nothing.

use std::fs;
use std::process::Command;
use std::time::Instant;

use crate::{run, say};

/// Where they build. It is empty before and gone afterwards.
const FOLDER: &str = "target/cost";

/// The two commands.
const COMMANDS: [&[&str]; 2] = [&["run", "--release", "--", "--version"], &["xtask", "ci"]];

/// Runs both commands from nothing, and says how many seconds they took, of the clock and of the processors.
pub(crate) fn measure() -> Result<(), String> {
    let mut figures = Vec::new();
    for arguments in COMMANDS {
        clear()?;
        let (begun, before) = (Instant::now(), processor_seconds()?);
        run(Command::new("cargo").args(arguments).env("CARGO_TARGET_DIR", FOLDER))?;
        let used = processor_seconds()? - before;
        let took = begun.elapsed().as_secs();
        figures.push(format!("cargo {}: {took} s, {used} s of processor time", arguments.join(" ")));
    }
    clear()?;
    say(&figures.join("\n"));
    Ok(())
}

fn clear() -> Result<(), String> {
    match fs::remove_dir_all(FOLDER) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{FOLDER}: {error}")),
        _ => Ok(()),
    }
}

/// What all the programs that this one has started, and theirs, have used in their own code and in the system.
fn processor_seconds() -> Result<u64, String> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| format!("/proc/self/stat: {error}"))?;
    let ticks = children(&stat).ok_or("/proc/self/stat cannot be read")?;
    Ok(ticks / TICKS)
}

/// Clock ticks in a second, as Linux shows them to programs on every machine that Rust runs on.
const TICKS: u64 = 100;

/// The ticks of a process's children. Its name stands in brackets and may have anything in it; behind it stand the
/// numbers, from the third on.
fn children(stat: &str) -> Option<u64> {
    let numbers = stat.rsplit_once(')')?.1;
    let at = |place: usize| numbers.split_whitespace().nth(place - 3)?.parse::<u64>().ok();
    Some(at(16)? + at(17)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ticks_of_children_are_found_behind_any_name() {
        let stat = "1 (a) b) S 1 1 1 0 -1 4194304 0 0 0 0 7 8 90 10 20 0 1";
        assert_eq!(children(stat), Some(100));
        assert_eq!(children("nonsense"), None);
    }
}
