//! A private PostgreSQL for tests and trials: started from the installed programs, and gone when its owner is.

mod keeper;
mod processes;
mod programs;

use std::fs::Permissions;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use keeper::KEEPER;
use programs::Programs;

/// A database server. It ends with this value, or with the process.
pub struct Cluster {
    programs: Programs,
    folder: PathBuf,
    port: u16,
    databases: AtomicU32,
    is_small: bool,
    /// It ends the server when its input ends.
    keeper: Child,
}

impl Cluster {
    /// Whether PostgreSQL is installed.
    #[must_use]
    pub fn is_installed() -> bool {
        Programs::find().is_some()
    }

    /// Whether servers can be started on a disk of their own that is small: only root may mount one.
    #[must_use]
    pub fn may_be_small() -> bool {
        Programs::find().is_some_and(|programs| programs.are_run_by_root())
    }

    /// One server for the whole process; none where PostgreSQL is not installed.
    ///
    /// # Panics
    ///
    /// If it does not start, or if it is not installed on a build machine (`CI=true`).
    #[must_use]
    #[expect(clippy::panic, reason = "a test that has no database fails")]
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
        let start = || match Self::start() {
            Ok(cluster) => Some(cluster),
            Err(why) if Self::is_installed() || std::env::var("CI").is_ok_and(|value| value == "true") => {
                panic!("no PostgreSQL: {why}")
            }
            Err(_) => None,
        };
        SHARED.get_or_init(start).as_ref()
    }

    /// Starts a server in a folder of its own.
    pub fn start() -> Result<Self, String> {
        Self::start_at(free_port()?, None, None)
    }

    /// The same on a disk of its own, of this size.
    pub fn start_small(mebibytes: u32) -> Result<Self, String> {
        Self::start_at(free_port()?, None, Some(mebibytes))
    }

    /// A standby of this server, which gets everything that is written to it. It listens on this port.
    pub fn standby(&self, port: u16) -> Result<Self, String> {
        Self::start_at(port, Some(self.port), None)
    }

    fn start_at(port: u16, primary: Option<u16>, mebibytes: Option<u32>) -> Result<Self, String> {
        let programs = Programs::find()
            .ok_or("PostgreSQL is not installed (Debian: apt-get install postgresql), or NUMBERLINE_POSTGRES does not name its programs")?;
        let folder = tempfile::Builder::new().prefix("numberline-postgres-").tempdir();
        let folder = folder.map_err(|error| error.to_string())?.keep();
        programs.give(&folder)?;
        let shell = programs.command("sh");
        let mut command = match mebibytes {
            Some(mebibytes) => small(&folder, mebibytes, &shell),
            None => shell,
        };
        command.args(["-c", KEEPER, "keeper"]).arg(programs.folder()).arg(&folder);
        command.arg(port.to_string()).args(primary.map(|port| port.to_string()));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut keeper =
            command.spawn().map_err(|error| format!("the database cannot be started: {error}"))?;
        let mut said = String::new();
        if let Some(output) = keeper.stdout.take() {
            let mut lines = BufReader::new(output);
            while lines.read_line(&mut said).is_ok_and(|count| count > 0) && !said.ends_with("ready\n") {}
        }
        if !said.ends_with("ready\n") {
            let _ = keeper.kill();
            return Err(format!("the database did not start: {}", said.trim()));
        }
        Ok(Self {
            programs,
            folder,
            port,
            databases: AtomicU32::new(0),
            is_small: mebibytes.is_some(),
            keeper,
        })
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder with its data and its log, as we see it.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        if !self.is_small {
            return self.folder.clone();
        }
        let root = PathBuf::from(format!("/proc/{}/root", self.keeper.id()));
        root.join(self.folder.strip_prefix("/").unwrap_or(&self.folder))
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> Result<String, String> {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name} OWNER games"))?;
        Ok(self.address(&name))
    }

    /// The address of a copy of a database, which nobody may be using.
    pub fn copy(&self, name: &str) -> Result<String, String> {
        let copy = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let hang_up =
            format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        self.sql("postgres", &hang_up)?;
        self.sql("postgres", &format!("CREATE DATABASE {copy} TEMPLATE {name} OWNER games"))?;
        Ok(self.address(&copy))
    }

    /// The address of a database.
    #[must_use]
    pub fn address(&self, name: &str) -> String {
        format!("postgres://games@127.0.0.1:{}/{name}?sslmode=disable", self.port)
    }

    /// Runs SQL as the superuser, and returns what it prints: a line for each row, with bars between the columns.
    pub fn sql(&self, database: &str, text: &str) -> Result<String, String> {
        let port = self.port.to_string();
        let words = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", &port];
        let mut command = self.programs.command("psql");
        command.args(words).args(["-U", "numberline", "-d", database, "-c", text]);
        output(&mut command)
    }

    /// Lets pgbench run a script in a database: so many clients for so many seconds. Returns how many transactions a second
    /// they reached.
    pub fn bench(&self, database: &str, script: &str, clients: usize, seconds: u64) -> Result<f64, String> {
        let failed = |error: std::io::Error| error.to_string();
        let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
        file.write_all(script.as_bytes()).map_err(failed)?;
        self.programs.give(file.path())?;
        let mut command = self.programs.command("pgbench");
        command.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "numberline", "-n"]);
        command.args(["-M", "prepared", "-j", "2", "-c", &clients.to_string(), "-T", &seconds.to_string()]);
        let said = output(command.args(["-D", "version=0", "-f"]).arg(file.path()).arg(database))?;
        let rate = said.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        rate.ok_or_else(|| format!("pgbench said {said}"))
    }

    /// Stops it: `fast`, `smart`, or `immediate`, which is like a crash.
    pub fn stop(&self, mode: &str) -> Result<(), String> {
        self.control(&["-m", mode, "stop"])
    }

    /// Starts it again.
    pub fn start_again(&self) -> Result<(), String> {
        self.control(&["-w", "-l", &self.folder.join("log").display().to_string(), "start"])
    }

    /// Reads its settings again.
    pub fn reload(&self) -> Result<(), String> {
        self.control(&["reload"])
    }

    /// Offers encryption with a certificate and its key.
    pub fn encrypt(&self, certificate: &Path, key: &Path) -> Result<(), String> {
        for (from, name) in [(certificate, "own.pem"), (key, "own.key")] {
            let to = self.folder().join("data").join(name);
            std::fs::copy(from, &to).map_err(|error| error.to_string())?;
            std::fs::set_permissions(&to, Permissions::from_mode(0o600))
                .map_err(|error| error.to_string())?;
            self.programs.give(&to)?;
        }
        for setting in ["ssl_cert_file = 'own.pem'", "ssl_key_file = 'own.key'", "ssl = on"] {
            self.sql("postgres", &format!("ALTER SYSTEM SET {setting}"))?;
        }
        self.reload()
    }

    /// Makes a standby the primary server.
    pub fn promote(&self) -> Result<(), String> {
        self.control(&["-w", "promote"])
    }

    /// Whether it runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.control(&["status"]).is_ok()
    }

    /// Holds all of its processes, or lets them go on.
    pub fn hold(&self, holds: bool) -> Result<(), String> {
        processes::hold(self.first_process()?, holds)
    }

    /// How much processor time it has used.
    pub fn processor_time(&self) -> Result<Duration, String> {
        self.first_process().map(processes::processor_time)
    }

    fn first_process(&self) -> Result<u32, String> {
        let file = self.folder().join("data/postmaster.pid");
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        text.lines().next().and_then(|line| line.parse().ok()).ok_or_else(|| "it does not run".to_owned())
    }

    /// Fills its small disk.
    pub fn fill(&self) -> Result<(), String> {
        let mut file = std::fs::File::create(self.ballast()).map_err(|error| error.to_string())?;
        for size in [65_536, 4_096] {
            while file.write_all(&vec![7; size]).is_ok() {}
        }
        Ok(())
    }

    /// Makes space on its small disk again.
    pub fn empty(&self) -> Result<(), String> {
        std::fs::remove_file(self.ballast()).map_err(|error| error.to_string())
    }

    fn ballast(&self) -> PathBuf {
        self.folder().join("ballast")
    }

    fn control(&self, words: &[&str]) -> Result<(), String> {
        let mut command = self.programs.command("pg_ctl");
        if self.is_small {
            command = beside(self.keeper.id(), &command);
        }
        command.arg("-D").arg(self.folder.join("data")).args(words);
        // A server that it starts keeps what it inherits.
        let log = tempfile::tempfile().map_err(|error| error.to_string())?;
        let copy = log.try_clone().map_err(|error| error.to_string())?;
        command.stdin(Stdio::null()).stdout(log).stderr(copy);
        let status = command.status().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Processes that are held do not end.
        let _ = self.hold(false);
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// The same command with a small disk in a folder.
fn small(folder: &Path, mebibytes: u32, command: &Command) -> Command {
    let mut unshare = Command::new("unshare");
    unshare.args(["--mount", "sh", "-c", keeper::SMALL, "small"]).arg(format!("{mebibytes}m")).arg(folder);
    around(unshare, command)
}

/// The same command where it sees the disks of a process.
fn beside(process: u32, command: &Command) -> Command {
    let mut nsenter = Command::new("nsenter");
    nsenter.args(["--mount", "--target", &process.to_string(), "--"]);
    around(nsenter, command)
}

fn around(mut outer: Command, inner: &Command) -> Command {
    outer.arg(inner.get_program()).args(inner.get_args()).current_dir("/");
    outer
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// How much processor time a process has used.
#[must_use]
pub fn processor_time_of(process: u32) -> Duration {
    processes::processor_time(process)
}

/// A port of this machine that nobody uses. It is none of those that the system gives to outgoing connections, so it stays
/// free until its user listens on it, and while that user is restarted.
pub fn free_port() -> Result<u16, String> {
    const PORTS: Range<u64> = 10_000..32_000;
    let count = PORTS.end - PORTS.start;
    let first = RandomState::new().build_hasher().finish() % count;
    (first..first + count)
        .filter_map(|place| u16::try_from(PORTS.start + place % count).ok())
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .ok_or_else(|| format!("none of the ports {PORTS:?} is free"))
}
