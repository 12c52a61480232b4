//! Counts the instructions of the hot paths and compares them with the counts that are kept, so that nothing becomes slower
//! unnoticed. Unlike a time, a count is the same on a busy machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{cargo, say};

/// The counts that are kept, and what they were counted with.
const KEPT: &str = "xtask/counts.txt";
const PROGRAM: &str = "target/debug/numberline-pace";

/// How much more may be a coincidence, in percent.
const TOLERANCE: u64 = 5;

/// Counts, and compares.
pub(crate) fn check() -> Result<(), String> {
    say(&compare()?);
    Ok(())
}

/// The same where valgrind is installed. Says what came of it.
pub(crate) fn check_if_installed() -> Result<String, String> {
    if has_valgrind() {
        compare()
    } else {
        Ok("No instructions were counted: install valgrind and run cargo xtask counts.".to_owned())
    }
}

/// Counts, and keeps the counts.
pub(crate) fn bless() -> Result<(), String> {
    let mut text = format!("compiler {}\n", compiler()?);
    for (name, count) in count()? {
        text.push_str(&format!("{name} {count}\n"));
    }
    fs::write(KEPT, text).map_err(|error| format!("{KEPT}: {error}"))
}

fn compare() -> Result<String, String> {
    let kept = fs::read_to_string(KEPT).map_err(|error| format!("{KEPT}: {error}"))?;
    let (compiler, ours) = (read_compiler(&kept), compiler()?);
    if compiler != ours {
        return Ok(format!(
            "No instructions were counted: those in {KEPT} belong to {compiler}, and this is {ours}."
        ));
    }
    judge(&read(&kept), &count()?)
}

/// What has changed, or an error if something takes more instructions than are kept.
fn judge(kept: &BTreeMap<String, u64>, counted: &BTreeMap<String, u64>) -> Result<String, String> {
    let (mut worse, mut better) = (Vec::new(), Vec::new());
    for (name, now) in counted {
        let Some(before) = kept.get(name).copied() else {
            worse.push(format!("{name} is not in {KEPT}"));
            continue;
        };
        let percent = now.saturating_mul(100) / before.max(1);
        if percent > 100 + TOLERANCE {
            worse.push(format!("{name}: {now} instructions, {percent} % of {before}"));
        } else if percent < 100 - TOLERANCE {
            better.push(format!("{name} ({percent} %)"));
        }
    }
    worse.extend(
        kept.keys().filter(|name| !counted.contains_key(*name)).map(|name| format!("{name} is gone")),
    );
    if !worse.is_empty() {
        return Err(format!(
            "More instructions than are kept. If that is meant, say why in the commit, and run cargo xtask counts --bless.\n{}",
            worse.join("\n")
        ));
    }
    let rest = if better.is_empty() {
        String::new()
    } else {
        format!(" Fewer now, so keep them: {}.", better.join(", "))
    };
    Ok(format!("The hot paths take no more instructions than before.{rest}"))
}

fn count() -> Result<BTreeMap<String, u64>, String> {
    // As the tests build it, with these crates optimized, so that little is built for it.
    cargo(&["build", "--package", "numberline-pace"])?;
    let listed = output(&mut Command::new(PROGRAM))?;
    let mut counts = BTreeMap::new();
    for (name, times) in listed.lines().filter_map(|line| line.split_once(' ')) {
        if times != "0" {
            counts.insert(name.to_owned(), instructions(name, times)?);
        }
    }
    Ok(counts)
}

fn instructions(name: &str, times: &str) -> Result<u64, String> {
    let file = Path::new("target").join("counted");
    let mut valgrind = Command::new("valgrind");
    // Without a model of the caches, which differ from machine to machine.
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--quiet"]);
    valgrind.arg(format!("--cachegrind-out-file={}", file.display())).args([PROGRAM, name, times]);
    output(&mut valgrind)?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let summary = text.lines().find_map(|line| line.strip_prefix("summary: "));
    let count = summary.and_then(|summary| summary.split_whitespace().next()?.parse().ok());
    count.ok_or_else(|| format!("{}: no summary", file.display()))
}

fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Another compiler makes other instructions.
fn compiler() -> Result<String, String> {
    let said = output(Command::new("rustc").arg("-vV"))?;
    let line = |start: &str| said.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default();
    Ok(format!("{} {}", line("release: "), line("host: ")))
}

fn read_compiler(kept: &str) -> &str {
    kept.lines().find_map(|line| line.strip_prefix("compiler ")).unwrap_or_default()
}

fn read(kept: &str) -> BTreeMap<String, u64> {
    let rows = kept.lines().filter_map(|line| line.split_once(' '));
    rows.filter_map(|(name, count)| Some((name.to_owned(), count.parse().ok()?))).collect()
}

/// What a command prints.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|error| format!("{command:?} could not be started: {error}"))?;
    if !done.status.success() {
        return Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&done.stderr).trim()));
    }
    String::from_utf8(done.stdout).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_percent_more_are_a_failure_and_fewer_are_told() {
        let kept = read("compiler 1.95.0 x86_64\na 1000\nb 1000\n");
        assert_eq!(read_compiler("compiler 1.95.0 x86_64\na 1\n"), "1.95.0 x86_64");
        let judged = |a: u64, b: u64| judge(&kept, &[("a".to_owned(), a), ("b".to_owned(), b)].into());
        assert!(judged(1_059, 1_000).is_ok());
        assert!(judged(1_060, 1_000).is_err_and(|said| said.contains("a: 1060 instructions, 106 % of 1000")));
        assert!(judged(1_000, 900).is_ok_and(|said| said.contains("b (90 %)")));
        assert!(
            judge(&kept, &[("a".to_owned(), 1_000)].into()).is_err_and(|said| said.contains("b is gone"))
        );
    }
}
