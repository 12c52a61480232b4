//! Checks of the source tree: files are of a known kind, stay short and say what they are for, and nothing unfinished is
//! left behind.

use std::fs;
use std::process::Command;

use crate::{code_map, names};

/// The longest a source file may get; one noun a file.
const LONGEST: usize = 500;

/// Split in two, so that this file does not find itself.
const UNFINISHED: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!("), concat!("unimple", "mented!(")];

/// How a source file says what it is for.
const OPENINGS: [(&str, &str); 5] = [
    (".rs", "//!"),
    (".js", "// "),
    (".cc", "// "),
    (".css", "/* "),
    (".py", "#!/usr/bin/env python3\n\"\"\""),
];

/// The kinds of text that people write here.
const WRITTEN: [&str; 6] = [".rs", ".md", ".js", ".cc", ".css", ".py"];

/// Everything else that a file here may end in.
const OTHERS: [&str; 17] = [
    ".cff",
    ".html",
    ".json",
    ".lock",
    ".png",
    ".snap",
    ".svg",
    ".toml",
    ".ts",
    ".txt",
    ".webmanifest",
    ".yml",
    "/.npmrc",
    ".gitignore",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    ".ci/run",
];

/// Files found by the fuzzer keep the names that it gave them.
const CORPUS: &str = "fuzz/corpus/";

/// Checks every file that git tracks or would track.
pub(crate) fn run() -> Result<(), String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output()
        .map_err(|error| format!("git could not be started: {error}"))?;
    let files = String::from_utf8(listed.stdout).map_err(|error| error.to_string())?;
    let mut wrong = Vec::new();
    for path in files.split_terminator('\0') {
        if !is_known(path) {
            wrong.push(format!(
                "{path}: a file of this kind does not belong here; if it does, add it to tidy.rs"
            ));
        } else if WRITTEN.iter().any(|ending| path.ends_with(ending)) {
            // A file that was deleted but is still listed is skipped.
            let Ok(text) = fs::read_to_string(path) else { continue };
            wrong.extend(look_into(path, &text));
        }
    }
    let paths: Vec<&str> = files.split_terminator('\0').collect();
    let read = |path: &str| fs::read_to_string(path).ok();
    wrong.extend(forgotten(&paths, read));
    wrong.extend(code_map::check(&read("ARCHITECTURE.md").unwrap_or_default(), &paths));
    wrong.extend(names::check(&paths, read));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Whether a file is of a kind that belongs here, under a name that every system can check out.
fn is_known(path: &str) -> bool {
    let is_portable = path.chars().all(|letter| letter.is_ascii_alphanumeric() || "/._-@".contains(letter));
    let mut endings = WRITTEN.iter().chain(&OTHERS);
    is_portable && (path.starts_with(CORPUS) || endings.any(|ending| path.ends_with(ending)))
}

/// If a crate's tests are one program, a file that it does not name would never run.
fn forgotten(paths: &[&str], read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mains = paths.iter().filter_map(|path| path.strip_suffix("/tests/main.rs"));
    let mut wrong = Vec::new();
    for (folder, main) in mains.filter_map(|folder| Some((folder, read(&format!("{folder}/tests/main.rs"))?)))
    {
        for path in paths {
            let name = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix("/tests/"));
            let name = name.and_then(|name| name.strip_suffix(".rs")).filter(|name| !name.contains('/'));
            let is_named =
                |name: &str| name == "main" || main.lines().any(|line| line == format!("mod {name};"));
            if name.is_some_and(|name| !is_named(name)) {
                wrong.push(format!("{path}: is not named in {folder}/tests/main.rs, so its tests never run"));
            }
        }
    }
    wrong
}

fn look_into(path: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if UNFINISHED.iter().any(|mark| line.contains(mark)) {
            wrong.push(format!("{path}:{}: something is unfinished", number + 1));
        }
    }
    let Some((_, opening)) = OPENINGS.iter().find(|(ending, _)| path.ends_with(ending)) else { return wrong };
    let lines = text.lines().count();
    if lines > LONGEST {
        wrong.push(format!("{path}: {lines} lines; a file stays under {LONGEST}"));
    }
    if !text.starts_with(opening) {
        wrong.push(format!("{path}: does not begin with {opening:?} and what it is for"));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_an_unknown_kind_are_refused() {
        for path in
            ["crates/tui/duel.txtense:five", "duel", "a.txtr", "crates/tui/a b.txt", "core.1234", "x.rs.orig"]
        {
            assert!(!is_known(path), "{path}");
        }
        for path in
            ["xtask/src/tidy.rs", ".gitignore", "crates/server/.npmrc", "fuzz/corpus/moves/both", ".ci/run"]
        {
            assert!(is_known(path), "{path}");
        }
    }

    #[test]
    fn a_file_of_tests_that_is_not_named_is_found() {
        let paths = [
            "a/tests/main.rs",
            "a/tests/named.rs",
            "a/tests/lost.rs",
            "a/tests/deep/part.rs",
            "b/tests/own.rs",
        ];
        let wrong = forgotten(&paths, |_| Some("//! Tests.\n\nmod named;\n".to_owned()));
        assert_eq!(wrong, ["a/tests/lost.rs: is not named in a/tests/main.rs, so its tests never run"]);
    }

    #[test]
    fn a_file_is_short_finished_and_says_what_it_is_for() {
        let about = "//! About.\n";
        assert_eq!(look_into("a.rs", about), Vec::<String>::new());
        assert_eq!(look_into("a.rs", "fn a() {}\n").len(), 1);
        assert_eq!(look_into("a.rs", &about.repeat(LONGEST + 1)).len(), 1);
        assert_eq!(look_into("a.md", concat!("TO", "DO\n")), ["a.md:1: something is unfinished"]);
    }
}
