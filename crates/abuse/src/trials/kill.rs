//! Kills the server without warning, again and again, while rooms of every game are in use: moves, clocks, draw offers,
//! take-backs, resignations, rounds and rematches.
//!
//! Everything acknowledged must be in the file at that instant and in the room afterwards, once. Every resent command
//! must get the same answer. No clock may be charged for an outage. Every room must reach its end, rematches included.
//! A killed process loses what it had not handed to the system, but not what the system had not yet written to the
//! disk: the `sync` trial checks that the server waits for the disk.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use crate::contest::{Contest, SharedLedger, Step, copy};
use crate::guests::Menu;
use crate::oracle::{Tally, audit_with};
use crate::{Outages, Report, Sabotage, TrialPlan, Trouble};

/// The state that all players share.
struct Storm {
    /// The server's address; none while it is dead.
    server: watch::Receiver<Option<SocketAddr>>,
    /// Whether the kills are over, so that players leave after their match.
    calm: watch::Receiver<bool>,
    acknowledged: AtomicUsize,
    /// Notified after every acknowledged command.
    progress: Notify,
    ledgers: Mutex<Vec<SharedLedger>>,
    /// How often a pair may fail after the kills before it gives up.
    patience: usize,
}

/// How many commands of each room were sent, and how many answered, when it was last compared with the file.
type Audited = HashMap<String, [usize; 2]>;

impl Storm {
    /// What was sent and received in the rooms that were in use since they were last compared. All rooms are compared again
    /// at the end.
    fn news(&self, audited: &mut Audited) -> Vec<crate::Ledger> {
        let mut known = self.known();
        known.retain(|ledger| {
            let answered = ledger.submissions().iter().filter(|sent| sent.version.is_some()).count();
            let now = [ledger.submissions().len(), answered];
            audited.insert(ledger.room().to_owned(), now) != Some(now)
        });
        known
    }

    /// Everything sent and received so far.
    fn known(&self) -> Vec<crate::Ledger> {
        self.ledgers.lock().unwrap_or_else(PoisonError::into_inner).iter().map(copy).collect()
    }
}

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

/// A pair's results.
#[derive(Default)]
struct Told {
    begun: usize,
    finished: usize,
    different: usize,
    disagreements: usize,
    resent: usize,
    comebacks: usize,
}

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
    let storm = Arc::new(Storm {
        server,
        calm,
        acknowledged: AtomicUsize::new(0),
        progress: Notify::new(),
        ledgers: Mutex::default(),
        patience: if plan.sabotage.is_some() { 20 } else { 200 },
    });
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..pairs {
        let (storm, plan, menu) = (Arc::clone(&storm), plan.clone(), menu.clone());
        tasks.spawn(async move { play(&storm, &plan, number, &menu).await });
    }
    let mut dice = plan.dice(0);
    let (mut at_once, mut outages, mut audited) = (Tally::default(), Outages::default(), HashMap::new());
    for _ in 0..kills {
        let until = storm.acknowledged.load(Ordering::Relaxed) + 20 + dice.below(5 * pairs as u64) as usize;
        while storm.acknowledged.load(Ordering::Relaxed) < until {
            storm.progress.notified().await;
        }
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
    let mut all = Told::default();
    while let Some(told) = tasks.join_next().await {
        let told = told??;
        all.begun += told.begun;
        all.finished += told.finished;
        all.different += told.different;
        all.disagreements += told.disagreements;
        all.resent += told.resent;
        all.comebacks += told.comebacks;
    }
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

/// Plays in one room after another until the kills are over, and in the last one to its end.
async fn play(storm: &Storm, plan: &TrialPlan, number: usize, menu: &Menu) -> Result<Told, Trouble> {
    let mut told = Told::default();
    let mut round = number;
    loop {
        let Some(contest) = meet(storm, plan, round, menu).await else { return Ok(told) };
        let mut next = Some(contest);
        while let Some(mut contest) = next {
            storm.ledgers.lock().unwrap_or_else(PoisonError::into_inner).push(contest.ledger());
            told.begun += 1;
            next = finish(storm, &mut contest, &mut told).await?;
            told.disagreements += contest.disagreements;
            told.resent += contest.resent;
        }
        round += 1_000;
    }
}

/// Opens the next room as soon as a server runs; none once the kills are over.
async fn meet(storm: &Storm, plan: &TrialPlan, round: usize, menu: &Menu) -> Option<Contest> {
    loop {
        if *storm.calm.borrow() {
            return None;
        }
        let server = address(storm).await;
        // A room that was being opened when the server died is abandoned; the next one will do.
        let mut dice = plan.dice(1 + round);
        let wish = menu.rich_wish(round, &mut dice);
        match Contest::meet(server, &wish, dice).await {
            Ok(contest) => return Some(contest.lively()),
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

/// Plays in a room to its end, through all deaths of the server. Returns the room of the rematch.
async fn finish(storm: &Storm, contest: &mut Contest, told: &mut Told) -> Result<Option<Contest>, Trouble> {
    let mut failures = 0;
    loop {
        let server = address(storm).await;
        let mut played = contest.come_back(server).await;
        told.comebacks += 1;
        while played.is_ok() {
            match contest.step().await {
                Ok(Step::Done) => {
                    storm.acknowledged.fetch_add(1, Ordering::Relaxed);
                    storm.progress.notify_one();
                }
                Ok(Step::Over) => match part(contest, server).await {
                    Ok((different, rematch)) => {
                        told.different += different;
                        told.finished += 1;
                        contest.hang_up();
                        return Ok(rematch);
                    }
                    Err(error) => played = Err(error),
                },
                Ok(Step::Refused(reason)) => played = Err(Trouble::new(reason)),
                Err(error) => played = Err(error),
            }
        }
        failures += 1;
        // After the kills nothing may go wrong any more. A server that has lost moves is not waited for.
        let calm = *storm.calm.borrow();
        if (calm && failures > storm.patience) || failures > 10 * storm.patience || contest.disagreements > 3
        {
            contest.hang_up();
            return Ok(None);
        }
        sleep(Duration::from_millis(10)).await;
    }
}

/// The number of differences between the final room and the expected one, including the players of the rematch.
async fn part(contest: &mut Contest, server: SocketAddr) -> Result<(usize, Option<Contest>), Trouble> {
    let different = contest.compare(server).await?;
    Ok((different, contest.rematch(server).await?))
}
