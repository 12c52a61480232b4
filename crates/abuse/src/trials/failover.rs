//! The primary database server is lost for good, and its synchronous standby takes over, again and again.

use std::time::Duration;

use numberline_cluster::{Cluster, free_port};
use tokio::time::sleep;

use crate::fleet::{Fleet, apart};
use crate::ordeal::Ordeal;
use crate::{Report, Sabotage, TrialPlan, Trouble};

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("failover");
    let is_broken = plan.sabotage.is_some();
    let (pairs, failovers) = if is_broken { (12, 1) } else { (plan.size(12, 60), plan.size(2, 30)) };
    if !Fleet::is_possible(&mut report) {
        return Ok(report);
    }
    let cluster = apart(Cluster::start).await?.map_err(Trouble::new)?;
    // Either port may be that of the primary server. Servers are told both, as an operator would.
    let mut ports = [cluster.port(), free_port().map_err(Trouble::new)?];
    let [one, two] = ports;
    let address = format!(
        "postgres://games@127.0.0.1:{one},127.0.0.1:{two}/games0?sslmode=disable&target_session_attrs=read-write"
    );
    let mut fleet = Fleet::start_on(plan, cluster, &[], |_| address.clone()).await?;
    let mut ordeal = Ordeal::begin(plan, &fleet, pairs).await?;
    for _ in 0..failovers {
        ordeal.next().await;
        let [_, port] = ports;
        let standby = fleet.with_database(move |cluster| cluster.standby(port)).await?;
        if plan.breaks(Sabotage::ConfirmEarly) {
            // Nobody waits for the standby, which misses what happens now.
            let stopped = move || standby.stop("fast").map(|()| standby);
            let standby = apart(stopped).await?.map_err(Trouble::new)?;
            ordeal.some().await;
            let started = move || standby.start_again().map(|()| standby);
            fleet.with_database(|cluster| cluster.stop("immediate")).await?;
            take_over(&mut fleet, apart(started).await?.map_err(Trouble::new)?).await?;
        } else {
            fleet.sql("ALTER SYSTEM SET synchronous_standby_names = '*'").await?;
            fleet.sql("SELECT pg_reload_conf()").await?;
            while fleet
                .sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
                .await?
                .trim()
                != "1"
            {
                sleep(Duration::from_millis(50)).await;
            }
            ordeal.next().await;
            fleet.with_database(|cluster| cluster.stop("immediate")).await?;
            take_over(&mut fleet, standby).await?;
        }
        ports.swap(0, 1);
    }
    report.figure("failovers", failovers);
    ordeal.end(&mut fleet, &mut report).await?;
    Ok(report)
}

/// A standby becomes the primary server, and the old one never comes back.
async fn take_over(fleet: &mut Fleet, standby: Cluster) -> Result<(), Trouble> {
    let promoted = apart(move || standby.promote().map(|()| standby)).await?.map_err(Trouble::new)?;
    let old = fleet.move_to(promoted);
    apart(move || drop(old)).await?;
    // It waits for nobody until it has a standby of its own.
    fleet.sql("ALTER SYSTEM RESET synchronous_standby_names").await?;
    fleet.sql("SELECT pg_reload_conf()").await?;
    Ok(())
}
