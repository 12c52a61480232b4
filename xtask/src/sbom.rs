//! The list of all crates in the program, for those who have to know (an SBOM in the CycloneDX format).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{programs, run, say};

const TOOL: &str = "cyclonedx";

/// Where the list is written.
const LIST: &str = "target/numberline.cdx.json";

/// What the tool calls its files before one of them becomes the list; no file of ours has this name.
const NAME: &str = "sbom.cdx";

/// Writes the list. The same commit gives the same list, wherever and whenever it is written.
pub(crate) fn write() -> Result<(), String> {
    programs::install_tool(TOOL)?;
    let mut tool = Command::new("cargo");
    tool.args([TOOL, "--format=json", "--spec-version=1.5", "--override-filename", NAME]);
    let listed = run(tool.env("SOURCE_DATE_EPOCH", committed()?));
    // The tool writes a list for every crate, beside its manifest. They must not stay, whatever happened.
    let described = listed.and_then(|()| read(&file(Path::new("crates/numberline"))));
    let crates = fs::read_dir("crates").into_iter().flatten().flatten().map(|entry| entry.path());
    for folder in crates.chain([PathBuf::from("xtask")]) {
        // Where the tool has failed, there may be none.
        let _ = fs::remove_file(file(&folder));
    }
    let here = env::current_dir().map_err(|error| error.to_string())?;
    let list = described?.replace(&format!("file://{}", here.display()), "file://");
    fs::create_dir_all("target").and_then(|()| fs::write(LIST, list)).map_err(wrong(Path::new(LIST)))?;
    say(LIST);
    Ok(())
}

/// When the last commit was made, in seconds since 1970.
fn committed() -> Result<String, String> {
    let output = Command::new("git").args(["log", "-1", "--format=%ct"]).output();
    let output = output.map_err(|error| format!("git could not be started: {error}"))?;
    String::from_utf8(output.stdout).map(|time| time.trim().to_owned()).map_err(|error| error.to_string())
}

fn file(folder: &Path) -> PathBuf {
    folder.join(NAME).with_extension("cdx.json")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(wrong(path))
}

fn wrong(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
