//! The server under trial: a process of its own, so that it can be killed without a warning.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::{Sabotage, Trouble, http};

/// How to start a server.
#[derive(Clone, Debug)]
pub struct Victim {
    /// The honest server: the one that `numberline serve` starts.
    pub honest: PathBuf,
    /// The same with something broken.
    pub sabotaged: PathBuf,
    /// What is broken; nothing in the honest one.
    pub sabotage: Option<Sabotage>,
    /// The file of the rooms.
    pub database: PathBuf,
    /// Where it writes what happens to it.
    pub log: PathBuf,
    /// A process whose files it is to see, if they are not everybody's.
    pub beside: Option<u32>,
    /// Limits other than the usual ones, as `name=value`.
    pub limits: Vec<String>,
}

/// A server that runs. It is killed when this is dropped.
pub struct Running {
    process: Child,
    address: SocketAddr,
    pid: u32,
    /// How long it took from the start until it listened.
    pub started_in: Duration,
}

impl Victim {
    /// Starts it, and waits until it says where it listens.
    pub async fn start(&self) -> Result<Running, Trouble> {
        let began = Instant::now();
        let program = if self.sabotage.is_some() { &self.sabotaged } else { &self.honest };
        let mut command = match self.beside {
            Some(process) => crate::small::beside(process, program),
            None => Command::new(program),
        };
        command.arg("--database").arg(&self.database);
        command.args(self.limits.iter().flat_map(|limit| ["--limit", limit.as_str()]));
        if let Some(sabotage) = self.sabotage {
            command.args(["--sabotage", sabotage.name()]);
        }
        let log = std::fs::File::options().create(true).append(true).open(&self.log)?;
        // It ends when its input does, so that it does not outlive a trial that was killed.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).kill_on_drop(true);
        let mut process = command.spawn().map_err(|error| {
            Trouble::from(error).during(&format!("{} could not be started", program.display()))
        })?;
        let output = process.stdout.take().ok_or_else(|| Trouble::new("the server has no output"))?;
        let mut lines = BufReader::new(output).lines();
        let line = timeout(Duration::from_secs(60), lines.next_line()).await??.unwrap_or_default();
        let found = line.split("http://").nth(1).map(|rest| rest.trim_end_matches('/'));
        let address = found.and_then(|text| text.trim().parse().ok()).ok_or_else(|| {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            Trouble::new(format!("the server did not start: {line}{log}"))
        })?;
        // What else it says is read by nobody, but it must be able to say it.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let pid = process.id().ok_or_else(|| Trouble::new("the server has ended at once"))?;
        Ok(Running { process, address, pid, started_in: began.elapsed() })
    }
}

impl Running {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Kills it without a warning, and waits until it is gone.
    pub async fn kill(mut self) -> Result<(), Trouble> {
        Ok(self.process.kill().await?)
    }

    /// Whether it still runs.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// One of the numbers that it shows to its operator.
    pub async fn metric(&self, name: &str) -> Result<f64, Trouble> {
        let metrics = http::get(self.address, "/metrics").await?;
        let mut lines = metrics.body.lines().filter_map(|line| line.split_once(' '));
        let number = lines.find(|(known, _)| *known == name).and_then(|(_, number)| number.parse().ok());
        number.ok_or_else(|| Trouble::new(format!("the metrics have no {name}")))
    }

    /// The memory it has, in KiB.
    pub fn memory(&self) -> Result<u64, Trouble> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse().ok());
        number.ok_or_else(|| Trouble::new("the system does not say how much memory the server has"))
    }
}
