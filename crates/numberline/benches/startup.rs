//! From starting the program to its first prompt and out again. It is to stay under ten milliseconds.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark that fails says so by panicking")]

use std::process::{Command, Stdio};

use divan::Bencher;

fn main() {
    divan::main();
}

#[divan::bench(args = ["duel", "token", "blockade", "cards", "siege"])]
fn a_game_starts(bencher: Bencher<'_, '_>, game: &str) {
    let home = tempfile::tempdir().unwrap();
    bencher.bench_local(|| {
        let output = Command::new(env!("CARGO_BIN_EXE_numberline"))
            .args(["play", game])
            .env("NUMBERLINE_HOME", home.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.stdout.starts_with(b"Welcome to "), "the game has begun");
        assert_eq!(output.status.code(), Some(1), "there was no input");
    });
}

/// A whole game with its record and its place in the history: what is promised to be kept is on disk.
#[divan::bench]
fn a_game_is_played_and_kept(bencher: Bencher<'_, '_>) {
    let home = tempfile::tempdir().unwrap();
    bencher.bench_local(|| {
        let record = home.path().join("game.txt");
        let output = Command::new(env!("CARGO_BIN_EXE_numberline"))
            .args(["play", "siege", "--position", "6 7 1", "--moves", "1", "--record"])
            .arg(&record)
            .env("NUMBERLINE_HOME", home.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(std::fs::read_to_string(record).unwrap().contains("[Result \"1-0\"]"));
    });
}
