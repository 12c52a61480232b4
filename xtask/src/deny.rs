//! What we build upon: licences, sources, duplicates and known vulnerabilities of all crates, as `deny.toml` wants them.

use std::fs;
use std::process::Command;

use crate::{cargo, programs};

/// The subcommand of cargo's that reads `deny.toml`.
pub(crate) const TOOL: &str = "deny";

/// Where `deny.toml` says that the advisories are kept.
const DATABASES: &str = "target/advisory-dbs";

/// Checks the crates where the tool is installed, and says what was left out otherwise.
pub(crate) fn check_if_installed() -> Result<String, String> {
    if programs::has_tool(TOOL) {
        return check();
    }
    Ok(format!(
        "The checks of the crates were left out: cargo install cargo-{TOOL} --locked, and run this again."
    ))
}

/// Checks the crates, and says how recent the advisories are. They come from the network, and may be out of reach; an older
/// copy is better than none.
pub(crate) fn check() -> Result<String, String> {
    cargo(&["deny", "--locked", "check", "bans", "licenses", "sources"])?;
    let fetched = Command::new("cargo").args(["deny", "--locked", "fetch", "db"]).output();
    let is_new = fetched.is_ok_and(|output| output.status.success());
    let Some(date) = date() else {
        return Ok("Advisories were not checked: their database could not be reached.".to_owned());
    };
    cargo(&["deny", "--locked", "--offline", "check", "advisories"])?;
    let age = if is_new { "" } else { ", an old copy because the database could not be reached" };
    Ok(format!("Advisories were checked as of {date}{age}."))
}

/// The day of the last change in the copy of the advisories, if there is one.
fn date() -> Option<String> {
    let copies = fs::read_dir(DATABASES).ok()?.flatten();
    // Without its own history, git would answer for the folder around it.
    let history = copies.map(|copy| copy.path().join(".git")).find(|history| history.exists())?;
    let mut log = Command::new("git");
    log.arg("--git-dir").arg(history).args(["log", "-1", "--format=%cs"]);
    let output = log.output().ok().filter(|output| output.status.success())?;
    let date = String::from_utf8(output.stdout).ok()?;
    Some(date.trim().to_owned()).filter(|date| !date.is_empty())
}
