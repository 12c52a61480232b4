//! An altered certificate, seen from outside: exit code 1, and the first line that does not hold.
#![allow(clippy::expect_used, reason = "a test that fails says so by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn numberline(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numberline"));
    command.args(arguments).current_dir(folder).output().expect("the program runs")
}

#[test]
fn the_first_line_that_does_not_hold_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("siege.txt");
    let solved = numberline(folder.path(), &["solve", "siege", "--certificate", "siege.txt"]);
    assert_eq!(solved.status.code(), Some(0));
    let text = fs::read_to_string(&file).expect("a certificate");
    let verified = numberline(folder.path(), &["verify", "siege.txt"]);
    assert_eq!((verified.status.code(), verified.stderr.as_slice()), (Some(0), b"".as_slice()));
    assert_eq!(verified.stdout.split(|byte| *byte == b'\n').count(), 2, "one line");
    let start = text.lines().position(|line| line.starts_with("0 10 1 = ")).expect("the start") + 1;
    for (before, after, line) in [
        ("value 1 wins in 5", "value 1 wins in 7", 5),
        ("\n0 10 1 = win in 5 by 2\n", "\n0 10 1 = win in 5 by 3\n", start),
        ("\nend ", "\nend 0", text.lines().count()),
    ] {
        assert!(text.contains(before), "{before}");
        fs::write(&file, text.replace(before, after)).expect("a file");
        let verified = numberline(folder.path(), &["verify", "siege.txt"]);
        assert_eq!((verified.status.code(), verified.stdout.as_slice()), (Some(1), b"".as_slice()));
        let said = String::from_utf8(verified.stderr).expect("text");
        assert!(said.starts_with(&format!("error: siege.txt does not hold, line {line}: ")), "{said}");
    }
}
