//! The browser that the page is tested with: Debian's Chromium and the program that drives it.

use std::process::Command;

/// The programs, and the packages they come in.
const NEEDED: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// Installs what is missing where that is allowed, and says otherwise what to install.
pub(crate) fn install() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let packages = missing.join(" ");
    if !may_install() {
        return Err(format!(
            "The page is tested with Chromium, and a part of it is missing here.\n\
             Install it: apt-get install {packages} (Debian), or put `chromium` and a `chromedriver` of the same version \
             on the path."
        ));
    }
    crate::run(Command::new("apt-get").arg("update"))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends"]).args(&missing);
    crate::run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// The packages whose programs do not start.
fn missing() -> Vec<&'static str> {
    let starts = |program: &str| {
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    NEEDED.iter().filter(|(program, _)| !starts(program)).map(|(_, package)| *package).collect()
}

/// Only who may do everything may install, and only where there is something to install with.
fn may_install() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && Command::new("apt-get").arg("--version").output().is_ok()
}
