//! Three servers behind haproxy share a PostgreSQL, while pairs use everything that rooms offer. Servers are killed and
//! stopped, and the database crashes.
//!
//! The oracle is the database, read with every server dead: everything acknowledged is there, once, and nothing else.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::fleet::{Fleet, SERVERS};
use crate::guests::Menu;
use crate::oracle::audit_with;
use crate::storm::{Storm, Told};
use crate::{Outages, Report, Sabotage, TrialPlan, Trouble};

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("machines");
    let is_broken = plan.sabotage.is_some();
    let (pairs, troubles) = if is_broken { (12, 6) } else { (plan.size(12, 60), plan.size(8, 400)) };
    let Some(mut fleet) = Fleet::start(plan).await? else {
        report.skipped("the whole trial", "PostgreSQL or haproxy is not installed");
        return Ok(report);
    };
    let menu = Menu::of(fleet.address()).await?;
    let (_found, server) = watch::channel(Some(fleet.address()));
    let (quiet, calm) = watch::channel(false);
    let storm = Storm::new(server, calm, if is_broken { 20 } else { 400 }, true);
    let tasks = storm.begin(plan, &menu, pairs);
    let mut dice = plan.dice(0);
    let (mut kills, mut crashes, mut pauses) = (0, 0, 0);
    let mut outages = Outages::default();
    for number in 0..troubles {
        storm.more(10 + dice.below(3 * pairs as u64) as usize).await;
        sleep(Duration::from_micros(dice.below(4_000))).await;
        let place = dice.below(SERVERS as u64) as usize;
        let began = Instant::now();
        // A database that lies is only found out by a crash.
        match if plan.breaks(Sabotage::ConfirmEarly) { 0 } else { number % 4 } {
            0 => {
                if plan.breaks(Sabotage::ConfirmEarly) {
                    fleet.sql("ALTER SYSTEM SET synchronous_commit = off").await?;
                    fleet.sql("SELECT pg_reload_conf()").await?;
                    storm.more(3 * pairs).await;
                }
                fleet.crash_database(Duration::from_millis(dice.below(300))).await?;
                fleet.sql("ALTER SYSTEM RESET synchronous_commit").await?;
                fleet.sql("SELECT pg_reload_conf()").await?;
                crashes += 1;
            }
            1 => {
                fleet.signal(place, Signal::STOP)?;
                sleep(Duration::from_millis(200 + dice.below(800))).await;
                fleet.signal(place, Signal::CONT)?;
                pauses += 1;
            }
            _ => {
                fleet.kill(place).await?;
                sleep(Duration::from_millis(dice.below(200))).await;
                fleet.revive(place).await?;
                kills += 1;
            }
        }
        outages.add(began, Instant::now());
    }
    let _ = quiet.send(true);
    let all = Told::all(tasks).await?;
    let known = storm.known();
    let (file, unreadable) = fleet.post_mortem().await?;
    let tally = audit_with(&file, &known, &outages)?;
    report.figure(
        "servers killed, servers stopped for a while, crashes of the database",
        format!("{kills}, {pauses}, {crashes}"),
    );
    report.figure("acknowledged commands", tally.acknowledged);
    report.figure("player reconnects", all.comebacks);
    report.figure("answered commands that were resent", all.resent);
    report.none("lost", tally.lost);
    report.none("doubled", tally.doubled);
    report.none("in the log, but never sent", tally.strays);
    report.none("resent with a different answer", tally.contradicted);
    report.none("rooms that cannot be read, or do not follow the rules", unreadable);
    report.none("rooms in an unexpected state", all.different + all.disagreements);
    report.exactly("rooms that reached their end", all.finished, all.begun);
    report.check(
        "the trial was meaningful",
        tally.acknowledged > 10 * troubles && all.comebacks > 0,
        troubles,
    );
    Ok(report)
}
