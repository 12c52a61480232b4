//! Files that are not a history, or a broken one: an error, and the file does not change.

use std::fs;

use numberline_history::{Filter, History, HistoryError, Home};
use rusqlite::Connection;

use crate::support::*;

/// Opens the file in both ways, and checks that neither accepts nor changes it.
#[track_caller]
fn both_refusals(home: &Home) -> [HistoryError; 2] {
    let before = fs::read(home.database()).unwrap();
    let errors = [History::open(home).unwrap_err(), History::open_to_read(home).unwrap_err()];
    for error in &errors {
        assert_clear(error, home);
    }
    assert!(fs::read(home.database()).unwrap() == before, "the file was changed");
    errors
}

#[track_caller]
fn assert_damaged(errors: &[HistoryError]) {
    for error in errors {
        assert!(matches!(error, HistoryError::Damaged { .. }), "{error:?}");
    }
}

fn home_of(bytes: &[u8]) -> (tempfile::TempDir, Home) {
    let (folder, home) = new_home();
    fs::create_dir_all(home.folder()).unwrap();
    fs::write(home.database(), bytes).unwrap();
    (folder, home)
}

fn thirty_games() -> (tempfile::TempDir, Home) {
    home_with(&vec![won_siege(["Ada", "Grace"]); 30])
}

#[test]
fn garbage() {
    for bytes in [&b"x"[..], &[0; 4096], "[Game \"siege\"]\n".repeat(300).as_bytes()] {
        let (_folder, home) = home_of(bytes);
        assert_damaged(&both_refusals(&home));
    }
}

#[test]
fn an_empty_file() {
    let (_folder, home) = home_of(b"");
    let errors = both_refusals(&home);
    assert_damaged(&errors);
    assert!(errors[0].to_string().contains("it is empty"), "{}", errors[0]);
}

#[test]
fn a_file_cut_short() {
    let (_whole_folder, whole) = thirty_games();
    let bytes = fs::read(whole.database()).unwrap();
    assert!(bytes.len() >= 3 * 4096, "the fixture has too few pages");
    for length in [1, 16, 24, 50, 99, 100, 511, 512, 4095, 4096, bytes.len() / 2, bytes.len() - 4096] {
        let (_folder, home) = home_of(&bytes[..length]);
        assert_damaged(&both_refusals(&home));
    }
}

#[test]
fn a_file_overwritten_in_the_middle() {
    let (_folder, home) = thirty_games();
    let mut bytes = fs::read(home.database()).unwrap();
    bytes[4096..].fill(0xA5);
    fs::write(home.database(), &bytes).unwrap();
    let history = History::open_to_read(&home).unwrap().unwrap();
    let error = history.list(&Filter::default()).unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{error:?}");
    assert_clear(&error, &home);
    let error = history.stats(&Filter::default()).unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{error:?}");
    drop(history);
    let error = History::open(&home).unwrap().keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{error:?}");
    assert!(fs::read(home.database()).unwrap() == bytes, "the file was changed");
}

#[test]
fn a_newer_version() {
    let (_folder, home) = home_with(&[won_siege(["Ada", "Grace"])]);
    outside(&home).pragma_update(None, "user_version", 3).unwrap();
    for error in both_refusals(&home) {
        assert!(matches!(error, HistoryError::Newer { version: 3, known: 2, .. }), "{error:?}");
        assert!(error.to_string().contains("update numberline"), "{error}");
    }
    outside(&home).pragma_update(None, "user_version", 2).unwrap();
    assert_eq!(games(&home), 1);
}

#[test]
fn an_impossible_version() {
    let (_folder, home) = home_with(&[]);
    outside(&home).pragma_update(None, "user_version", -1).unwrap();
    assert_damaged(&both_refusals(&home));
}

#[test]
fn a_version_below_its_tables() {
    let (_folder, home) = home_with(&[]);
    outside(&home).pragma_update(None, "user_version", 0).unwrap();
    assert_damaged(&both_refusals(&home));
}

#[test]
fn the_database_of_another_program() {
    let (_folder, home) = new_home();
    fs::create_dir_all(home.folder()).unwrap();
    let theirs = Connection::open(home.database()).unwrap();
    theirs.execute_batch("CREATE TABLE matches (number); PRAGMA user_version = 1;").unwrap();
    drop(theirs);
    for error in both_refusals(&home) {
        assert!(matches!(error, HistoryError::Foreign(_)), "{error:?}");
    }
}

#[test]
fn a_database_without_its_table() {
    let (_folder, home) = home_with(&[]);
    outside(&home).execute_batch("DROP TABLE matches").unwrap();
    let mut history = History::open(&home).unwrap();
    let errors = [
        history.list(&Filter::default()).unwrap_err(),
        history.stats(&Filter::default()).unwrap_err(),
        history.record(1).unwrap_err(),
        history.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap_err(),
    ];
    assert_damaged(&errors);
    assert_clear(&errors[0], &home);
}

#[test]
fn a_log_without_its_database() {
    for ending in ["-wal", "-journal"] {
        let (_folder, home) = home_with(&[won_siege(["Ada", "Grace"])]);
        fs::remove_file(home.database()).unwrap();
        let name = format!("history.sqlite3{ending}");
        fs::write(home.folder().join(&name), "the rest of another database").unwrap();
        for error in [History::open(&home).unwrap_err(), History::open_to_read(&home).unwrap_err()] {
            assert!(matches!(error, HistoryError::LeftBehind { .. }), "{error:?}");
            assert_clear(&error, &home);
        }
        assert_eq!(files(home.folder()), [name]);
    }
}
