//! Commands of cargo. They would take minutes, so they are not run: what they name must exist.

use std::fs;
use std::path::PathBuf;

use crate::root;

/// What is wrong with the words behind `cargo`.
pub(crate) fn check(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["xtask", task, ..] => check_task(task),
        ["install", "--locked", program] if !program.starts_with('-') => check_program(program),
        ["run" | "test" | "bench" | "build" | "install" | "doc" | "clippy", options @ ..] => {
            check_options(options)
        }
        ["fmt", ..] => Ok(()),
        _ => Err(format!("cargo {} is not known to this test", words.join(" "))),
    }
}

/// A task has a line of its own in the help of `cargo xtask`.
fn check_task(task: &str) -> Result<(), String> {
    let source = fs::read_to_string(root().join("xtask/src/main.rs")).map_err(|error| error.to_string())?;
    let is_task = |line: &str| {
        line.strip_prefix("  ")
            .and_then(|line| line.strip_prefix(task))
            .is_some_and(|rest| rest.starts_with(' '))
    };
    if source.lines().any(is_task) { Ok(()) } else { Err(format!("there is no task {task}")) }
}

/// A program from the registry is one that `cargo xtask` looks for.
fn check_program(name: &str) -> Result<(), String> {
    let source =
        fs::read_to_string(root().join("xtask/src/programs.rs")).map_err(|error| error.to_string())?;
    if source.contains(&format!("(\"{name}\", ")) { Ok(()) } else { Err(format!("no task needs {name}")) }
}

fn check_options(options: &[&str]) -> Result<(), String> {
    let mut folder = root().join("crates/numberline");
    let mut options = options.iter().take_while(|option| **option != "--");
    while let Some(option) = options.next() {
        let mut value = || options.next().copied().ok_or_else(|| format!("{option} needs a value"));
        match *option {
            "-p" | "--package" => folder = package(value()?)?,
            "--path" => {
                let path = value()?;
                folder = root().join(path);
                exists(&folder.join("Cargo.toml"), path)?;
            }
            "--profile" => profile(value()?)?,
            "--test" => target(&folder, "tests", value()?)?,
            "--bench" => target(&folder, "benches", value()?)?,
            "--example" => target(&folder, "examples", value()?)?,
            "--features" => {
                let names = value()?;
                names.split(',').try_for_each(|name| feature(&folder, name))?;
            }
            "--release"
            | "--workspace"
            | "--locked"
            | "--no-default-features"
            | "--all-targets"
            | "--benches" => {}
            other => return Err(format!("the option {other} of cargo is not known to this test")),
        }
    }
    Ok(())
}

/// A profile of the workspace.
fn profile(name: &str) -> Result<(), String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).map_err(|error| error.to_string())?;
    let line = format!("[profile.{name}]");
    let is_there = manifest.lines().any(|found| found == line);
    if is_there { Ok(()) } else { Err(format!("there is no profile {name}")) }
}

/// The folder of a package of the workspace.
fn package(name: &str) -> Result<PathBuf, String> {
    let crates = fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?;
    let folders = crates.filter_map(|entry| Some(entry.ok()?.path())).chain([root().join("xtask")]);
    let line = format!("name = \"{name}\"");
    let is_it = |folder: &PathBuf| {
        fs::read_to_string(folder.join("Cargo.toml"))
            .is_ok_and(|manifest| manifest.lines().take(3).any(|found| found == line))
    };
    folders.into_iter().find(is_it).ok_or_else(|| format!("there is no package {name}"))
}

fn target(folder: &std::path::Path, kind: &str, name: &str) -> Result<(), String> {
    let place = folder.join(kind);
    let found = place.join(format!("{name}.rs")).is_file() || place.join(name).join("main.rs").is_file();
    if found { Ok(()) } else { Err(format!("there is no {name} in {}", place.display())) }
}

fn feature(folder: &std::path::Path, name: &str) -> Result<(), String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let features = manifest.split("\n[features]\n").nth(1).unwrap_or_default();
    let mut features = features.split("\n[").next().unwrap_or_default().lines();
    if features.any(|line| line.starts_with(&format!("{name} = "))) {
        Ok(())
    } else {
        Err(format!("there is no feature {name}"))
    }
}

fn exists(path: &std::path::Path, name: &str) -> Result<(), String> {
    if path.exists() { Ok(()) } else { Err(format!("there is no {name}")) }
}
