//! What the documentation shows is what the program does: every command runs, every output shown comes out, every link
//! leads somewhere. Each check returns its findings, so that a made-up document can show that it finds something.
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, in its helpers too, and says what it had to skip"
)]

mod cargo;
mod commands;
mod control;
mod document;
mod links;
mod pipeline;
#[path = "../support/pty.rs"]
mod pty;
#[path = "../support/server.rs"]
mod server;

use std::fs;
use std::path::{Path, PathBuf};

use document::Document;
use numberline_server::{LIMITS, ServerLimits};

/// The longest that the README may get, in lines.
const LONGEST_README: usize = 200;

/// The pages that are long enough to need a table of contents.
const PAGES: [&str; 6] = ["PLAYING", "SERVER", "API", "SOLVING", "PERFORMANCE", "CERTIFICATES"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace").to_owned()
}

fn read(path: &str) -> Document {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    Document::new(path, &text)
}

/// The Markdown files of a folder, in the order of their names.
fn markdown(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let mut names: Vec<_> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}{name}")).collect();
    names.sort();
    names
}

/// Fails with all the findings, one a line.
#[track_caller]
fn none(findings: &[String]) {
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
fn every_command_runs_as_shown() {
    let paths = [markdown(""), markdown("docs/")].concat();
    let documents: Vec<_> = paths.iter().map(|path| read(path)).collect();
    let steps: usize = documents.iter().flat_map(Document::blocks).map(|block| block.steps().len()).sum();
    assert!(steps >= 40, "{steps} commands were found");
    none(&documents.iter().flat_map(commands::check).collect::<Vec<_>>());
}

#[test]
fn commands_named_in_a_sentence_exist() {
    let documents = [markdown(""), markdown("docs/")].concat();
    none(&documents.iter().flat_map(|path| commands::check_named(&read(path))).collect::<Vec<_>>());
}

#[test]
fn every_link_leads_somewhere() {
    let documents = [markdown(""), markdown("docs/")].concat();
    none(&documents.iter().flat_map(|path| links::check(&read(path), &root())).collect::<Vec<_>>());
}

#[test]
fn every_table_of_contents_is_complete() {
    let documents = [markdown(""), markdown("docs/")].concat();
    none(&documents.iter().flat_map(|path| links::check_contents(&read(path))).collect::<Vec<_>>());
    for page in PAGES {
        let document = read(&format!("docs/{page}.md"));
        assert!(document.section("Contents").is_some(), "docs/{page}.md has no table of contents");
    }
}

#[test]
fn the_readme_is_short_and_leads_to_every_page() {
    let readme = read("README.md");
    let lines = readme.text().lines().count();
    assert!(lines <= LONGEST_README, "the README has {lines} lines");
    for command in ["cargo run --release", "cargo xtask ci"] {
        assert!(readme.text().contains(command), "the README does not name {command}");
    }
    let targets = readme.links();
    for page in markdown("docs/") {
        assert!(targets.iter().any(|link| link.target == page), "the README does not link to {page}");
    }
}

#[test]
fn the_record_shown_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let playing = read("docs/PLAYING.md");
    let mut records = playing.blocks().into_iter().filter(|block| block.text.starts_with("[Game"));
    fs::write(folder.path().join("game.txt"), records.next().expect("a record").text).expect("a file");
    let ran = commands::run("numberline replay game.txt", folder.path());
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    assert!(
        ran.said.contains("{The trap is set") && ran.said.contains("Congratulations, Ada!"),
        "{}",
        ran.said
    );
}

/// The list of limits is the list that the server has.
#[test]
fn the_limits_shown_are_those_of_the_server() {
    let page = read("docs/SERVER.md");
    let section = page.section("Limits").expect("a section");
    let limits = ServerLimits::default();
    let expected: Vec<_> = LIMITS
        .iter()
        .map(|limit| format!("| `{}` | {} | {} |", limit.name, limit.value(&limits), limit.what))
        .collect();
    assert_eq!(section.lines().filter(|line| line.starts_with("| `")).collect::<Vec<_>>(), expected);
}
