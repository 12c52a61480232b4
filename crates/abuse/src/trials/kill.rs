//! Kills the server without a warning, again and again, while matches of every game are going on.
//!
//! Whatever was acknowledged must be in the file at that instant and in the game afterwards, once; whatever was sent
//! again must get the same answer; and every match must go on to its end. A killed process loses what it had not handed to
//! the system. It does not lose what the system had not yet handed to the disk: that the disk is waited for is what the
//! `sync` trial looks at.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::contest::{Contest, SharedLedger, Step, copy};
use crate::guests::Menu;
use crate::ledger::audit;
use crate::{Plan, Report, Sabotage, Trouble};

/// What all players have in common.
struct Storm {
    /// Where the server is; none while it is dead.
    server: watch::Receiver<Option<SocketAddr>>,
    /// Whether the storm is over, so that whoever finishes a match goes home.
    calm: watch::Receiver<bool>,
    acknowledged: AtomicUsize,
    /// Told after every acknowledged move.
    progress: Notify,
    ledgers: Mutex<Vec<SharedLedger>>,
}

/// What a pair of players has to tell in the end.
#[derive(Default)]
struct Told {
    finished: usize,
    different: usize,
    disagreements: usize,
    resent: usize,
    comebacks: usize,
}

/// Runs the trial.
pub async fn run(plan: &Plan) -> Result<Report, Trouble> {
    let mut report = Report::new("kill");
    // What is broken shows soon.
    let (pairs, kills) =
        if plan.sabotage.is_some() { (10, 2) } else { (plan.size(20, 100), plan.size(5, 100)) };
    let scene = plan.scene(&[])?;
    let mut running = scene.victim.start().await?;
    let menu = Menu::of(running.address()).await?;
    let (found, server) = watch::channel(Some(running.address()));
    let (quiet, calm) = watch::channel(false);
    let (acknowledged, progress, ledgers) = (AtomicUsize::new(0), Notify::new(), Mutex::default());
    let storm = Arc::new(Storm { server, calm, acknowledged, progress, ledgers });
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..pairs {
        let (storm, plan, menu) = (Arc::clone(&storm), plan.clone(), menu.clone());
        tasks.spawn(async move { play(&storm, &plan, number, &menu).await });
    }
    let mut dice = plan.dice(0);
    let (mut lost_at_once, mut doubled_at_once) = (0, 0);
    for _ in 0..kills {
        let until = storm.acknowledged.load(Ordering::Relaxed) + 20 + dice.below(5 * pairs as u64) as usize;
        while storm.acknowledged.load(Ordering::Relaxed) < until {
            storm.progress.notified().await;
        }
        // Not just after an answer, but at any instant.
        sleep(Duration::from_micros(dice.below(4_000))).await;
        let _ = found.send(None);
        let known: Vec<_> =
            storm.ledgers.lock().unwrap_or_else(PoisonError::into_inner).iter().map(copy).collect();
        running.kill().await?;
        let tally = audit(&scene.victim.database, &known)?;
        lost_at_once += tally.lost;
        doubled_at_once += tally.doubled;
        running = scene.victim.start().await?;
        let _ = found.send(Some(running.address()));
    }
    let _ = quiet.send(true);
    let mut all = Told::default();
    while let Some(told) = tasks.join_next().await {
        let told = told??;
        all.finished += told.finished;
        all.different += told.different;
        all.disagreements += told.disagreements;
        all.resent += told.resent;
        all.comebacks += told.comebacks;
    }
    let mut known: Vec<_> =
        storm.ledgers.lock().unwrap_or_else(PoisonError::into_inner).iter().map(copy).collect();
    if plan.breaks(Sabotage::CountTwice) {
        known.iter_mut().take(1).for_each(crate::Ledger::count_twice);
    }
    running.kill().await?;
    let tally = audit(&scene.victim.database, &known)?;
    report.figure("kills", kills);
    report.figure("acknowledged moves", tally.acknowledged);
    report.figure("returns of a player to a room", all.comebacks);
    report.figure("answered moves that were sent again", all.resent);
    report.none("lost", tally.lost + lost_at_once);
    report.none("doubled", tally.doubled + doubled_at_once);
    report.none("in the log, but sent by nobody", tally.strays);
    report.none("answered otherwise when sent again", tally.contradicted);
    report.exactly("moves that were sent and are in the log", tally.logged, tally.acknowledged);
    report.none("rooms that looked otherwise than they should", all.different + all.disagreements);
    report.exactly("matches that went on to their end", all.finished, known.len());
    report.check("the trial was one", tally.acknowledged > 20 * kills && all.comebacks > 0, kills);
    Ok(report)
}

/// Plays one match after the other until the storm is over, and the last one to its end.
async fn play(storm: &Storm, plan: &Plan, number: usize, menu: &Menu) -> Result<Told, Trouble> {
    let mut told = Told::default();
    let mut round = number;
    loop {
        let Some(mut contest) = meet(storm, plan, round, menu).await else { return Ok(told) };
        storm.ledgers.lock().unwrap_or_else(PoisonError::into_inner).push(contest.ledger());
        finish(storm, &mut contest, &mut told).await?;
        told.disagreements += contest.disagreements;
        told.resent += contest.resent;
        round += 1_000;
    }
}

/// Opens the next room as soon as there is a server; none once the storm is over.
async fn meet(storm: &Storm, plan: &Plan, round: usize, menu: &Menu) -> Option<Contest> {
    loop {
        if *storm.calm.borrow() {
            return None;
        }
        let server = address(storm).await;
        // What is opened when the server dies is nobody's room; the next one will do.
        match Contest::meet(server, &menu.wish(round), plan.dice(1 + round)).await {
            Ok(contest) => return Some(contest),
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn address(storm: &Storm) -> SocketAddr {
    let mut server = storm.server.clone();
    loop {
        let known = *server.borrow_and_update();
        match known {
            Some(address) => return address,
            None => drop(server.changed().await),
        }
    }
}

/// Plays a match to its end, through as many deaths of the server as there are.
async fn finish(storm: &Storm, contest: &mut Contest, told: &mut Told) -> Result<(), Trouble> {
    let mut failures = 0;
    loop {
        let server = address(storm).await;
        let mut played = contest.come_back(server).await;
        told.comebacks += 1;
        while played.is_ok() {
            match contest.step().await {
                Ok(Step::Moved) => {
                    storm.acknowledged.fetch_add(1, Ordering::Relaxed);
                    storm.progress.notify_one();
                }
                Ok(Step::Over) => match contest.compare(server).await {
                    Ok(different) => {
                        told.different += different;
                        told.finished += 1;
                        contest.hang_up();
                        return Ok(());
                    }
                    Err(error) => played = Err(error),
                },
                Ok(Step::Refused(reason)) => played = Err(Trouble::new(reason)),
                Err(error) => played = Err(error),
            }
        }
        failures += 1;
        // In calm weather nothing may go wrong any more. A server that has lost moves is not waited for.
        if (*storm.calm.borrow() && failures > 200) || failures > 2_000 || contest.disagreements > 3 {
            contest.hang_up();
            return Ok(());
        }
        sleep(Duration::from_millis(10)).await;
    }
}
