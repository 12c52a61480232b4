//! The settings of a trial: its size, its seed and its server.

use std::path::PathBuf;

use numberline_table::Dice;
use tempfile::TempDir;

use crate::{Sabotage, Trouble, Victim};

/// All clients of a trial share one address, so the limits per address are raised. And a slow machine is not what is tried.
const ROOMY: [&str; 9] = [
    "connections=20000",
    "connections-per-address=20000",
    "sockets-per-address=20000",
    "messages-per-second=1000000",
    "messages-per-second-per-address=1000000",
    "requests-per-second-per-address=1000000",
    "rooms-per-minute-per-address=1000000",
    "request-time=300s",
    "shutdown-time=1s",
];

/// The name of the database.
pub(crate) const DATABASE: &str = "rooms.sqlite";

/// The settings of a trial.
#[derive(Clone, Debug)]
pub struct TrialPlan {
    /// The honest server's binary.
    pub honest: PathBuf,
    /// The sabotaged server's binary.
    pub sabotaged: PathBuf,
    /// The seed.
    pub seed: u64,
    /// Whether to run the long form, on an idle machine.
    pub long: bool,
    /// The fault, in a negative control.
    pub sabotage: Option<Sabotage>,
}

/// A folder for a trial, and the server that stores its rooms there.
pub struct Scene {
    /// The folder. It is removed when the trial ends.
    pub folder: TempDir,
    /// How to start the server.
    pub victim: Victim,
}

impl TrialPlan {
    /// One value for the short form, one for the long form.
    #[must_use]
    pub fn size(&self, short: usize, long: usize) -> usize {
        if self.long { long } else { short }
    }

    /// A separate random source for each part of a trial.
    #[must_use]
    pub fn dice(&self, stream: usize) -> Dice {
        Dice::new(self.seed, stream as u64)
    }

    /// Whether this is the fault.
    #[must_use]
    pub fn breaks(&self, sabotage: Sabotage) -> bool {
        self.sabotage == Some(sabotage)
    }

    /// A folder and a server for a trial, with limits besides the raised ones.
    pub fn scene(&self, limits: &[&str]) -> Result<Scene, Trouble> {
        let folder = tempfile::Builder::new().prefix("numberline-abuse-").tempdir()?;
        let victim = Victim {
            honest: self.honest.clone(),
            sabotaged: self.sabotaged.clone(),
            sabotage: self.sabotage.filter(|sabotage| sabotage.breaks_server()),
            database: folder.path().join(DATABASE),
            log: folder.path().join("server.log"),
            port: 0,
            beside: None,
            under: None,
            limits: ROOMY.iter().chain(limits).map(ToString::to_string).collect(),
        };
        Ok(Scene { folder, victim })
    }
}
