//! A small file system in memory, seen by nobody but one process and those that are started beside it. Who is not root makes
//! it in a user namespace of their own.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Trouble;

/// What the process does that keeps the file system: it waits until its input ends.
const KEEP: &str = "mount -t tmpfs -o size=4m tmpfs \"$0\" && echo mounted && exec cat";

/// A small file system in memory. It goes when this is dropped.
pub struct Small {
    keeper: Child,
    folder: PathBuf,
}

impl Small {
    /// Makes one of 4 MiB, which has its place in a folder.
    pub fn mount(folder: PathBuf) -> Result<Self, Trouble> {
        std::fs::create_dir_all(&folder)?;
        let mut keeper = Command::new("unshare");
        keeper.args(namespaces()).args(["--map-root-user"].iter().filter(|_| !is_root()));
        keeper.args(["sh", "-c", KEEP]).arg(&folder);
        keeper.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut small = Self { keeper: keeper.spawn()?, folder };
        let (mut said, mut complaint) = (String::new(), String::new());
        if let Some(output) = small.keeper.stdout.take() {
            BufReader::new(output).read_line(&mut said)?;
        }
        if said.trim() == "mounted" {
            return Ok(small);
        }
        if let Some(errors) = small.keeper.stderr.take() {
            errors.take(1_000).read_to_string(&mut complaint)?;
        }
        Err(Trouble::new(complaint.trim()))
    }

    /// The process beside which others see it.
    #[must_use]
    pub fn keeper(&self) -> u32 {
        self.keeper.id()
    }

    /// Where it is for those who see it.
    #[must_use]
    pub fn inside(&self) -> &Path {
        &self.folder
    }

    /// Where it is for us. SQLite does not find a file there, because it follows the way from link to link.
    #[must_use]
    pub fn outside(&self) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.keeper()));
        root.join(self.folder.strip_prefix("/").unwrap_or(&self.folder))
    }

    /// Takes what space is left, but for a few bytes.
    pub fn fill(&self) -> Result<(), Trouble> {
        let mut file = std::fs::File::create(self.ballast())?;
        for size in [65_536, 4_096] {
            while file.write_all(&vec![7; size]).is_ok() {}
        }
        Ok(())
    }

    /// Gives the space back.
    pub fn empty(&self) -> Result<(), Trouble> {
        Ok(std::fs::remove_file(self.ballast())?)
    }

    fn ballast(&self) -> PathBuf {
        self.outside().join("ballast")
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        // If it has ended already, so much the better.
        let _ = self.keeper.kill();
        let _ = self.keeper.wait();
    }
}

/// A program that sees the files that a process sees.
pub(crate) fn beside(process: u32, program: &Path) -> tokio::process::Command {
    let mut command = tokio::process::Command::new("nsenter");
    command.arg("--preserve-credentials").args(namespaces());
    command.arg("--target").arg(process.to_string()).arg("--").arg(program);
    command
}

/// What a process has of its own that has a file system of its own.
fn namespaces() -> impl Iterator<Item = &'static str> {
    ["--user", "--mount"].into_iter().filter(|name| *name == "--mount" || !is_root())
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
