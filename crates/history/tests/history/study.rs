//! Answers of a learner: kept, read back, erased; a file of an older version, a newer one and a damaged one.

use numberline_history::{Filter, History, HistoryError, Home, Studied};

use crate::support::outside;

fn answer(score: f64) -> Studied {
    Studied {
        day: 20_775,
        kind: "puzzle".to_owned(),
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
    history.keep_studied(&answer(1.0), DAY).unwrap();
    history.keep_studied(&answer(0.5), DAY).unwrap();
    let again = History::open_to_read(&home).unwrap().unwrap();
    assert_eq!(again.studied().unwrap(), [answer(1.0), answer(0.5)]);
    assert!(matches!(history.keep_studied(&answer(1.0), "today"), Err(HistoryError::NotATime(_))));
    assert_eq!(history.erase_studied().unwrap(), 2);
    assert_eq!(history.studied().unwrap(), []);
    assert_eq!(history.list(&Filter::default()).unwrap().len(), 0);
}

#[test]
fn a_file_of_the_version_before_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    drop(History::open(&home).unwrap());
    outside(&home).execute_batch("DROP TABLE studied; PRAGMA user_version = 1;").unwrap();
    let mut history = History::open(&home).unwrap();
    history.keep_studied(&answer(0.0), DAY).unwrap();
    assert_eq!(history.studied().unwrap().len(), 1);
}

#[test]
fn a_damaged_answer_is_named_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    let mut history = History::open(&home).unwrap();
    history.keep_studied(&answer(1.0), DAY).unwrap();
    outside(&home).execute("UPDATE studied SET score = 7.0", []).unwrap();
    let error = history.studied().unwrap_err();
    assert!(
        matches!(&error, HistoryError::Damaged { reason, .. } if reason.contains("answer 1: the score")),
        "{error}"
    );
    outside(&home).execute("UPDATE studied SET score = 1.0", []).unwrap();
    assert_eq!(history.studied().unwrap(), [answer(1.0)]);
}
