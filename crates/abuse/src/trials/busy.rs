//! A hundred matches in which both players answer at once: how many moves per second are stored and acknowledged, and
//! how long each takes. The server is then killed, and the file must have every one of them.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::oracle::audit;
use crate::rush::Rush;
use crate::{Report, Sabotage, TrialPlan, Trouble};

/// The goals of the long form.
const MOVES_A_SECOND: f64 = 12_000.0;
const SLOWEST: f64 = 50.0;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("busy");
    let (pairs, seconds) = (plan.size(20, 100), plan.size(1, 15));
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let server = running.address();
    let rush = Rush::begin(&vec![[server; 2]; pairs]).await?;
    let wish = rush.wish.clone();
    tokio::time::sleep(Duration::from_secs(seconds as u64)).await;
    // Queried while the players are still playing: the server is killed right after its last answer.
    let memory = running.memory()?;
    let commits = running.metric("numberline_commits_total").await?;
    let commit = running.metric("numberline_commit_seconds_sum").await? * 1e3 / commits;
    let rushed = rush.end().await?;
    running.kill().await?;
    let sync = sync_time(scene.folder.path())?;
    let tally = audit(&scene.victim.database, &rushed.ledgers)?;
    let (rate, moves) = (rushed.rate(), rushed.moves);
    report.figure("game", wish);
    report.figure("matches, with two sockets each", pairs);
    report.figure("moves", moves);
    report.floor("moves per second, stored and acknowledged", rate >= MOVES_A_SECOND, format!("{rate:.0}"));
    report.floor(
        "from sending to the answer",
        rushed.answered.permille(990) < SLOWEST,
        rushed.answered.summary(),
    );
    report.figure("from sending to the other player's socket", rushed.told.summary());
    report.figure("moves per commit, and its time", format!("{:.1}, {commit:.1} ms", moves as f64 / commits));
    report.figure("time to sync 4 KiB on this disk when idle", format!("{sync:.2} ms"));
    report.figure("server memory afterwards", format!("{} MiB", memory / 1_024));
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled + usize::from(plan.breaks(Sabotage::CountTwice)));
    report.exactly("moves in the log", tally.logged, moves);
    report.check("players who could not go on", rushed.failed.is_empty(), rushed.failed.len());
    report.none("rooms whose version does not match their moves", rushed.wrong_version);
    Ok(report)
}

/// The disk's time for a minimal sync, in milliseconds. A commit cannot be faster.
fn sync_time(folder: &Path) -> Result<f64, Trouble> {
    const TIMES: u32 = 100;
    let mut file = File::create(folder.join("sync"))?;
    let began = Instant::now();
    for _ in 0..TIMES {
        file.rewind()?;
        file.write_all(&[7; 4_096])?;
        file.sync_data()?;
    }
    Ok(began.elapsed().as_secs_f64() * 1e3 / f64::from(TIMES))
}
