//! What it costs to begin: the first command that a player runs and the one that a developer runs, each from nothing.

use std::process::Command;
use std::time::Instant;
use std::{fmt, fs};

use crate::{run, say};

/// Where they build. It is empty before and gone afterwards.
const FOLDER: &str = "target/cost";

/// The two commands.
const COMMANDS: [&[&str]; 2] = [&["run", "--release", "--", "--version"], &["xtask", "ci"]];

/// Runs both commands from nothing, and says what they have cost.
pub(crate) fn measure() -> Result<(), String> {
    let mut figures = Vec::new();
    for arguments in COMMANDS {
        clear()?;
        let cost = Cost::begin();
        run(Command::new("cargo").args(arguments).env("CARGO_TARGET_DIR", FOLDER))?;
        figures.push(format!("cargo {}: {cost}", arguments.join(" ")));
    }
    clear()?;
    say(&figures.join("\n"));
    Ok(())
}

/// What has been spent since it began: seconds of the clock, and of the processors where the system tells.
pub(crate) struct Cost {
    begun: Instant,
    before: Option<u64>,
}

impl Cost {
    pub(crate) fn begin() -> Self {
        Self { begun: Instant::now(), before: processor_seconds() }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.begun.elapsed().as_secs())?;
        match (self.before, processor_seconds()) {
            (Some(before), Some(now)) => write!(f, " ({} s of processor time)", now - before),
            _ => Ok(()),
        }
    }
}

fn clear() -> Result<(), String> {
    match fs::remove_dir_all(FOLDER) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{FOLDER}: {error}")),
        _ => Ok(()),
    }
}

/// What all the programs that this one has started and waited for, and theirs, have used in their own code and in the system.
fn processor_seconds() -> Option<u64> {
    children(&fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| ticks / TICKS)
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
