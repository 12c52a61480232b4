//! An ordeal for several servers: pairs use everything that rooms offer, while one thing after another goes wrong.
//!
//! The oracle is the database, read with every server dead: everything acknowledged is there, once, and nothing else.

use std::time::Duration;

use numberline_table::Dice;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::fleet::{Fleet, SERVERS};
use crate::guests::Menu;
use crate::oracle::audit;
use crate::storm::{Storm, Told};
use crate::{Report, TrialPlan, Trouble};

/// How often a pair may fail once it is calm. Where a fault is on purpose, rooms may never go on.
const PATIENCE: usize = 400;
const PATIENCE_WITH_A_FAULT: usize = 20;

/// Pairs that play at several servers.
pub(crate) struct Ordeal {
    storm: std::sync::Arc<Storm>,
    tasks: JoinSet<Result<Told, Trouble>>,
    calm: watch::Sender<bool>,
    /// Keeps the address known.
    _server: watch::Sender<Option<std::net::SocketAddr>>,
    pairs: usize,
    pub(crate) dice: Dice,
    troubles: usize,
}

impl Ordeal {
    /// Pairs begin to play, each at whatever server the load balancer leads to.
    pub(crate) async fn begin(plan: &TrialPlan, fleet: &Fleet, pairs: usize) -> Result<Self, Trouble> {
        let menu = Menu::of(fleet.address()).await?;
        let (found, server) = watch::channel(Some(fleet.address()));
        let (quiet, calm) = watch::channel(false);
        let patience = if plan.sabotage.is_some() { PATIENCE_WITH_A_FAULT } else { PATIENCE };
        let storm = Storm::new(server, calm, patience, true);
        let tasks = storm.begin(plan, &menu, pairs);
        Ok(Self { storm, tasks, calm: quiet, _server: found, pairs, dice: plan.dice(0), troubles: 0 })
    }

    /// Lets the pairs play for a while before the next trouble, and a little longer, so that it comes at any moment.
    pub(crate) async fn next(&mut self) {
        self.troubles += 1;
        let commands = 10 + self.dice.below(3 * self.pairs as u64) as usize;
        self.storm.more(commands).await;
        sleep(Duration::from_micros(self.dice.below(4_000))).await;
    }

    /// Waits until some commands of every pair were acknowledged.
    pub(crate) async fn some(&self) {
        self.storm.more(3 * self.pairs).await;
    }

    /// One of the servers.
    pub(crate) fn any(&mut self) -> usize {
        self.dice.below(SERVERS as u64) as usize
    }

    /// Lets every pair finish its room, and compares everything with the database.
    pub(crate) async fn end(self, fleet: &mut Fleet, report: &mut Report) -> Result<(), Trouble> {
        let _ = self.calm.send(true);
        let all = Told::all(self.tasks).await?;
        let known = self.storm.known();
        let (file, unreadable) = fleet.post_mortem().await?;
        let tally = audit(&file, &known)?;
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
        let is_enough = tally.acknowledged > 10 * self.troubles && all.comebacks > 0;
        report.check("the trial was meaningful", is_enough, self.troubles);
        Ok(())
    }
}
