//! The database is deleted, renamed or replaced while the server runs. What the server then writes is in no file that
//! anyone will find, so it must acknowledge nothing.

use std::fs;
use std::path::Path;

use crate::{Mover, Report, TrialPlan, Trouble, http};

/// Ways to take a file away.
const WAYS: [fn(&Path) -> std::io::Result<()>; 4] = [
    |file| fs::remove_file(file),
    |file| fs::rename(file, file.with_extension("away")),
    |file| {
        fs::copy(file, file.with_extension("copy"))?;
        fs::rename(file.with_extension("copy"), file)
    },
    |file| fs::remove_file(format!("{}-wal", file.display())),
];

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("moved");
    let (mut before, mut lost, mut honest, mut not_ready, mut unread) = (0, 0, 0, 0, 0);
    for take_away in WAYS {
        let scene = plan.scene(&[])?;
        let running = scene.victim.start().await?;
        let server = running.address();
        let mut mover = Mover::meet(server).await?;
        for _ in 0..10 {
            mover.play(server).await?.json()?;
        }
        before += mover.acknowledged();
        take_away(&scene.victim.database)?;
        for _ in 0..5 {
            let answer = mover.play(server).await?;
            lost += usize::from(answer.status == 200);
            honest += usize::from(answer.body.contains("unsure") || answer.body.contains("stopped"));
        }
        let ready = http::get(server, "/readyz").await?;
        not_ready += usize::from(ready.status == 503 && ready.body.contains("moved, deleted or replaced"));
        unread += usize::from(mover.shown(server).await?.is_none_or(|shown| shown < 10));
        running.kill().await?;
    }
    report.figure("moves acknowledged before", before);
    report.none("acknowledged and lost", lost);
    report.exactly("refused honestly", honest, 5 * WAYS.len());
    report.exactly("/readyz says so", not_ready, WAYS.len());
    report.none("failed reads meanwhile", unread);
    Ok(report)
}
