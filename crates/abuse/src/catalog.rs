//! All trials, with what each must detect.

use std::pin::Pin;
use std::time::Duration;

use crate::{Report, Sabotage, TrialPlan, Trouble, trials};

/// How often a fault may be tried until its trial notices it.
const CHANCES: u64 = 3;

/// A way to mistreat a server.
#[derive(Clone, Copy)]
pub struct Trial {
    /// Its name on the command line.
    pub name: &'static str,
    /// A short description.
    pub what: &'static str,
    /// What it must detect.
    pub controls: &'static [Control],
    run: for<'a> fn(&'a TrialPlan) -> Running<'a>,
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<Report, Trouble>> + 'a>>;

/// A negative control: the fault, and the line of the report that must then fail.
#[derive(Clone, Copy)]
pub struct Control {
    /// The fault.
    pub sabotage: Sabotage,
    /// The check that must not hold, or the floor that must be missed.
    pub red: &'static str,
}

impl Trial {
    /// Runs the trial, with a time limit.
    pub async fn run(&self, plan: &TrialPlan) -> Result<Report, Trouble> {
        let limit = Duration::from_secs(if plan.long { 7_200 } else { 1_800 });
        let ended = tokio::time::timeout(limit, (self.run)(plan)).await;
        ended
            .unwrap_or_else(|_| Err(Trouble::new("did not end in time")))
            .map_err(|error| error.during(self.name))
    }

    /// Runs a negative control in its short form. Returns the report if it fails where it should, or if the trial
    /// cannot run here. A fault strikes at random moments, and may hurt nothing once, so it gets a few chances.
    pub async fn control(&self, plan: &TrialPlan, control: Control) -> Result<Report, Trouble> {
        let Control { sabotage, red } = control;
        let mut said = String::new();
        for chance in 0..CHANCES {
            let seed = plan.seed.wrapping_add(chance);
            let plan = TrialPlan { sabotage: Some(sabotage), long: false, seed, ..plan.clone() };
            let mut report = self.run(&plan).await?;
            if report.is_skipped() || report.red().contains(&red) || report.missed().contains(&red) {
                report.figure("seeds with which the fault hurt nothing", chance);
                return Ok(report);
            }
            said = report.to_string();
        }
        let (name, sabotage) = (self.name, sabotage.name());
        Err(Trouble::new(format!("{name} did not detect {sabotage}: '{red}' should not hold\n{said}")))
    }
}

/// A trial in its own file.
macro_rules! trial {
    ($name:ident, $what:literal, $($sabotage:ident => $red:literal),+) => {
        Trial {
            name: stringify!($name),
            what: $what,
            controls: &[$(Control { sabotage: Sabotage::$sabotage, red: $red }),+],
            run: |plan| Box::pin(trials::$name::run(plan)),
        }
    };
}

/// All trials.
#[must_use]
pub fn catalog() -> Vec<Trial> {
    alone().into_iter().chain(together()).collect()
}

/// The trials of several servers that share a PostgreSQL.
#[must_use]
pub fn together() -> Vec<Trial> {
    vec![
        trial!(machines, "servers are killed and stopped, and the database crashes and is stopped",
            AcknowledgeEarly => "lost",
            ConfirmEarly => "lost",
            IgnoreStale => "lost"),
        trial!(races, "the same turn is wanted at three servers at once",
            IgnoreStale => "races without exactly one winner"),
        trial!(lines, "the lines to the database are broken, cut, slow, or lose what they carry",
            AcknowledgeEarly => "lost"),
        trial!(failover, "the database is lost, and its standby takes over", ConfirmEarly => "lost"),
        trial!(scarce, "the database has no connections, is read-only, away or full", HideFullDisk => "lost"),
        trial!(rolling, "servers are replaced one by one",
            SkipDrain => "servers that were not ready before they turned anybody away"),
        trial!(spread, "players and spectators at three servers", LoseNotices => "moves that all were told of"),
        trial!(crowd, "thousands of sockets over three servers",
            Ballast => "memory of each server with them, at most 256 MiB"),
        trial!(rejoin, "a killed server comes back", SlowStart => "from the start to the first response"),
        trial!(flood, "as many moves as three servers can handle", AcknowledgeEarly => "lost"),
    ]
}

/// The trials of a single server with its file.
fn alone() -> Vec<Trial> {
    vec![
        trial!(kill, "kill -9 again and again under load",
            AcknowledgeEarly => "lost",
            ForgetClients => "resent with a different answer",
            ChargeOutage => "clocks charged for more than the server ran",
            CountTwice => "doubled"),
        trial!(sync, "the server waits for the disk before it answers", AcknowledgeEarly => "sent before it was on disk"),
        trial!(power, "the power is cut at thousands of moments",
            AcknowledgeEarly => "lost if nothing unsynced survives",
            SkipSyncs => "lost if nothing unsynced survives",
            SkipSyncs => "lost if parts of it survive"),
        trial!(stale, "stale, duplicate and simultaneous submissions, wrong seats and keys",
            ForgetClients => "submissions with a different answer when resent after a restart",
            CountTwice => "doubled"),
        trial!(reconnect, "all clients keep losing their connections",
            SkipChange => "followers with the right room"),
        trial!(frames, "malformed frames, messages and requests", NoLimits => "cases handled correctly"),
        trial!(slow, "slow readers, slow writers, and silent clients", NoLimits => "cut off in time"),
        trial!(full, "the disk is full, and then it is not", HideFullDisk => "lost"),
        trial!(unsure, "the disk fails while it is waited for",
            FeignCertainty => "said to be unchanged, and there after the restart"),
        trial!(moved, "the file is taken away from a running server", IgnoreMove => "acknowledged and lost"),
        trial!(clocks, "no move can be taken for a while",
            KeepRunning => "a move right after the server was stopped",
            KeepRunning => "another player's move once there is space"),
        trial!(log, "the log cannot be written",
            DirectLog => "answered with a log whose reader is gone",
            DirectLog => "answered with a log on a full disk",
            DirectLog => "answered with a log that nobody reads"),
        trial!(neighbours, "a match beside clients that want the largest answers",
            HogThreads => "p99 with 1, at most twice as long"),
        trial!(sockets, "thousands of sockets", Ballast => "server memory with all of them, at most 256 MiB"),
        trial!(restart, "thousands of live games in the file", SlowStart => "from the start to the first response"),
        trial!(latency, "how soon the other player sees a move", SlowCommit => "from sending to the other player's socket"),
        trial!(busy, "as many moves as the server can handle", AcknowledgeEarly => "lost"),
    ]
}

/// The trial with this name.
#[must_use]
pub fn find(name: &str) -> Option<Trial> {
    catalog().into_iter().find(|trial| trial.name == name)
}
