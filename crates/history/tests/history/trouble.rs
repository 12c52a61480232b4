//! A history that is in use, in a place where nothing can be written, or gone.

use std::fs;

use numberline_history::{Filter, History, HistoryError, Home};

use crate::support::*;

// How long a history waits for a lock is a setting of its connection, which the tests of `database.rs` check. Here the
// wait ends while the lock is still held.

#[test]
fn a_locked_history_says_so() {
    let (_folder, home) = home_with(&[won_siege(["Ada", "Grace"])]);
    let other = outside(&home);
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();

    let mut history = History::open(&home).unwrap();
    let error = history.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap_err();
    assert!(matches!(error, HistoryError::Locked(_)), "{error:?}");
    assert_clear(&error, &home);
    assert_eq!(history.list(&Filter::default()).unwrap().len(), 1, "reading does not wait for a writer");

    other.execute_batch("COMMIT").unwrap();
    history.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
    assert_eq!(games(&home), 2);
}

#[test]
fn a_history_that_another_program_has_for_itself_says_so() {
    let (_folder, home) = home_with(&[won_siege(["Ada", "Grace"])]);
    let other = outside(&home);
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;").unwrap();
    for error in [History::open(&home).unwrap_err(), History::open_to_read(&home).unwrap_err()] {
        assert!(matches!(error, HistoryError::Locked(_)), "{error:?}");
        assert_clear(&error, &home);
    }
    drop(other);
    assert_eq!(games(&home), 1);
}

#[test]
fn a_folder_that_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    for home in [Home::at(&file), Home::at(file.join("deeper"))] {
        for error in [History::open(&home).unwrap_err(), History::open_to_read(&home).unwrap_err()] {
            let text = error.to_string();
            assert!(
                matches!(error, HistoryError::CannotOpen { .. } | HistoryError::Folder { .. }),
                "{error:?}"
            );
            assert!(
                text.contains(home.folder().to_str().unwrap()) && text.contains("NUMBERLINE_HOME"),
                "{text}"
            );
        }
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}

#[test]
fn a_history_that_is_a_folder() {
    let (_folder, home) = new_home();
    fs::create_dir_all(home.database()).unwrap();
    for error in [History::open(&home).unwrap_err(), History::open_to_read(&home).unwrap_err()] {
        assert!(matches!(error, HistoryError::CannotOpen { .. }), "{error:?}");
        assert_clear(&error, &home);
    }
}

/// Nobody can make a file there, not even the superuser.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_in_which_nothing_can_be_made() {
    for home in [Home::at("/proc"), Home::at("/proc/numberline")] {
        let error = History::open(&home).unwrap_err();
        assert!(
            matches!(&error, HistoryError::Folder { folder, .. } if folder == home.folder()),
            "{error:?}"
        );
        assert!(error.to_string().contains("NUMBERLINE_HOME"), "{error}");
        assert!(History::open_to_read(&home).unwrap().is_none());
    }
}

#[test]
fn a_history_that_is_deleted_while_it_is_open() {
    let (_folder, home) = home_with(&[]);
    let mut history = History::open(&home).unwrap();
    history.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
    fs::remove_file(home.database()).unwrap();
    let error = history.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap_err();
    assert!(matches!(error, HistoryError::Missing(_)), "{error:?}");
    assert_clear(&error, &home);
    drop(history);
    let error = History::open(&home).unwrap_err();
    let HistoryError::LeftBehind { left, .. } = error else { panic!("{error:?}") };
    fs::remove_file(left).unwrap();
    History::open(&home).unwrap().keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
    assert_eq!(games(&home), 1);
}
