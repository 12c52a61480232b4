//! Three servers behind haproxy share a PostgreSQL. Servers are killed, servers and the database are stopped for a while, and
//! the database crashes.

use std::time::Duration;

use rustix::process::Signal;
use tokio::time::sleep;

use crate::fleet::Fleet;
use crate::ordeal::Ordeal;
use crate::{Report, Sabotage, TrialPlan, Trouble};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// A server is killed, and started again.
    Kill,
    /// A server's process is stopped, and continues.
    Stop,
    /// The same for the database with all its processes.
    StopDatabase,
    /// The database ends at once, and is started again.
    Crash,
}

/// In this order, again and again. A hundred times this are a thousand kills.
const WRONG: [Wrong; 13] = [
    Wrong::Crash,
    Wrong::Stop,
    Wrong::Kill,
    Wrong::StopDatabase,
    Wrong::Kill,
    Wrong::Kill,
    Wrong::Kill,
    Wrong::Kill,
    Wrong::Kill,
    Wrong::Kill,
    Wrong::Kill,
    Wrong::Kill,
    Wrong::Kill,
];

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("machines");
    let is_broken = plan.sabotage.is_some();
    let (pairs, troubles) =
        if is_broken { (12, 6) } else { (plan.size(12, 60), plan.size(8, 100 * WRONG.len())) };
    let Some(mut fleet) = Fleet::start(plan, &mut report).await? else { return Ok(report) };
    let mut ordeal = Ordeal::begin(plan, &fleet, pairs).await?;
    let mut done = [0; 4];
    for wrong in WRONG.into_iter().cycle().take(troubles) {
        // A database that lies is only found out by a crash.
        let wrong = if plan.breaks(Sabotage::ConfirmEarly) { Wrong::Crash } else { wrong };
        ordeal.next().await;
        suffer(plan, &mut fleet, &mut ordeal, wrong).await?;
        if let Some(count) = done.get_mut(wrong as usize) {
            *count += 1;
        }
    }
    let [kills, stops, holds, crashes] = done;
    report.figure("servers killed", kills);
    report.figure("servers stopped for a while", stops);
    report.figure("times the database was stopped for a while", holds);
    report.figure("crashes of the database", crashes);
    ordeal.end(&mut fleet, &mut report).await?;
    Ok(report)
}

async fn suffer(
    plan: &TrialPlan,
    fleet: &mut Fleet,
    ordeal: &mut Ordeal,
    wrong: Wrong,
) -> Result<(), Trouble> {
    let place = ordeal.any();
    let while_away = Duration::from_millis(ordeal.dice.below(300));
    let for_long = Duration::from_millis(200 + ordeal.dice.below(800));
    match wrong {
        Wrong::Crash => {
            if plan.breaks(Sabotage::ConfirmEarly) {
                fleet.sql("ALTER SYSTEM SET synchronous_commit = off").await?;
                fleet.sql("SELECT pg_reload_conf()").await?;
                ordeal.some().await;
            }
            fleet.crash_database(while_away).await?;
            if plan.breaks(Sabotage::ConfirmEarly) {
                fleet.sql("ALTER SYSTEM RESET synchronous_commit").await?;
                fleet.sql("SELECT pg_reload_conf()").await?;
            }
        }
        Wrong::Stop => {
            fleet.signal(place, Signal::STOP)?;
            sleep(for_long).await;
            fleet.signal(place, Signal::CONT)?;
        }
        Wrong::StopDatabase => {
            fleet.with_database(|cluster| cluster.hold(true)).await?;
            sleep(for_long).await;
            fleet.with_database(|cluster| cluster.hold(false)).await?;
        }
        Wrong::Kill => {
            fleet.kill(place).await?;
            sleep(while_away).await;
            fleet.revive(place).await?;
        }
    }
    Ok(())
}
