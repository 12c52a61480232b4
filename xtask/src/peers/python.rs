//! The programs from PyPI: Gambit and HiGHS, which solve matrix games.

use std::path::Path;
use std::process::Command;

use super::{FOLDER, PACE, Work, compare, print, time};
use crate::counts::output;
use crate::run;

const PACKAGES: [&str; 4] = ["open_spiel", "pygambit", "highspy", "pettingzoo"];
const SCRIPT: &str = "xtask/peers/matrices.py";

/// Installs the packages unless they are there, and returns the interpreter that has them.
pub(super) fn install() -> Result<String, String> {
    let folder = format!("{FOLDER}/python");
    let python = format!("{folder}/bin/python");
    if !Path::new(&format!("{folder}/installed")).exists() {
        run(Command::new("python3").args(["-m", "venv", &folder]))?;
        let mut pip = Command::new(format!("{folder}/bin/pip"));
        run(pip.args(["install", "--quiet", "--only-binary", ":all:"]).args(PACKAGES))?;
        std::fs::write(format!("{folder}/installed"), "").map_err(|error| format!("{folder}: {error}"))?;
    }
    Ok(python)
}

/// Exact matrix games beside an exact solver and beside one in floating-point numbers.
pub(super) fn measure() -> Result<(), String> {
    let python = install()?;
    let versions = output(Command::new(&python).args([SCRIPT, "versions"]))?;
    print(&format!(
        "Matrix games with whole payoffs from -20 to 20 ({}).",
        versions.trim().replace('\n', ", ")
    ));
    print("| size | ours, exact | Gambit, exact | times slower | HiGHS, floats | times slower |");
    print("|---|---|---|---|---|---|");
    for size in ["5", "10", "20", "50"] {
        let ours = Work::of("ours", PACE, &[&format!("matrix/{size}")]);
        let gambit = Work::of("Gambit", &python, &[SCRIPT, "gambit", size]);
        let highs = Work::of("HiGHS", &python, &[SCRIPT, "highs", size]);
        let row = compare(&[ours, gambit, highs])?;
        let [ours, gambit, highs] = row.medians.as_slice() else { continue };
        print(&format!(
            "| {size}×{size} | {} | {} | {:.1} | {} | {:.2} |",
            time(*ours),
            time(*gambit),
            gambit / ours,
            time(*highs),
            highs / ours
        ));
    }
    Ok(())
}
