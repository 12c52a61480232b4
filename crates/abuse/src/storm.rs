//! Pairs of players who use everything that rooms offer, while something happens to their servers. They come back after
//! every disturbance, and play on until they are told that it is over.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::contest::{Contest, SharedLedger, Step, copy};
use crate::guests::Menu;
use crate::{TrialPlan, Trouble};

/// The state that all players share.
pub(crate) struct Storm {
    /// The server's address; none while it is dead.
    pub(crate) server: watch::Receiver<Option<SocketAddr>>,
    /// Whether the kills are over, so that players leave after their match.
    pub(crate) calm: watch::Receiver<bool>,
    pub(crate) acknowledged: AtomicUsize,
    /// Notified after every acknowledged command.
    pub(crate) progress: Notify,
    pub(crate) ledgers: Mutex<Vec<SharedLedger>>,
    /// How often a pair may fail after the kills before it gives up.
    pub(crate) patience: usize,
    /// Whether the servers share a database, which may be away.
    pub(crate) shared: bool,
}

/// How many commands of each room were sent, and how many answered, when it was last compared with the file.
pub(crate) type Audited = HashMap<String, [usize; 2]>;

impl Storm {
    /// A storm in which pairs give up after failing so often once it is calm.
    pub(crate) fn new(
        server: watch::Receiver<Option<SocketAddr>>,
        calm: watch::Receiver<bool>,
        patience: usize,
        shared: bool,
    ) -> Arc<Self> {
        let (acknowledged, progress) = (AtomicUsize::new(0), Notify::new());
        Arc::new(Self { server, calm, acknowledged, progress, ledgers: Mutex::default(), patience, shared })
    }

    /// Waits until so many more commands were acknowledged.
    pub(crate) async fn more(&self, commands: usize) {
        let until = self.acknowledged.load(Ordering::Relaxed) + commands;
        while self.acknowledged.load(Ordering::Relaxed) < until {
            self.progress.notified().await;
        }
    }

    /// Lets pairs play.
    pub(crate) fn begin(
        self: &Arc<Self>,
        plan: &TrialPlan,
        menu: &Menu,
        pairs: usize,
    ) -> JoinSet<Result<Told, Trouble>> {
        let mut tasks = JoinSet::new();
        for number in 0..pairs {
            let (storm, plan, menu) = (Arc::clone(self), plan.clone(), menu.clone());
            tasks.spawn(async move { play(&storm, &plan, number, &menu).await });
        }
        tasks
    }

    /// What was sent and received in the rooms that were in use since they were last compared. All rooms are compared again
    /// at the end.
    pub(crate) fn news(&self, audited: &mut Audited) -> Vec<crate::Ledger> {
        let mut known = self.known();
        known.retain(|ledger| {
            let answered = ledger.submissions().iter().filter(|sent| sent.version.is_some()).count();
            let now = [ledger.submissions().len(), answered];
            audited.insert(ledger.room().to_owned(), now) != Some(now)
        });
        known
    }

    /// Everything sent and received so far.
    pub(crate) fn known(&self) -> Vec<crate::Ledger> {
        self.ledgers.lock().unwrap_or_else(PoisonError::into_inner).iter().map(copy).collect()
    }
}

/// A pair's results.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) begun: usize,
    pub(crate) finished: usize,
    pub(crate) different: usize,
    pub(crate) disagreements: usize,
    pub(crate) resent: usize,
    pub(crate) comebacks: usize,
}

impl Told {
    /// Adds up what all pairs say at the end.
    pub(crate) async fn all(mut tasks: JoinSet<Result<Self, Trouble>>) -> Result<Self, Trouble> {
        let mut all = Self::default();
        while let Some(told) = tasks.join_next().await {
            let told = told??;
            all.begun += told.begun;
            all.finished += told.finished;
            all.different += told.different;
            all.disagreements += told.disagreements;
            all.resent += told.resent;
            all.comebacks += told.comebacks;
        }
        Ok(all)
    }
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
            Ok(contest) => return Some(contest.lively().shared(storm.shared)),
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
