//! Two players, two sockets: how long a move takes to reach the other player.

use crate::duet::Duet;
use crate::report::Latencies;
use crate::{Report, TrialPlan, Trouble};

/// The limit in milliseconds for two browsers on one machine, including the network.
const SLOWEST: f64 = 100.0;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("latency");
    let moves = if plan.sabotage.is_some() { 10 } else { plan.size(100, 2_000) };
    let scene = plan.scene(&[])?;
    let running = scene.victim.start().await?;
    let mut duet = Duet::meet(running.address()).await?;
    let (mut told, mut arrived) = (Latencies::default(), 0);
    for _ in 0..moves {
        let played = duet.play().await?;
        told.add(played.told_in);
        arrived += usize::from(played.in_order);
    }
    report.exactly("moves that reached the other socket in order", arrived, moves);
    report.floor("from sending to the other player's socket", told.permille(990) < SLOWEST, told.summary());
    Ok(report)
}
