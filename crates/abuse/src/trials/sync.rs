//! Traces the server: between reading a move from a socket and answering it, the server must have waited for the disk.
//! Killing the process cannot show this, because the system keeps its data; only a power cut loses it.

use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::{sleep, timeout};

use crate::duet::Duet;
use crate::link::PATIENCE;
use crate::{Report, TrialPlan, Trouble};

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("sync");
    let moves = plan.size(20, 200);
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let mut duet = Duet::meet(running.address()).await?;
    let trace = scene.folder.path().join("trace");
    let calls = "trace=read,recvfrom,write,writev,sendto,sendmsg,fsync,fdatasync";
    let mut tracer = Command::new("strace");
    tracer
        .args(["-f", "-q", "-s", "64", "-xx", "-e", calls, "-p", &running.pid().to_string(), "-o"])
        .arg(&trace);
    tracer.stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let mut tracer = match tracer.spawn() {
        Ok(tracer) => tracer,
        Err(reason) => {
            report.skipped("the whole trial", format!("strace cannot be started: {reason}"));
            return Ok(report);
        }
    };
    // The trace has begun when it shows the server's calls.
    let begun = async {
        while std::fs::metadata(&trace).map_or(0, |file| file.len()) == 0 {
            for link in &mut duet.links {
                link.ping().await?;
            }
            if tracer.try_wait()?.is_some() {
                return Err(Trouble::new("strace is not allowed to trace the server"));
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    };
    if let Err(reason) = timeout(PATIENCE, begun).await? {
        report.skipped("the whole trial", reason);
        return Ok(report);
    }
    for _ in 0..moves {
        duet.play().await?;
    }
    // The tracer flushes its output when it is told to stop.
    if let Some(pid) = tracer.id() {
        Command::new("kill").args(["-INT", &pid.to_string()]).status().await?;
    }
    timeout(PATIENCE, tracer.wait()).await??;
    let Seen { answers, early } = judge(&std::fs::read_to_string(&trace)?);
    report.figure("moves", moves);
    report.check("answers found in the trace", answers >= moves, format!("{answers} of {moves}"));
    report.none("sent before it was on disk", early);
    Ok(report)
}

/// The contents of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    /// Broadcast changes; moves are made one after another, so each has its own commit.
    answers: usize,
    /// Those that were sent before a sync.
    early: usize,
}

/// Parses a trace: a change may only be sent after a sync that has completed since the previous change.
fn judge(trace: &str) -> Seen {
    // `"type":"change"`, as the trace escapes it.
    let told: String = b"\"change\"".iter().map(|byte| format!("\\x{byte:02x}")).collect();
    let mut seen = Seen { answers: 0, early: 0 };
    let (mut synced, mut told_already) = (false, false);
    for line in trace.lines() {
        let ends_sync =
            line.contains("sync resumed>") || (line.contains("sync(") && !line.contains("unfinished"));
        if ends_sync && line.ends_with("= 0") {
            (synced, told_already) = (true, false);
        } else if line.contains(&told) && !line.contains("read(") && !line.contains("recvfrom(") {
            if told_already {
                // The other socket gets the same message.
                continue;
            }
            seen.answers += 1;
            seen.early += usize::from(!synced);
            (synced, told_already) = (false, true);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_an_answer_before_the_sync() {
        let told: String = b"{\"type\":\"change\",".iter().map(|byte| format!("\\x{byte:02x}")).collect();
        let told = format!("12 writev(9, [{{iov_base=\"{told}\"...");
        let sync = "11 fdatasync(5) = 0";
        let judged = |lines: &[&str]| judge(&lines.join("\n"));
        assert_eq!(judged(&[sync, &told, &told, sync, &told]), Seen { answers: 2, early: 0 });
        assert_eq!(judged(&[&told, sync]), Seen { answers: 1, early: 1 });
        let pieces = ["11 fdatasync(5 <unfinished ...>", &told, "11 <... fdatasync resumed>) = 0"];
        assert_eq!(judged(&pieces), Seen { answers: 1, early: 1 });
        assert_eq!(judged(&["11 <... fdatasync resumed>) = 0", &told]), Seen { answers: 1, early: 0 });
    }
}
