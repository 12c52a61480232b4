//! Kills the server without a warning, again and again, while rooms of every game are in use: moves, clocks, draws offered,
//! moves taken back, resignations, rounds and rematches.
//!
//! Whatever was acknowledged must be in the file at that instant and in the room afterwards, once; whatever was sent
//! again must get the same answer; no clock may be charged for the time without a server; and every room must go on to its
//! end, also the one of a rematch. A killed process loses what it had not handed to the system. It does not lose what the
//! system had not yet handed to the disk: that the disk is waited for is what the `sync` trial looks at.

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

/// What all players have in common.
struct Storm {
    /// Where the server is; none while it is dead.
    server: watch::Receiver<Option<SocketAddr>>,
    /// Whether the storm is over, so that whoever finishes a match goes home.
    calm: watch::Receiver<bool>,
    acknowledged: AtomicUsize,
    /// Told after every acknowledged command.
    progress: Notify,
    ledgers: Mutex<Vec<SharedLedger>>,
    /// How often a pair fails in calm weather before it gives up.
    patience: usize,
}

impl Storm {
    /// What everybody has sent and heard by now.
    fn known(&self) -> Vec<crate::Ledger> {
        self.ledgers.lock().unwrap_or_else(PoisonError::into_inner).iter().map(copy).collect()
    }
}

/// What a room has for those who sit there, as the log calls it. What a move is called depends on the game.
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

/// What a pair of players has to tell in the end.
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
    // What is broken shows soon.
    let (pairs, kills) =
        if plan.sabotage.is_some() { (10, 2) } else { (plan.size(20, 100), plan.size(5, 100)) };
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
    let (mut at_once, mut outages) = (Tally::default(), Outages::default());
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
        // Everything that the server has answered may have been heard, and everything in the file was sent.
        at_once += audit_with(&scene.victim.database, &storm.known(), &outages)?;
        // So long that a clock which went on meanwhile would show it.
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
    report.figure("what they were", events.join(", "));
    report.figure("returns of a player to a room", all.comebacks);
    report.figure("answered commands that were sent again", all.resent);
    report.none("lost", tally.lost + at_once.lost);
    report.none("doubled", tally.doubled + at_once.doubled);
    report.none("in the log, but sent by nobody", tally.strays + at_once.strays);
    report.none("answered otherwise when sent again", tally.contradicted);
    report
        .none("clocks that were charged for more than the server ran", tally.mischarged + at_once.mischarged);
    report.exactly("commands that were sent and are in the log", tally.logged, tally.acknowledged);
    report.none("rooms that looked otherwise than they should", all.different + all.disagreements);
    report.exactly("rooms that went on to their end", all.finished, all.begun);
    report.exactly("things that a room has for its players and that were done", used, DEEDS.len());
    report.check("the trial was one", tally.acknowledged > 20 * kills && all.comebacks > 0, kills);
    Ok(report)
}

/// Plays in one room after the other until the storm is over, and in the last one to its end.
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

/// Opens the next room as soon as there is a server; none once the storm is over.
async fn meet(storm: &Storm, plan: &TrialPlan, round: usize, menu: &Menu) -> Option<Contest> {
    loop {
        if *storm.calm.borrow() {
            return None;
        }
        let server = address(storm).await;
        // What is opened when the server dies is nobody's room; the next one will do.
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

/// Plays in a room to its end, through as many deaths of the server as there are. The answer is the room of the rematch.
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
        // In calm weather nothing may go wrong any more. A server that has lost moves is not waited for.
        let calm = *storm.calm.borrow();
        if (calm && failures > storm.patience) || failures > 10 * storm.patience || contest.disagreements > 3
        {
            contest.hang_up();
            return Ok(None);
        }
        sleep(Duration::from_millis(10)).await;
    }
}

/// In how many ways the room is shown otherwise than it should be in the end, and the players in the room of their rematch.
async fn part(contest: &mut Contest, server: SocketAddr) -> Result<(usize, Option<Contest>), Trouble> {
    let different = contest.compare(server).await?;
    Ok((different, contest.rematch(server).await?))
}
