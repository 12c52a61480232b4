//! PostgreSQL's programs, and the user who may run them: the server refuses to run as root.

use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where distributions put the programs, below a folder for each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// Users that may stand in for root.
const STAND_INS: [&str; 2] = ["postgres", "nobody"];

/// PostgreSQL's programs.
pub(crate) struct Programs {
    folder: PathBuf,
    /// The user to run them as, by name and numbers; none for who runs this.
    user: Option<(String, u32, u32)>,
}

impl Programs {
    /// Looks for the programs: where `NUMBERLINE_POSTGRES` says, where Debian puts them, and on the path.
    pub(crate) fn find() -> Option<Self> {
        let named = std::env::var_os("NUMBERLINE_POSTGRES").map(PathBuf::from);
        let mut versions: Vec<PathBuf> = std::fs::read_dir(VERSIONS)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
            .collect();
        versions.sort();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = named.into_iter().chain(versions.into_iter().rev()).chain(std::env::split_paths(&path));
        let folder = folders.into_iter().find(|folder| folder.join("initdb").is_file())?;
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
        let user = if is_root { Some(STAND_INS.iter().find_map(|name| user(name))?) } else { None };
        Some(Self { folder, user })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether they run as another user, because root starts them.
    pub(crate) fn are_run_by_root(&self) -> bool {
        self.user.is_some()
    }

    /// Lets the user own a file or a folder.
    pub(crate) fn give(&self, folder: &Path) -> Result<(), String> {
        let Some((_, user, group)) = &self.user else { return Ok(()) };
        chown(folder, Some(*user), Some(*group)).map_err(|error| error.to_string())
    }

    /// One of the programs, run as the right user.
    pub(crate) fn command(&self, program: &str) -> Command {
        let own = self.folder.join(program);
        let program = if own.is_file() { own } else { program.into() };
        match &self.user {
            None => Command::new(program),
            Some((_, user, group)) => {
                let mut command = Command::new("setpriv");
                command.args([
                    format!("--reuid={user}"),
                    format!("--regid={group}"),
                    "--clear-groups".into(),
                ]);
                command.arg("--").arg(program).current_dir("/");
                command
            }
        }
    }
}

/// A user of the system, if there is one with this name.
fn user(name: &str) -> Option<(String, u32, u32)> {
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let found = fields.next().filter(|found| *found == name)?;
        let mut numbers = fields.skip(1).map(str::parse);
        Some((found.to_owned(), numbers.next()?.ok()?, numbers.next()?.ok()?))
    })
}
