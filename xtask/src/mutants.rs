//! Breaks the code in every small way that cargo-mutants knows, and lists what no test notices. RELIABILITY.md has the
//! results.

use std::process::Command;

use crate::programs;

/// Breaks a package, or only some of its files, and runs the tests of the package for each.
pub(crate) fn run_all(package: &str, files: &[&str]) -> Result<(), String> {
    programs::install_tool("mutants")?;
    let name = format!("numberline-{package}");
    let mut mutants = Command::new("cargo");
    mutants.args(["mutants", "--package", &name, "--test-package", &name, "--output", "target/mutants"]);
    mutants.args(files.iter().flat_map(|file| ["--file", file]));
    // A broken loop need not end. Examples in the documentation are not there to find mistakes.
    mutants.args(["--minimum-test-timeout", "60", "--", "--lib", "--tests"]);
    crate::run(&mut mutants)
}
