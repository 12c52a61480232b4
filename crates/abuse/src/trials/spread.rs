//! A match whose players and spectator are at three different servers on one PostgreSQL: all of them are told of every move.

use std::time::{Duration, Instant};

use tokio::time::timeout;

use crate::duet::Duet;
use crate::fleet::Fleet;
use crate::link::PATIENCE;
use crate::report::Latencies;
use crate::{Link, Report, TrialPlan, Trouble};

/// The limit in milliseconds from a move to a spectator at another server.
const SLOWEST: f64 = 50.0;

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("spread");
    let moves = if plan.sabotage.is_some() { 4 } else { plan.size(60, 2_000) };
    let Some(fleet) = Fleet::start(plan, &mut report).await? else { return Ok(report) };
    let addresses = fleet.addresses();
    let [one, two, three] = addresses.as_slice() else {
        return Err(Trouble::new("there are not three servers"));
    };
    let mut duet = Duet::meet_at([*one, *two]).await?;
    let mut spectator = Link::enter(*three, duet.room(), None, None).await?;
    let (mut told, mut arrived) = (Latencies::default(), 0);
    // Without notices the other player never hears of a move, and nothing is gained by waiting for long.
    let patience = if plan.sabotage.is_some() { Duration::from_secs(15) } else { PATIENCE };
    for number in 0..moves {
        let began = Instant::now();
        let all_told = async {
            let played = duet.play().await?;
            spectator.told(number as u64 + 3).await.map(|()| played)
        };
        let Ok(Ok(played)) = timeout(patience, all_told).await else { break };
        told.add(began.elapsed());
        arrived += usize::from(played.in_order);
    }
    report.exactly("moves that all were told of", arrived, moves);
    report.floor("from sending to all at other servers", told.permille(990) < SLOWEST, told.summary());
    Ok(report)
}
