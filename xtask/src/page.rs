//! The page's own tools: formatter, linter, type checker and tests. Its lock file pins them, and building the binary does
//! not need them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{programs, run};

/// Where `package.json` is.
const FOLDER: &str = "crates/server";

/// Installs the tools unless the versions of the lock file are there.
pub(crate) fn install() -> Result<(), String> {
    programs::install(programs::NODE)?;
    let lock = Path::new(FOLDER).join("package-lock.json");
    let installed = Path::new(FOLDER).join("node_modules/.installed-lock.json");
    let wrong = |error| format!("{}: {error}", lock.display());
    let wanted = fs::read(&lock).map_err(wrong)?;
    if fs::read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    run(&mut npm(&["ci"]))?;
    fs::copy(&lock, installed).map(drop).map_err(wrong)
}

/// Format, lints, and types against the description of the API.
pub(crate) fn check() -> Result<(), String> {
    run(&mut npm(&["run", "--silent", "check"]))
}

/// The unit tests, with a machine-readable line for each.
pub(crate) fn tests() -> Command {
    npm(&["test", "--silent", "--", "--test-reporter=tap"])
}

/// Rewrites the types of the API.
pub(crate) fn bless() -> Result<(), String> {
    install()?;
    run(&mut npm(&["run", "--silent", "types"]))
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(FOLDER);
    command
}
