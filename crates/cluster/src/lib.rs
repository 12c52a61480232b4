//! A private PostgreSQL for tests and trials: started from the installed programs, and gone when its owner is.

mod keeper;
mod programs;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use keeper::KEEPER;
use programs::Programs;

/// A database server. It ends with this value, or with the process.
pub struct Cluster {
    programs: Programs,
    folder: PathBuf,
    port: u16,
    databases: AtomicU32,
    /// It ends the server when its input ends.
    keeper: Child,
}

impl Cluster {
    /// Whether PostgreSQL is installed.
    #[must_use]
    pub fn is_installed() -> bool {
        Programs::find().is_some()
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
        let programs = Programs::find()
            .ok_or("PostgreSQL is not installed (Debian: apt-get install postgresql), or NUMBERLINE_POSTGRES does not name its programs")?;
        let folder = tempfile::Builder::new().prefix("numberline-postgres-").tempdir();
        let folder = folder.map_err(|error| error.to_string())?.keep();
        programs.give(&folder)?;
        let port = free_port()?;
        let mut command = programs.command("sh");
        command.args(["-c", KEEPER, "keeper"]).arg(programs.folder()).arg(&folder);
        command.arg(port.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut keeper =
            command.spawn().map_err(|error| format!("the database cannot be started: {error}"))?;
        let mut said = String::new();
        if let Some(output) = keeper.stdout.take() {
            let mut lines = BufReader::new(output);
            while lines.read_line(&mut said).is_ok_and(|count| count > 0) && !said.ends_with("ready\n") {}
        }
        if !said.ends_with("ready\n") {
            let _ = keeper.kill();
            return Err(said.trim().to_owned());
        }
        Ok(Self { programs, folder, port, databases: AtomicU32::new(0), keeper })
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder with its data and its log.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> Result<String, String> {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.address(&name))
    }

    /// The address of a database.
    #[must_use]
    pub fn address(&self, name: &str) -> String {
        format!("postgres://numberline@127.0.0.1:{}/{name}?sslmode=disable", self.port)
    }

    /// Runs SQL, and returns what it prints: a line for each row, with bars between the columns.
    pub fn sql(&self, database: &str, text: &str) -> Result<String, String> {
        let port = self.port.to_string();
        let words = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", &port];
        let mut command = self.programs.command("psql");
        command.args(words).args(["-U", "numberline", "-d", database, "-c", text]);
        output(&mut command)
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

    /// The number of its first process.
    pub fn pid(&self) -> Result<i32, String> {
        let file = self.folder.join("data/postmaster.pid");
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        text.lines().next().and_then(|line| line.parse().ok()).ok_or_else(|| "it does not run".to_owned())
    }

    fn control(&self, words: &[&str]) -> Result<(), String> {
        let mut command = self.programs.command("pg_ctl");
        command.arg("-D").arg(self.folder.join("data")).args(words);
        // A server that it starts keeps what it inherits.
        let log = std::fs::File::options().create(true).append(true).open(self.folder.join("control.log"));
        let log = log.map_err(|error| error.to_string())?;
        let copy = log.try_clone().map_err(|error| error.to_string())?;
        command.stdin(Stdio::null()).stdout(log).stderr(copy);
        let status = command.status().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn free_port() -> Result<u16, String> {
    let bound = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    Ok(bound.map_err(|error| error.to_string())?.port())
}
