//! The disk fails while a commit waits for it: every sync of the server returns an error (`strace` injects it). The
//! server must not say that nothing changed, must write nothing more, and the restart must find the truth.

use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::{sleep, timeout};

use crate::link::PATIENCE;
use crate::{Mover, Report, TrialPlan, Trouble, http};

/// What came of all the times.
#[derive(Default)]
struct Tally {
    unsure: usize,
    /// Answers that claim that nothing changed, where the move was there after all.
    wrong: usize,
    kept: usize,
    not_ready: usize,
    unread: usize,
    written: usize,
    lost: usize,
    repeated: usize,
}

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("unsure");
    let rounds = plan.size(2, 10);
    let mut tally = Tally::default();
    for _ in 0..rounds {
        if let Err(reason) = fail_once(plan, &mut tally).await? {
            report.skipped("the whole trial", reason);
            return Ok(report);
        }
    }
    report.figure("failed commits", rounds);
    report.figure("moves that were there after the restart", tally.kept);
    report.none("said to be unchanged, and there after the restart", tally.wrong);
    report.exactly("answered that it is unknown", tally.unsure, rounds);
    report.none("commands accepted after that", tally.written);
    report.exactly("/readyz says so", tally.not_ready, rounds);
    report.none("failed reads meanwhile", tally.unread);
    report.none("lost", tally.lost);
    report.exactly("sent again after the restart, and counted once", tally.repeated, rounds);
    Ok(report)
}

/// One server whose disk fails. The inner error says why that cannot be tried here.
async fn fail_once(plan: &TrialPlan, tally: &mut Tally) -> Result<Result<(), String>, Trouble> {
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let mut mover = Mover::meet(server).await?;
    mover.play(server).await?.json()?;
    let mut tracer = Command::new("strace");
    let calls = ["-f", "-q", "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO"];
    tracer.args(calls).args(["-p", &running.pid().to_string()]);
    tracer.arg("-o").arg(scene.folder.path().join("trace"));
    tracer.stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let mut tracer = match tracer.spawn() {
        Ok(tracer) => tracer,
        Err(reason) => return Ok(Err(format!("strace cannot be started: {reason}"))),
    };
    // The match goes on until the disk fails.
    let failing = async {
        loop {
            let answer = mover.play(server).await?;
            if answer.status != 200 {
                return Ok(Ok(answer));
            }
            if tracer.try_wait()?.is_some() {
                return Ok(Err("strace is not allowed to trace the server".to_owned()));
            }
            sleep(Duration::from_millis(5)).await;
        }
    };
    let answer = match timeout(PATIENCE, failing).await? {
        Ok(Ok(answer)) => answer,
        Ok(Err(reason)) => return Ok(Err(reason)),
        Err(trouble) => return Err(trouble),
    };
    tally.unsure += usize::from(answer.status == 503 && answer.body.contains("/problems/unsure"));
    let ready = http::get(server, "/readyz").await?;
    tally.not_ready += usize::from(ready.status == 503 && ready.body.contains("stopped saving"));
    tally.written += usize::from(mover.play(server).await?.status == 200);
    tally.unread += usize::from(mover.shown(server).await.is_err());
    running.kill().await?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let shown = mover.shown(server).await?.unwrap_or_default();
    tally.lost += usize::from(shown < mover.acknowledged());
    let is_kept = shown > mover.acknowledged();
    tally.kept += usize::from(is_kept);
    tally.wrong += usize::from(is_kept && answer.body.contains("Nothing changed"));
    // Whether it was there or not, it is now, and once.
    let again = mover.play(server).await?.status == 200;
    tally.repeated += usize::from(again && mover.shown(server).await? == Some(mover.acknowledged()));
    running.kill().await?;
    Ok(Ok(()))
}
