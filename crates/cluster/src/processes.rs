//! The processes of a database server, which are children of its first one.

use std::process::Command;

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
