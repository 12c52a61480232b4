//! What several of these tests need: homes, records, and a look at the database from outside.

use std::path::Path;
use std::time::{Duration, Instant};

use numberline_history::{Filter, History, HistoryError, Home};
use numberline_table::{Record, find, read_records};
use rusqlite::Connection;
use tempfile::TempDir;

/// A time at which a game may have ended.
pub(crate) const EVENING: &str = "2026-11-15T20:00:00Z";

/// A home in a folder of its own, which does not exist yet.
pub(crate) fn new_home() -> (TempDir, Home) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path().join("data/numberline"));
    (folder, home)
}

/// A home in which these games have been kept.
pub(crate) fn home_with(records: &[Record]) -> (TempDir, Home) {
    let (folder, home) = new_home();
    let mut history = History::open(&home).unwrap();
    for record in records {
        history.keep(record, EVENING).unwrap();
    }
    (folder, home)
}

/// A record of the book's variant.
pub(crate) fn record(game: &str, [one, two]: [&str; 2], moves: &str, result: &str, ending: &str) -> Record {
    let variant = find(game).unwrap().book_settings();
    let text = format!(
        "[Game \"{game}\"]\n[Variant \"{variant}\"]\n[Player1 \"{one}\"]\n[Player2 \"{two}\"]\n\
        [Result \"{result}\"]\n[Ending \"{ending}\"]\n\n{moves} {result}\n"
    );
    read_records(&text).unwrap().remove(0)
}

/// A siege of five turns that Player 1 wins.
pub(crate) fn won_siege(names: [&str; 2]) -> Record {
    record("siege", names, "1. 2 2. 2 3. 3 4. 1 5. 2", "1-0", "won")
}

/// The database as any program could open it.
pub(crate) fn outside(home: &Home) -> Connection {
    Connection::open(home.database()).unwrap()
}

/// How many games the history lists.
pub(crate) fn games(home: &Home) -> usize {
    History::open_to_read(home).unwrap().unwrap().list(&Filter::default()).unwrap().len()
}

/// The names of all files in a folder, in order.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Does it again while another program holds the lock, as a patient player would, but not for ever.
pub(crate) fn patiently<T>(mut attempt: impl FnMut() -> Result<T, HistoryError>) -> T {
    let begun = Instant::now();
    loop {
        match attempt() {
            Err(HistoryError::Locked(_)) if begun.elapsed() < Duration::from_secs(60) => {}
            answer => return answer.unwrap(),
        }
    }
}

/// Checks that an error is one clean line with the path of the database in it.
#[track_caller]
pub(crate) fn assert_clear(error: &HistoryError, home: &Home) {
    let text = error.to_string();
    assert!(text.contains(home.database().to_str().unwrap()), "no path: {text}");
    assert!(numberline_table::is_clean(&text), "not one clean line: {text:?}");
    assert!(text.contains("; "), "it does not say what to do: {text}");
}
