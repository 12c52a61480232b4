//! Programs that the toolchain does not include: the browser that tests the page, Node for the page's tools, PostgreSQL and
//! haproxy, and tools of cargo's.

use std::fmt;
use std::process::Command;

use numberline_cluster::Cluster;

use crate::say;

/// Programs with the packages they come in.
pub(crate) type Needed = [(&'static str, &'static str); 2];

/// Debian's Chromium without a window, and the program that drives it.
const CHROMIUM: Needed =
    [("chromium-headless-shell", "chromium-headless-shell"), ("chromedriver", "chromium-driver")];

/// Node and its package manager.
pub(crate) const NODE: Needed = [("node", "nodejs"), ("npm", "npm")];

/// A driver with the usual names of the browsers that it drives.
type Driven = (&'static str, &'static [&'static str]);

/// Chromium and its relatives. The one without a window comes first, because it does the same with less work.
const RELATIVES: [Driven; 2] = [
    (
        "chromedriver",
        &[
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
        ],
    ),
    (
        "msedgedriver",
        &[
            "microsoft-edge",
            "microsoft-edge-stable",
            "msedge",
            "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        ],
    ),
];

/// Another family.
const FIREFOX: [Driven; 1] =
    [("geckodriver", &["firefox", "firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"])];

/// How to get the other family: the driver is no package of Debian's.
const NO_FIREFOX: &str = "Firefox and geckodriver not found: install Firefox (Debian: apt-get install firefox-esr), run \
    cargo install --locked geckodriver, and put both on the path";

/// Another installation may be going on; it is waited for, for so many seconds.
const LOCK: &str = "DPkg::Lock::Timeout=600";

/// A browser with its driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Browser {
    program: &'static str,
    driver: &'static str,
}

impl Browser {
    /// Looks for Chromium or one of its relatives, and installs it where there is none and that is allowed.
    pub(crate) fn find() -> Result<Self, String> {
        let there = || Self::among(&RELATIVES, starts);
        if let Some(browser) = there() {
            return Ok(browser);
        }
        install(CHROMIUM)?;
        there().ok_or_else(|| wanted(&CHROMIUM))
    }

    /// Looks for Firefox and its driver.
    pub(crate) fn firefox() -> Result<Self, String> {
        Self::among(&FIREFOX, starts).ok_or_else(|| NO_FIREFOX.to_owned())
    }

    fn among(drivers: &[Driven], starts: impl Fn(&str) -> bool) -> Option<Self> {
        drivers.iter().filter(|(driver, _)| starts(driver)).find_map(|(driver, programs)| {
            let program = programs.iter().find(|program| starts(program))?;
            Some(Self { program, driver })
        })
    }

    /// Tells a command which browser the tests are to use.
    pub(crate) fn tell(self, command: &mut Command) -> &mut Command {
        command.env("NUMBERLINE_BROWSER", self.program).env("NUMBERLINE_DRIVER", self.driver)
    }
}

/// By the name of the program.
impl fmt::Display for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.program.rsplit('/').next().unwrap_or(self.program))
    }
}

/// Whether there are PostgreSQL and haproxy, for the tests of several servers; they are installed where they are missing and that is
/// allowed.
pub(crate) fn find_database() -> Result<(), String> {
    let missing = || {
        let postgres = Some(("PostgreSQL", "postgresql")).filter(|_| !Cluster::is_installed());
        let balancer = Some(("haproxy", "haproxy")).filter(|_| !runs("haproxy", "-v"));
        postgres.into_iter().chain(balancer).collect::<Vec<_>>()
    };
    let before = missing();
    if before.is_empty() {
        return Ok(());
    }
    if !may_install() {
        return Err(wanted(&before));
    }
    fetch(before.iter().map(|(_, package)| *package))?;
    let after = missing();
    if after.is_empty() { Ok(()) } else { Err(wanted(&after)) }
}

/// Installs what is missing where that is allowed, and says otherwise what to install.
pub(crate) fn install(needed: Needed) -> Result<(), String> {
    let missing: Vec<_> = needed.into_iter().filter(|(program, _)| !starts(program)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if !may_install() {
        return Err(wanted(&missing));
    }
    fetch(missing.iter().map(|(_, package)| *package))
}

fn fetch(packages: impl IntoIterator<Item = &'static str>) -> Result<(), String> {
    // Where the lists of packages cannot be brought up to date, those that are there may do.
    if let Err(error) = crate::run(apt_get().arg("update")) {
        say(&error);
    }
    let mut install = apt_get();
    install.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    crate::run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.args(["-o", LOCK]);
    command
}

fn wanted(missing: &[(&str, &str)]) -> String {
    let (programs, packages): (Vec<&str>, Vec<&str>) = missing.iter().copied().unzip();
    format!(
        "{} not found: apt-get install {}, or put them on the path",
        programs.join(", "),
        packages.join(" ")
    )
}

/// Installs a subcommand of cargo's from its registry unless it is there.
pub(crate) fn install_tool(name: &str) -> Result<(), String> {
    if has_tool(name) { Ok(()) } else { crate::cargo(&["install", "--locked", &format!("cargo-{name}")]) }
}

/// Whether cargo has a subcommand.
pub(crate) fn has_tool(name: &str) -> bool {
    let version = Command::new("cargo").args([name, "--version"]).output();
    version.is_ok_and(|output| output.status.success())
}

fn starts(program: &str) -> bool {
    runs(program, "--version")
}

fn runs(program: &str, option: &str) -> bool {
    Command::new(program).arg(option).output().is_ok_and(|output| output.status.success())
}

/// Only root may install, and only with a package manager.
fn may_install() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && starts("apt-get")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(there: &[&str]) -> Option<(&'static str, &'static str)> {
        let is_there = |program: &str| there.contains(&program);
        let found = Browser::among(&RELATIVES, is_there).or_else(|| Browser::among(&FIREFOX, is_there))?;
        Some((found.program, found.driver))
    }

    #[test]
    fn a_browser_is_found_under_its_usual_names_with_its_own_driver() {
        assert_eq!(found(&["chromium", "chromedriver"]), Some(("chromium", "chromedriver")));
        let light = ["chromium", "chromium-headless-shell", "chromedriver"];
        assert_eq!(found(&light), Some(("chromium-headless-shell", "chromedriver")));
        assert_eq!(found(&["google-chrome", "chromedriver"]), Some(("google-chrome", "chromedriver")));
        assert_eq!(found(&["microsoft-edge", "msedgedriver"]), Some(("microsoft-edge", "msedgedriver")));
        assert_eq!(found(&["firefox-esr", "geckodriver"]), Some(("firefox-esr", "geckodriver")));
        let both = ["microsoft-edge", "msedgedriver", "chromium"];
        assert_eq!(found(&both), Some(("microsoft-edge", "msedgedriver")), "Chromium's driver is missing");
    }

    #[test]
    fn a_browser_without_its_driver_is_none() {
        for there in
            [&["chromium"][..], &["chromedriver"], &["microsoft-edge", "chromedriver"], &["firefox"], &[]]
        {
            assert_eq!(found(there), None, "{there:?}");
        }
    }
}
