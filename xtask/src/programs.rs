//! Programs that the toolchain does not bring: the browser that the page is tested with, and Node for the page's tools.

use std::process::Command;

/// Programs with the packages they come in.
pub(crate) type Needed = [(&'static str, &'static str); 2];

/// Debian's Chromium, and the program that drives it.
pub(crate) const BROWSER: Needed = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// Node and its package manager.
pub(crate) const NODE: Needed = [("node", "nodejs"), ("npm", "npm")];

/// Installs what is missing where that is allowed, and says otherwise what to install.
pub(crate) fn install(needed: Needed) -> Result<(), String> {
    let missing: Vec<_> = needed.into_iter().filter(|(program, _)| !starts(program)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|(_, package)| *package).collect();
    if !may_install() {
        return Err(format!(
            "The page is checked with Node 18 or newer and tested with Chromium, and a part of that is missing here.\n\
             Install it: apt-get install {} (Debian), or put these on the path: {}.",
            packages.join(" "),
            missing.iter().map(|(program, _)| *program).collect::<Vec<_>>().join(", "),
        ));
    }
    crate::run(Command::new("apt-get").arg("update"))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends"]).args(&packages);
    crate::run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

fn starts(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Only root may install, and only where there is something to install with.
fn may_install() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && starts("apt-get")
}
