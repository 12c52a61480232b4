//! Answers of a learner: kept, read back, erased; a file of an older version, a newer one and a damaged one.

use numberline_history::{Filter, History, HistoryError, Home};
use numberline_learn::{Attempt, AttemptKind, Drill, PuzzleTheme};
use numberline_table::{OracleCache, read_records};

use crate::support::outside;

fn answer(score: f64) -> Attempt {
    Attempt {
        day: 20_775,
        kind: AttemptKind::Puzzle,
        game: "duel".to_owned(),
        idea: "split".to_owned(),
        subject: "duel-00".to_owned(),
        score,
        grade: 1340,
    }
}

const DAY: &str = "2026-11-18T17:00:00Z";

#[test]
fn answers_are_kept_in_order_and_erased_alone() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    let mut history = History::open(&home).unwrap();
    history.keep_attempt(&answer(1.0), DAY).unwrap();
    history.keep_attempt(&answer(0.5), DAY).unwrap();
    let again = History::open_to_read(&home).unwrap().unwrap();
    assert_eq!(again.attempts().unwrap(), [answer(1.0), answer(0.5)]);
    assert!(matches!(history.keep_attempt(&answer(1.0), "today"), Err(HistoryError::NotATime(_))));
    assert_eq!(history.erase_attempts().unwrap(), 2);
    assert_eq!(history.attempts().unwrap(), []);
    assert_eq!(history.list(&Filter::default()).unwrap().len(), 0);
}

#[test]
fn a_file_of_the_version_before_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    drop(History::open(&home).unwrap());
    outside(&home).execute_batch("DROP TABLE studied; PRAGMA user_version = 1;").unwrap();
    let mut history = History::open(&home).unwrap();
    history.keep_attempt(&answer(0.0), DAY).unwrap();
    assert_eq!(history.attempts().unwrap().len(), 1);
}

#[test]
fn a_damaged_answer_is_named_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    let mut history = History::open(&home).unwrap();
    history.keep_attempt(&answer(1.0), DAY).unwrap();
    outside(&home).execute("UPDATE studied SET score = 7.0", []).unwrap();
    let error = history.attempts().unwrap_err();
    assert!(
        matches!(&error, HistoryError::Damaged { reason, .. } if reason.contains("answer 1: the score")),
        "{error}"
    );
    outside(&home).execute("UPDATE studied SET score = 1.0", []).unwrap();
    assert_eq!(history.attempts().unwrap(), [answer(1.0)]);
}

const GAME: &str = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Computer\"]\n[Computer2 \"computer\"]\n[Result \"0-1\"]\n[Ending \"resigned\"]\n\n1. 3 2. 1 0-1\n";

/// Finished games are looked at once each, and a game that cannot be judged hides nothing.
#[test]
fn own_mistakes_are_filed_once_and_erased_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    let cache = OracleCache::shared();
    assert_eq!(home.attempts(&cache).unwrap(), []);
    let record = read_records(GAME).unwrap().remove(0);
    let mut history = History::open(&home).unwrap();
    history.keep(&record, DAY).unwrap();
    history.keep_attempt(&answer(1.0), DAY).unwrap();
    let attempts = home.attempts(&cache).unwrap();
    assert_eq!(attempts.len(), 2, "{attempts:?}");
    assert_eq!((attempts[1].kind, attempts[1].idea.as_str()), (AttemptKind::Game, "distance"));
    assert_eq!(Drill::all(&attempts)[0].theme, PuzzleTheme::Distance);
    assert_eq!(home.attempts(&cache).unwrap(), attempts, "not twice");
    // A game whose record was damaged counts as looked at, and the answers stay.
    history.keep(&record, DAY).unwrap();
    outside(&home).execute("UPDATE matches SET record = 'x' WHERE number = 2", []).unwrap();
    let more = home.attempts(&cache).unwrap();
    assert_eq!((&more[..2], more.len(), Attempt::last_game(&more)), (&attempts[..], 3, 2));
    assert_eq!(history.erase_attempts().unwrap(), 1, "answers, not games");
    assert_eq!(Drill::all(&home.attempts(&cache).unwrap()), []);
}

#[test]
fn a_newer_history_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    History::open(&home).unwrap().keep_attempt(&answer(1.0), DAY).unwrap();
    outside(&home).execute_batch("PRAGMA user_version = 99;").unwrap();
    let error = home.attempts(&OracleCache::shared()).unwrap_err().to_string();
    assert!(error.contains("was written by a newer numberline"), "{error}");
    assert!(home.keep_attempts(&[answer(0.0)]).is_err());
    outside(&home).execute_batch("PRAGMA user_version = 2;").unwrap();
    assert_eq!(home.attempts(&OracleCache::shared()).unwrap(), [answer(1.0)]);
}
