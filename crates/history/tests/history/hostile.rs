//! Rows that another program wrote: nothing comes back raw, and what no match could have left is an error.

use numberline_history::{Filter, History, HistoryError, Home};
use numberline_table::{Name, is_clean, read_records};
use tempfile::TempDir;

use crate::support::*;

/// A history of two games, in the first of which a column is set to an expression.
fn tampered(column: &str, expression: &str) -> (TempDir, Home) {
    let (folder, home) = home_with(&[won_siege(["Ada", "Grace"]), won_siege(["Ada", "Grace"])]);
    let connection = outside(&home);
    connection.pragma_update(None, "ignore_check_constraints", true).unwrap();
    let changed = format!("UPDATE matches SET {column} = {expression} WHERE number = 1");
    assert_eq!(connection.execute(&changed, []).unwrap(), 1);
    (folder, home)
}

#[track_caller]
fn assert_damaged<T: std::fmt::Debug>(answer: Result<T, HistoryError>, home: &Home, what: &str) {
    let error = answer.unwrap_err();
    assert!(matches!(error, HistoryError::Damaged { .. }), "{what}: {error:?}");
    assert_clear(&error, home);
}

#[test]
fn a_row_that_no_match_could_have_left_is_an_error() {
    let rows = [
        ("winner", "7"),
        ("winner", "2, ending = 'draw agreed'"),
        ("winner", "NULL"),
        ("turns", "-3"),
        ("turns", "4294967296"),
        ("finished", "'yesterday'"),
        ("game", "''"),
        ("game", "'siege' || char(27) || '[31m'"),
        ("ending", "'unfinished'"),
        ("ending", "'eaten' || char(27)"),
        ("player1", "''"),
        ("player2", "char(8238, 27)"),
        ("player1", "hex(zeroblob(50))"),
        ("player1", "CAST(x'FF41' AS TEXT)"),
        ("variant", "CAST(x'C328' AS TEXT)"),
    ];
    for (column, expression) in rows {
        let (_folder, home) = tampered(column, expression);
        let history = History::open_to_read(&home).unwrap().unwrap();
        let answer = history.list(&Filter::default());
        assert!(
            answer.as_ref().is_err_and(|error| error.to_string().contains("(game 1: ")),
            "{column}: {answer:?}"
        );
        assert_damaged(answer, &home, &format!("{column} = {expression}"));
        // The other game can still be read on its own.
        assert_eq!(history.list(&Filter { limit: 1, ..Filter::default() }).unwrap().len(), 1);
    }
}

#[test]
fn numbers_are_not_counted_from_damaged_rows() {
    for (column, expression) in
        [("winner", "7"), ("game", "char(27)"), ("player1", "''"), ("player2", "CAST(x'FF' AS TEXT)")]
    {
        let (_folder, home) = tampered(column, expression);
        let stats = History::open_to_read(&home).unwrap().unwrap().stats(&Filter::default());
        assert_damaged(stats, &home, &format!("{column} = {expression}"));
    }
}

#[test]
fn a_record_that_no_match_could_have_left_is_an_error() {
    let records = [
        "'no record'",
        "''",
        "replace(record, '1. 2', '1. 9')",
        "replace(record, '1-0', '0-1')",
        "replace(record, 'siege', 'chess' || char(27) || '[2J')",
        "CAST(x'FF41' AS TEXT)",
        "record || hex(zeroblob(9000000))",
    ];
    for expression in records {
        let (_folder, home) = tampered("record", expression);
        let history = History::open_to_read(&home).unwrap().unwrap();
        assert_damaged(history.record(1), &home, expression);
        assert!(history.record(2).unwrap().is_some());
    }
}

#[test]
fn names_do_not_come_back_raw() {
    let (_folder, home) = new_home();
    let mut record = won_siege(["Ada", "Grace"]);
    record.tags.names = ["\u{1b}[31mMal\u{202e}lory\u{7}", "Gr\r\nace"].map(|name| Name::new(name).unwrap());
    History::open(&home).unwrap().keep(&record, EVENING).unwrap();
    let raw = "UPDATE matches SET player2 = char(27) || '[2J' || player2, variant = 'length=10' || char(10, 27, 8238),
        record = replace(record, '3. 3', '{' || char(27) || ']0;owned' || char(7, 8203) || '} 3. 3')";
    assert_eq!(outside(&home).execute(raw, []).unwrap(), 1);

    let history = History::open_to_read(&home).unwrap().unwrap();
    let entry = history.list(&Filter::default()).unwrap().remove(0);
    assert_eq!([entry.player1.as_str(), &entry.player2], ["[31mMallory", "[2JGr ace"]);
    assert_eq!(entry.variant, "length=10\u{FFFD}\u{FFFD}\u{FFFD}");
    let stats = history.stats(&Filter::default()).unwrap();
    assert_eq!(stats.by_player.len(), 2);
    for row in &stats.by_player {
        assert!(is_clean(&row.player) && is_clean(&row.opponent), "{row:?}");
    }
    let text = history.record(entry.number).unwrap().unwrap();
    assert!(text.lines().all(is_clean), "{text:?}");
    let comments: Vec<String> =
        read_records(&text).unwrap()[0].comments_after(2).map(ToOwned::to_owned).collect();
    assert_eq!(comments, ["\u{FFFD}]0;owned\u{FFFD}\u{FFFD}"]);
}

#[test]
fn a_game_that_a_newer_program_kept_is_listed() {
    let (_folder, home) = tampered("game", "'sixth-game'");
    let history = History::open_to_read(&home).unwrap().unwrap();
    assert_eq!(history.list(&Filter::default()).unwrap()[1].game, "sixth-game");
    assert_eq!(history.stats(&Filter::default()).unwrap().by_game.len(), 2);
}
