//! Kills the server without warning, again and again, while rooms of every game are in use: moves, clocks, draw offers,
//! take-backs, resignations, rounds and rematches.
//!
//! Everything acknowledged must be in the file at that instant and in the room afterwards, once. Every resent command
//! must get the same answer. No clock may be charged for an outage. Every room must reach its end, rematches included.
//! A killed process loses what it had not handed to the system, but not what the system had not yet written to the
//! disk: the `sync` trial checks that the server waits for the disk.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::sleep;

use crate::guests::Menu;
use crate::oracle::{Tally, audit_with};
use crate::storm::{Storm, Told};
use crate::{Outages, Report, Sabotage, TrialPlan, Trouble};

/// The events a room offers its players, by their names in the log. A move's name depends on the game.
const DEEDS: [&str; 9] = [
    "offered draw",
    "agreed draw",
    "asked back",
    "took back",
    "declined",
    "resigned",
    "next round",
    "offered rematch",
    "rematched",
];

/// Runs the trial.
pub async fn run(plan: &TrialPlan) -> Result<Report, Trouble> {
    let mut report = Report::new("kill");
    // A fault shows soon.
    let (pairs, kills) =
        if plan.sabotage.is_some() { (10, 2) } else { (plan.size(20, 100), plan.size(5, 1_000)) };
    let scene = plan.scene(&[])?;
    let mut running = scene.victim.start().await?;
    let menu = Menu::of(running.address()).await?;
    let (found, server) = watch::channel(Some(running.address()));
    let (quiet, calm) = watch::channel(false);
    let storm = Storm::new(server, calm, if plan.sabotage.is_some() { 20 } else { 200 }, false);
    let tasks = storm.begin(plan, &menu, pairs);
    let mut dice = plan.dice(0);
    let (mut at_once, mut outages, mut audited) = (Tally::default(), Outages::default(), HashMap::new());
    for _ in 0..kills {
        storm.more(20 + dice.below(5 * pairs as u64) as usize).await;
        // Not just after an answer, but at any instant.
        sleep(Duration::from_micros(dice.below(4_000))).await;
        let _ = found.send(None);
        running.kill().await?;
        let died = Instant::now();
        // Every answer may have been received, and everything in the file was sent.
        at_once += audit_with(&scene.victim.database, &storm.news(&mut audited), &outages)?;
        // Long enough to show on a clock that wrongly kept running.
        sleep(Duration::from_millis(50 + dice.below(200))).await;
        outages.add(died, Instant::now());
        running = scene.victim.start().await?;
        let _ = found.send(Some(running.address()));
    }
    let _ = quiet.send(true);
    let all = Told::all(tasks).await?;
    let mut known = storm.known();
    if plan.breaks(Sabotage::CountTwice) {
        known.iter_mut().take(1).for_each(crate::Ledger::count_twice);
    }
    running.kill().await?;
    let tally = audit_with(&scene.victim.database, &known, &outages)?;
    let used = DEEDS.iter().filter(|event| tally.events.contains_key(*event)).count();
    let events: Vec<_> = tally.events.iter().map(|(event, times)| format!("{times} {event}")).collect();
    report.figure("kills", kills);
    report.figure("acknowledged commands", tally.acknowledged);
    report.figure("by kind", events.join(", "));
    report.figure("player reconnects", all.comebacks);
    report.figure("answered commands that were resent", all.resent);
    report.none("lost", tally.lost + at_once.lost);
    report.none("doubled", tally.doubled + at_once.doubled);
    report.none("in the log, but never sent", tally.strays + at_once.strays);
    report.none("resent with a different answer", tally.contradicted);
    report.none("clocks charged for more than the server ran", tally.mischarged + at_once.mischarged);
    report.exactly("sent commands in the log", tally.logged, tally.acknowledged);
    report.none("rooms in an unexpected state", all.different + all.disagreements);
    report.exactly("rooms that reached their end", all.finished, all.begun);
    report.exactly("kinds of commands that were used", used, DEEDS.len());
    report.check("the trial was meaningful", tally.acknowledged > 20 * kills && all.comebacks > 0, kills);
    Ok(report)
}
