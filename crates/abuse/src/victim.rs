//! The server under test: a separate process, so that it can be killed without warning.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::link::PATIENCE;
use crate::{Sabotage, Trouble, http};

/// How to start a server.
#[derive(Clone, Debug)]
pub struct Victim {
    /// The honest server: the one that `numberline serve` starts.
    pub honest: PathBuf,
    /// The same with a fault.
    pub sabotaged: PathBuf,
    /// The fault; none in the honest server.
    pub sabotage: Option<Sabotage>,
    /// The database file.
    pub database: PathBuf,
    /// The log file.
    pub log: PathBuf,
    /// The port to listen on; 0 for any.
    pub port: u16,
    /// A process whose mounts it must share, if any.
    pub beside: Option<u32>,
    /// The arguments of the tracer that starts it, if any.
    pub under: Option<Vec<String>>,
    /// Limits that differ from the defaults, as `name=value`.
    pub limits: Vec<String>,
}

/// A running server. It is killed when this is dropped.
pub struct Running {
    process: Child,
    address: SocketAddr,
    pid: u32,
    /// How long it took from the start until it was listening.
    pub started_in: Duration,
}

impl Victim {
    /// Starts it, and waits until it prints its address.
    pub async fn start(&self) -> Result<Running, Trouble> {
        let log = std::fs::File::options().create(true).append(true).open(&self.log)?;
        self.start_logging(log.into()).await
    }

    /// The same with a log that goes elsewhere.
    pub async fn start_logging(&self, log: Stdio) -> Result<Running, Trouble> {
        let began = Instant::now();
        let program = if self.sabotage.is_some() { &self.sabotaged } else { &self.honest };
        let mut command = match self.beside {
            Some(process) => crate::small::beside(process, program),
            None => self.command(program),
        };
        command.arg("--database").arg(&self.database);
        command.args(["--port", &self.port.to_string()]);
        command.args(self.limits.iter().flat_map(|limit| ["--limit", limit.as_str()]));
        if let Some(sabotage) = self.sabotage {
            command.args(["--sabotage", sabotage.name()]);
        }
        // It ends with its input, so that it does not outlive a killed trial.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).kill_on_drop(true);
        let mut process = command.spawn().map_err(|error| {
            Trouble::from(error).during(&format!("{} could not be started", program.display()))
        })?;
        let output = process.stdout.take().ok_or_else(|| Trouble::new("the server has no output"))?;
        let mut lines = BufReader::new(output).lines();
        let line = timeout(PATIENCE, lines.next_line()).await??.unwrap_or_default();
        let found = line.split("http://").nth(1).map(|rest| rest.trim_end_matches('/'));
        let address = found.and_then(|text| text.trim().parse().ok()).ok_or_else(|| {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            Trouble::new(format!("the server did not start: {line}{log}"))
        })?;
        // The rest of its output is discarded, but must not block the server.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let pid = process.id().ok_or_else(|| Trouble::new("the server ended at once"))?;
        Ok(Running { process, address, pid, started_in: began.elapsed() })
    }

    fn command(&self, program: &Path) -> Command {
        let Some(arguments) = &self.under else { return Command::new(program) };
        let mut command = Command::new("strace");
        command.args(arguments).arg(program);
        command
    }
}

impl Running {
    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Kills it without warning, and waits until it is gone.
    pub async fn kill(mut self) -> Result<(), Trouble> {
        Ok(self.process.kill().await?)
    }

    /// Ends it at once by ending its input, and waits until whatever started it is gone too.
    pub async fn end_of_input(mut self) -> Result<(), Trouble> {
        drop(self.process.stdin.take());
        timeout(PATIENCE, self.process.wait()).await??;
        Ok(())
    }

    /// Tells it to stop, and returns its exit code.
    pub async fn end(mut self) -> Result<Option<i32>, Trouble> {
        // Waiting closes its input, which would end it at once.
        let _input = self.process.stdin.take();
        self.signal(Signal::TERM)?;
        Ok(timeout(PATIENCE, self.process.wait()).await??.code())
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) -> Result<(), Trouble> {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        let pid = pid.ok_or_else(|| Trouble::new("the server has no process id"))?;
        kill_process(pid, signal).map_err(|error| Trouble::new(error.to_string()))
    }

    /// Whether it is still running.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// One of its metrics.
    pub async fn metric(&self, name: &str) -> Result<f64, Trouble> {
        let metrics = http::get(self.address, "/metrics").await?;
        let mut lines = metrics.body.lines().filter_map(|line| line.split_once(' '));
        let number = lines.find(|(known, _)| *known == name).and_then(|(_, number)| number.parse().ok());
        number.ok_or_else(|| Trouble::new(format!("the metrics have no {name}")))
    }

    /// Its memory, in KiB.
    pub fn memory(&self) -> Result<u64, Trouble> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse().ok());
        number.ok_or_else(|| Trouble::new("the system does not say how much memory the server has"))
    }
}
