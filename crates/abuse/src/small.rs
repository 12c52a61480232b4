//! A small file system in memory, visible only to one process and those started beside it. Without root it uses a user
//! namespace.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Trouble;

/// The process that keeps the file system alive waits until its input ends.
const KEEP: &str = "mount -t tmpfs -o size=4m tmpfs \"$0\" && echo mounted && exec cat";

/// A small file system in memory. It is removed when this is dropped.
pub struct Small {
    keeper: Child,
    folder: PathBuf,
}

impl Small {
    /// Creates one of 4 MiB, mounted in a folder.
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

    /// The process whose mounts others must share to see it.
    #[must_use]
    pub fn keeper(&self) -> u32 {
        self.keeper.id()
    }

    /// Its path for those processes.
    #[must_use]
    pub fn inside(&self) -> &Path {
        &self.folder
    }

    /// Its path for us. SQLite does not find a file there, because it resolves symbolic links.
    #[must_use]
    pub fn outside(&self) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.keeper()));
        root.join(self.folder.strip_prefix("/").unwrap_or(&self.folder))
    }

    /// Fills the remaining space, except for a few bytes.
    pub fn fill(&self) -> Result<(), Trouble> {
        let mut file = std::fs::File::create(self.ballast())?;
        for size in [65_536, 4_096] {
            while file.write_all(&vec![7; size]).is_ok() {}
        }
        Ok(())
    }

    /// Frees the space again.
    pub fn empty(&self) -> Result<(), Trouble> {
        Ok(std::fs::remove_file(self.ballast())?)
    }

    fn ballast(&self) -> PathBuf {
        self.outside().join("ballast")
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.keeper.kill();
        let _ = self.keeper.wait();
    }
}

/// A command that shares the mounts of a process.
pub(crate) fn beside(process: u32, program: &Path) -> tokio::process::Command {
    let mut command = tokio::process::Command::new("nsenter");
    command.arg("--preserve-credentials").args(namespaces());
    command.arg("--target").arg(process.to_string()).arg("--").arg(program);
    command
}

/// The namespaces of a process with its own file system.
fn namespaces() -> impl Iterator<Item = &'static str> {
    ["--user", "--mount"].into_iter().filter(|name| *name == "--mount" || !is_root())
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
