//! What is kept comes back.

use std::sync::Barrier;
use std::thread;

use numberline_history::{Entry, Filter, History, HistoryError};
use numberline_table::read_records;

use crate::support::*;

#[test]
fn a_kept_game_comes_back() {
    let (_folder, home) = new_home();
    let record = won_siege(["Ada", "Grace"]);
    let number = History::open(&home).unwrap().keep(&record, "2026-11-15T20:00:00.5+01:00").unwrap();

    let history = History::open_to_read(&home).unwrap().unwrap();
    let expected = Entry {
        number,
        finished: "2026-11-15T20:00:00.5+01:00".into(),
        game: "siege".into(),
        variant: record.settings().to_string(),
        player1: "Ada".into(),
        player2: "Grace".into(),
        winner: Some(1),
        ending: "won".into(),
        turns: 5,
    };
    assert_eq!(history.list(&Filter::default()).unwrap(), [expected]);
    let text = history.record(number).unwrap().unwrap();
    assert_eq!(text, record.to_string());
    assert_eq!(read_records(&text).unwrap()[0].plies(), record.plies());
    assert_eq!(history.record(number + 1).unwrap(), None);
    assert_eq!(history.record(-1).unwrap(), None);
}

#[test]
fn every_ending_comes_back() {
    let endings = [
        ("1-0", "won", Some(1)),
        ("1-0", "resigned", Some(1)),
        ("0-1", "resigned", Some(2)),
        ("0-1", "forfeited", Some(2)),
        ("1/2-1/2", "draw agreed", None),
        ("1/2-1/2", "turn limit", None),
    ];
    for (result, ending, winner) in endings {
        let moves = if ending == "won" { "1. 2 2. 2 3. 3 4. 1 5. 2" } else { "1. 3" };
        let (_folder, home) = home_with(&[record("siege", ["Ada", "Grace"], moves, result, ending)]);
        let history = History::open(&home).unwrap();
        let [entry] = &history.list(&Filter::default()).unwrap()[..] else { panic!("not one entry") };
        assert_eq!((entry.ending.as_str(), entry.winner), (ending, winner));
        let text = history.record(entry.number).unwrap().unwrap();
        assert_eq!(read_records(&text).unwrap()[0].ending().unwrap().winner().is_some(), winner.is_some());
    }
}

#[test]
fn an_unfinished_game_is_refused() {
    let (_folder, home) = home_with(&[]);
    let unfinished = record("siege", ["Ada", "Grace"], "1. 2", "*", "unfinished");
    let refused = History::open(&home).unwrap().keep(&unfinished, EVENING);
    assert!(matches!(refused, Err(HistoryError::Unfinished)), "{refused:?}");
    assert_eq!(games(&home), 0);
}

#[test]
fn a_malformed_time_is_refused() {
    let (_folder, home) = home_with(&[]);
    let mut history = History::open(&home).unwrap();
    for text in ["", "yesterday", "2026-11-15", "2026-11-15T20:00:00Z\u{1b}[2J"] {
        let error = history.keep(&won_siege(["Ada", "Grace"]), text).unwrap_err();
        assert!(matches!(error, HistoryError::NotATime(_)), "{text:?}: {error}");
        assert!(numberline_table::is_clean(&error.to_string()), "{error:?}");
    }
    assert_eq!(games(&home), 0);
}

#[test]
fn numbers_count_up_and_are_never_given_twice() {
    let (_folder, home) = home_with(&[won_siege(["Ada", "Grace"]), won_siege(["Ada", "Grace"])]);
    outside(&home).execute("DELETE FROM matches WHERE number = 2", []).unwrap();
    let number = History::open(&home).unwrap().keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
    assert_eq!(number, 3);
    let history = History::open_to_read(&home).unwrap().unwrap();
    let numbers: Vec<i64> =
        history.list(&Filter::default()).unwrap().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [3, 1]);
}

#[test]
fn reading_makes_nothing() {
    let (folder, home) = new_home();
    assert!(History::open_to_read(&home).unwrap().is_none());
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn a_reader_cannot_keep() {
    let (_folder, home) = home_with(&[]);
    let mut reader = History::open_to_read(&home).unwrap().unwrap();
    let refused = reader.keep(&won_siege(["Ada", "Grace"]), EVENING);
    assert!(matches!(refused, Err(HistoryError::ReadOnly(_))), "{refused:?}");
}

#[test]
fn closing_leaves_one_file() {
    let (_folder, home) = home_with(&[won_siege(["Ada", "Grace"])]);
    assert_eq!(files(home.folder()), ["history.sqlite3"]);
    assert_eq!(games(&home), 1);
    assert_eq!(files(home.folder()), ["history.sqlite3"]);
}

#[cfg(unix)]
#[test]
fn other_users_cannot_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, home) = home_with(&[]);
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(home.folder()), 0o700);
    assert_eq!(mode(&folder.path().join("data")), 0o700);
    assert_eq!(mode(&home.database()) & 0o077, 0);
}

#[test]
fn any_folder_name_will_do() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["with space", "a?b=c", "a#b", "100%41", "file:x?mode=memory", "line\nbreak", "ünï"] {
        let home = numberline_history::Home::at(folder.path().join(name));
        History::open(&home).unwrap().keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
        assert!(home.database().is_file(), "{name}");
        assert_eq!(games(&home), 1, "{name}");
    }
}

#[test]
fn threads_that_begin_at_once_lose_nothing() {
    const THREADS: usize = 6;
    const EACH: usize = 5;
    let (_folder, home) = new_home();
    let start = Barrier::new(THREADS);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (home, start) = (&home, &start);
            scope.spawn(move || {
                start.wait();
                let mut history = patiently(|| History::open(home));
                for game in 0..EACH {
                    let name = format!("Thread {thread} game {game}");
                    patiently(|| history.keep(&won_siege([&name, "Grace"]), EVENING));
                }
            });
        }
    });
    let entries = History::open_to_read(&home).unwrap().unwrap().list(&Filter::default()).unwrap();
    let mut players: Vec<&str> = entries.iter().map(|entry| entry.player1.as_str()).collect();
    players.sort_unstable();
    let expected: Vec<String> = (0..THREADS)
        .flat_map(|thread| (0..EACH).map(move |game| format!("Thread {thread} game {game}")))
        .collect();
    assert_eq!(players, expected);
    assert_eq!(files(home.folder()), ["history.sqlite3"]);
}
