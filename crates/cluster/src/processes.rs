//! The processes of a database server, which are children of its first one.

use std::process::Command;
use std::time::Duration;

/// The system counts processor time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of a process, its children, and those that have ended.
pub(crate) fn processor_time(first: u32) -> Duration {
    let children = children(first).into_iter().map(|child| ticks(child, 2)).sum::<u32>();
    TICK * (ticks(first, 4) + children)
}

/// What a process has used: by itself, in user and in kernel mode, and by its children that have ended.
fn ticks(process: u32, fields: usize) -> u32 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Whatever the name of the program is, it ends with the last bracket.
    let (_, rest) = text.rsplit_once(") ").unwrap_or_default();
    rest.split(' ').skip(11).take(fields).filter_map(|field| field.parse::<u32>().ok()).sum()
}

/// Stops a process and its children, or lets them continue.
pub(crate) fn hold(first: u32, holds: bool) -> Result<(), String> {
    if holds {
        // The first one comes first, so that it starts no more.
        signal("-STOP", &[first])?;
        return signal("-STOP", &children(first));
    }
    signal("-CONT", &children(first))?;
    signal("-CONT", &[first])
}

fn signal(name: &str, processes: &[u32]) -> Result<(), String> {
    if processes.is_empty() {
        return Ok(());
    }
    // One of them may have ended by itself.
    let sent = Command::new("kill").arg(name).args(processes.iter().map(ToString::to_string)).output();
    sent.map(drop).map_err(|error| error.to_string())
}

fn children(parent: u32) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers.filter(|process| parent_of(*process) == Some(parent)).collect()
}

fn parent_of(process: u32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
}
