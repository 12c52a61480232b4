//! Faults around a game never stop it: unusable histories, readers that go away, endless lines.
#![allow(clippy::expect_used, reason = "a test that fails says so by panicking")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn numberline(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numberline"));
    command.env("NUMBERLINE_HOME", home).stdin(Stdio::null());
    command
}

/// Plays a game of one move to its end.
fn play(home: &Path) -> Output {
    let mut game = numberline(home);
    game.args(["play", "siege", "--position", "6 7 1"]).stdin(Stdio::piped());
    let mut game = game.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    game.stdin.take().expect("a pipe").write_all(b"1\n").expect("the move is read");
    game.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// The game ends as usual, with one warning; without the fault, with none.
fn plays_on_with_one_warning(home: &Path) -> String {
    let output = play(home);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("captured the opponent"));
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("warning: this game is not kept in the history: "), "{said}");
    said
}

#[test]
fn a_sound_history_needs_no_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("not/there/yet");
    let output = play(&home);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let listed = numberline(&home).args(["history", "--json"]).output().expect("the program runs");
    assert!(text(&listed.stdout).contains("\"ending\": \"won\""), "{}", text(&listed.stdout));
    let record = numberline(&home).args(["history", "1"]).output().expect("the program runs");
    assert!(text(&record.stdout).starts_with("[Game \"siege\"]"));
}

#[test]
fn a_folder_that_cannot_be_created_stops_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "in the way").expect("a file");
    plays_on_with_one_warning(&file.join("home"));
}

#[test]
fn a_damaged_history_stops_no_game_and_is_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    play(folder.path());
    let database = folder.path().join("history.sqlite3");
    fs::write(&database, "this is not a database, but it is long enough to be looked at as one")
        .expect("damage");
    for side in ["history.sqlite3-wal", "history.sqlite3-shm"] {
        let _ = fs::remove_file(folder.path().join(side));
    }
    plays_on_with_one_warning(folder.path());
    assert!(fs::read_to_string(&database).expect("text").starts_with("this is not a database"));
    let listed = numberline(folder.path()).arg("history").output().expect("the program runs");
    assert_eq!(listed.status.code(), Some(1));
    assert_eq!(text(&listed.stderr).lines().count(), 1, "{}", text(&listed.stderr));
}

#[test]
fn no_history_means_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    let output = numberline(&home)
        .args(["play", "siege", "--no-history", "--position", "6 7 1", "--moves", "1"])
        .output()
        .expect("the program runs");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert!(!home.exists());
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = numberline(folder.path())
        .args(["rules", "cards"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(said, "");
}

#[test]
fn an_endless_line_and_bytes_that_are_not_text_are_refused_in_one_line_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = numberline(folder.path())
        .args(["play", "siege"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut typed = vec![b'3'; 1 << 20];
    typed.extend(b"\n\xff\xfe\x1b[2J\n\x9b31m\n\x00\n3\nquit\n");
    input.write_all(&typed).expect("the input is read");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(said.contains("Invalid move. That line is too long."), "{said}");
    assert_eq!(said.matches("Invalid move. That line is not UTF-8 text.").count(), 2, "{said}");
    assert!(said.contains("Player 1 moves to position 3."), "{said}");
    assert!(said.len() < 4096, "an endless line is not repeated");
    assert!(!said.bytes().any(|byte| byte < b' ' && byte != b'\n' || byte == 0x7f), "{said}");
}

#[test]
fn an_unwritable_record_is_reported_before_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let precious = folder.path().join("precious.txt");
    fs::write(&precious, "a letter").expect("a file");
    for file in [precious.clone(), folder.path().join("no/such/folder/game.txt"), folder.path().to_owned()] {
        let output = numberline(folder.path())
            .args(["play", "siege", "--record"])
            .arg(&file)
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "{}", file.display());
        assert_eq!(text(&output.stdout), "", "{}", file.display());
        assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
    }
    assert_eq!(fs::read_to_string(precious).expect("text"), "a letter");
}

#[test]
fn pages_for_shells_and_manuals_are_made() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output =
            numberline(folder.path()).args(["completions", shell]).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(text(&output.stdout).contains("best-of"), "{shell}");
    }
    let output = numberline(folder.path()).arg("man").output().expect("the program runs");
    assert!(text(&output.stdout).contains(".TH numberline 1"));
    let pages = folder.path().join("pages");
    let output =
        numberline(folder.path()).args(["man", "--dir"]).arg(&pages).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0));
    assert!(fs::read_to_string(pages.join("numberline-play.1")).expect("a page").contains("max\\-invalid"));
}
