//! The lines between servers and their database are broken, cut in both directions or in one, slow, or lose what they carry.

use std::time::Duration;

use numberline_cluster::Cluster;
use tokio::time::sleep;

use crate::fleet::{Fleet, SERVERS, apart};
use crate::ordeal::Ordeal;
use crate::relay::{Line, Relay};
use crate::{Report, TrialPlan, Trouble};

/// In this order, again and again.
const FAULTS: [Line; 6] =
    [Line::NoAnswers, Line::Broken, Line::Cut, Line::Slow, Line::NoRequests, Line::Lossy];

/// How long a server looks for the outcome of a commit, and then a little. Every so often a line stays away for longer.
const BEYOND_PATIENCE: Duration = Duration::from_secs(8);
const EVERY: usize = 7;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("lines");
    let is_broken = plan.sabotage.is_some();
    let (pairs, troubles) = if is_broken { (12, 2) } else { (plan.size(12, 60), plan.size(12, 300)) };
    if !Fleet::is_possible(&mut report) {
        return Ok(report);
    }
    let cluster = apart(Cluster::start).await?.map_err(Trouble::new)?;
    let (mut relays, mut dice) = (Vec::new(), plan.dice(7));
    for _ in 0..SERVERS {
        relays.push(Relay::to(cluster.port(), &dice).await?);
        dice = plan.dice(7 + relays.len());
    }
    let ports: Vec<u16> = relays.iter().map(Relay::port).collect();
    let address = |place: usize| {
        let port = ports.get(place).copied().unwrap_or_default();
        format!("postgres://games@127.0.0.1:{port}/games0?sslmode=disable")
    };
    let mut fleet = Fleet::start_on(plan, cluster, &[], address).await?;
    let mut ordeal = Ordeal::begin(plan, &fleet, pairs).await?;
    let mut long = 0;
    for (number, fault) in FAULTS.into_iter().cycle().take(troubles).enumerate() {
        ordeal.next().await;
        // Some faults hit all lines at once. With a broken server all lines break right after it has acknowledged something,
        // and until it has given up what it has not written by then. A shorter fault it may survive.
        let fault = if is_broken { Line::Broken } else { fault };
        let place = ordeal.any();
        let is_hit = |line: &usize| *line == place || number % 5 == 4 || is_broken;
        let hit: Vec<&Relay> =
            relays.iter().enumerate().filter(|(line, _)| is_hit(line)).map(|(_, r)| r).collect();
        hit.iter().for_each(|relay| relay.set(fault));
        let lasts_long = number % EVERY == 0 || is_broken;
        long += usize::from(lasts_long);
        let time = Duration::from_millis(100 + ordeal.dice.below(1_400));
        sleep(if lasts_long { BEYOND_PATIENCE } else { time }).await;
        hit.iter().for_each(|relay| relay.set(Line::Whole));
    }
    report.figure("faults of lines", troubles);
    report.figure("of these longer than a server looks for an outcome", long);
    ordeal.end(&mut fleet, &mut report).await?;
    Ok(report)
}
