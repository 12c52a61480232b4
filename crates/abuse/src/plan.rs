//! What a trial is run with: how much of it, from which seed, against which server.

use std::path::PathBuf;

use numberline_table::Dice;
use tempfile::TempDir;

use crate::{Sabotage, Trouble, Victim};

/// All clients of a trial come from one address, so the limits for one address are out of the way.
const ROOMY: [&str; 8] = [
    "connections=20000",
    "connections-per-address=20000",
    "sockets-per-address=20000",
    "messages-per-second=1000000",
    "messages-per-second-per-address=1000000",
    "requests-per-second-per-address=1000000",
    "rooms-per-minute-per-address=1000000",
    "shutdown-time=1s",
];

/// What a trial is run with.
#[derive(Clone, Debug)]
pub struct TrialPlan {
    /// The program of the honest server.
    pub honest: PathBuf,
    /// The program of the sabotaged server.
    pub sabotaged: PathBuf,
    /// What chance comes from.
    pub seed: u64,
    /// Whether all of it is run, on a machine that has nothing else to do.
    pub long: bool,
    /// What is broken, in a negative control.
    pub sabotage: Option<Sabotage>,
}

/// A folder of its own for a trial, and the server that keeps its rooms there.
pub struct Scene {
    /// The folder. It goes when the trial ends.
    pub folder: TempDir,
    /// How to start the server.
    pub victim: Victim,
}

impl TrialPlan {
    /// So much in the short form, so much in the long one.
    #[must_use]
    pub fn size(&self, short: usize, long: usize) -> usize {
        if self.long { long } else { short }
    }

    /// A source of chance of its own for each part of a trial.
    #[must_use]
    pub fn dice(&self, stream: usize) -> Dice {
        Dice::new(self.seed, stream as u64)
    }

    /// Whether this is broken.
    #[must_use]
    pub fn breaks(&self, sabotage: Sabotage) -> bool {
        self.sabotage == Some(sabotage)
    }

    /// A folder and a server for a trial, with limits besides those that are out of the way.
    pub fn scene(&self, limits: &[&str]) -> Result<Scene, Trouble> {
        let folder = tempfile::Builder::new().prefix("numberline-abuse-").tempdir()?;
        let victim = Victim {
            honest: self.honest.clone(),
            sabotaged: self.sabotaged.clone(),
            sabotage: self.sabotage.filter(|sabotage| sabotage.breaks_server()),
            database: folder.path().join("rooms.sqlite"),
            log: folder.path().join("server.log"),
            beside: None,
            limits: ROOMY.iter().chain(limits).map(ToString::to_string).collect(),
        };
        Ok(Scene { folder, victim })
    }
}
