//! All trials, with what each must notice.

use std::pin::Pin;
use std::time::Duration;

use crate::{Report, Sabotage, TrialPlan, Trouble, trials};

/// Something that is done to a server.
#[derive(Clone, Copy)]
pub struct Trial {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a few words.
    pub what: &'static str,
    /// What it must notice.
    pub controls: &'static [Control],
    run: for<'a> fn(&'a TrialPlan) -> Running<'a>,
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<Report, Trouble>> + 'a>>;

/// A negative control: what is broken, and which line of the report must then be red.
#[derive(Clone, Copy)]
pub struct Control {
    /// What is broken.
    pub sabotage: Sabotage,
    /// The check that must not hold, or the floor that must be missed.
    pub red: &'static str,
}

impl Trial {
    /// Runs it. No trial runs for ever.
    pub async fn run(&self, plan: &TrialPlan) -> Result<Report, Trouble> {
        let limit = Duration::from_secs(if plan.long { 900 } else { 240 });
        let ended = tokio::time::timeout(limit, (self.run)(plan)).await;
        ended
            .unwrap_or_else(|_| Err(Trouble::new("did not end in time")))
            .map_err(|error| error.during(self.name))
    }

    /// Runs a negative control in its short form. The answer is the report if it is red where it should be, or if the trial
    /// cannot be carried out here.
    pub async fn control(&self, plan: &TrialPlan, control: Control) -> Result<Report, Trouble> {
        let plan = TrialPlan { sabotage: Some(control.sabotage), long: false, ..plan.clone() };
        let report = self.run(&plan).await?;
        if report.is_skipped()
            || report.red().contains(&control.red)
            || report.missed().contains(&control.red)
        {
            return Ok(report);
        }
        let (name, sabotage, red) = (self.name, control.sabotage.name(), control.red);
        Err(Trouble::new(format!("{name} did not notice {sabotage}: '{red}' should not hold\n{report}")))
    }
}

/// A trial that is in a file of its own.
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
    vec![
        trial!(kill, "kill -9 again and again under load",
            AcknowledgeEarly => "lost",
            ForgetClients => "answered otherwise when sent again",
            ChargeOutage => "clocks that were charged for more than the server ran",
            CountTwice => "doubled"),
        trial!(sync, "the disk is waited for before anybody is told", AcknowledgeEarly => "told before it was on the disk"),
        trial!(stale, "stale, doubled and simultaneous submissions, wrong seats and keys",
            ForgetClients => "submissions that got different answers when sent again after a restart",
            CountTwice => "doubled"),
        trial!(reconnect, "everybody loses their connection all the time",
            SkipChange => "followers who know the room as it is"),
        trial!(frames, "malformed frames, messages and requests", NoLimits => "cases that were dealt with as they should be"),
        trial!(slow, "slow readers, slow writers, and people who say nothing", NoLimits => "cut off in time"),
        trial!(full, "the disk is full, and then it is not", HideFullDisk => "lost"),
        trial!(sockets, "thousands of sockets", Ballast => "memory of the server with all of them, at most 256 MiB"),
        trial!(restart, "thousands of live games in the file", SlowStart => "from the start to the first answer"),
        trial!(latency, "how soon the other player is told", SlowCommit => "from sending to the other player's socket"),
        trial!(busy, "as many moves as the server takes", AcknowledgeEarly => "lost"),
    ]
}

/// The trial with this name.
#[must_use]
pub fn find(name: &str) -> Option<Trial> {
    catalog().into_iter().find(|trial| trial.name == name)
}
