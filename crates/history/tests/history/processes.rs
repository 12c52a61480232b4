//! What only a second process can show: another environment, another user, a crash, and two programs at once.
//!
//! The second process is this test program again, told by its environment which part to play.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use numberline_history::{Filter, History, HistoryError, Home};

use crate::support::*;

const PART: &str = "NUMBERLINE_TEST_PART";

/// Not a test of its own: it plays the part that one of the others gives it, and prints the result.
#[test]
#[ignore = "the second process of other tests"]
fn part() {
    let Ok(part) = env::var(PART) else {
        println!("There is no part to play: the other tests start this one.");
        return;
    };
    match part.as_str() {
        "find" => match Home::find() {
            Ok(home) => println!("found {}", home.folder().display()),
            Err(error) => println!("error {error}"),
        },
        "crash" => {
            let mut history = History::open(&Home::find().unwrap()).unwrap();
            history.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
            println!("kept");
            std::process::abort();
        }
        "write" => match History::open(&Home::find().unwrap()) {
            Ok(_) => println!("opened"),
            Err(error) => println!("error {error:?}"),
        },
        "read" => match History::open_to_read(&Home::find().unwrap()) {
            Ok(Some(history)) => println!("games {}", history.list(&Filter::default()).unwrap().len()),
            Ok(None) => println!("none"),
            Err(error) => println!("error {error:?}"),
        },
        name => {
            let home = Home::find().unwrap();
            let mut history = patiently(|| History::open(&home));
            for _ in 0..GAMES_EACH {
                patiently(|| history.keep(&won_siege([name, "Grace"]), EVENING));
            }
        }
    }
}

const GAMES_EACH: usize = 15;

fn second(program: &Path, part: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["--exact", "processes::part", "--ignored", "--nocapture"]);
    command.env(PART, part).env_remove("NUMBERLINE_HOME").env_remove("XDG_DATA_HOME");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn this_program() -> std::path::PathBuf {
    env::current_exe().unwrap()
}

/// Whether the second process printed this, at the end of a line (the test runner may have begun it).
#[track_caller]
fn assert_said(output: &Output, expected: &str) {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().any(|line| line.ends_with(expected)), "{expected:?} is not in:\n{text}");
}

#[test]
fn the_home_is_found_in_the_environment() {
    let check = |variables: &[(&str, &str)], expected: &str| {
        let output =
            second(&this_program(), "find").env("HOME", "/home/ada").envs(variables.iter().copied()).output();
        assert_said(&output.unwrap(), &format!("found {expected}"));
    };
    check(&[], "/home/ada/.local/share/numberline");
    check(&[("XDG_DATA_HOME", "/data")], "/data/numberline");
    check(&[("XDG_DATA_HOME", "not/absolute")], "/home/ada/.local/share/numberline");
    check(&[("NUMBERLINE_HOME", "/games"), ("XDG_DATA_HOME", "/data")], "/games");
    check(&[("NUMBERLINE_HOME", ""), ("XDG_DATA_HOME", "/data")], "/data/numberline");
}

#[test]
fn the_files_have_their_names() {
    let home = Home::at("/games");
    assert_eq!(home.database(), Path::new("/games/history.sqlite3"));
    assert_eq!(home.typed_lines(), Path::new("/games/typed.txt"));
}

#[test]
fn a_relative_home_is_a_folder_whatever_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let name = "file:memory?mode=memory";
    let output =
        second(&this_program(), "Ada").env("NUMBERLINE_HOME", name).current_dir(folder.path()).output();
    assert!(output.as_ref().unwrap().status.success(), "{output:?}");
    assert_eq!(games(&Home::at(folder.path().join(name))), GAMES_EACH);
}

#[test]
fn a_kept_game_survives_a_crash() {
    let (_folder, home) = new_home();
    let output = second(&this_program(), "crash").env("NUMBERLINE_HOME", home.folder()).output().unwrap();
    assert_said(&output, "kept");
    assert!(!output.status.success(), "it did not crash");
    assert!(files(home.folder()).contains(&"history.sqlite3-wal".to_owned()), "it was closed in good order");
    assert_eq!(games(&home), 1);
    assert_eq!(files(home.folder()), ["history.sqlite3"], "the reader did not take up what was left");
}

#[test]
fn processes_that_begin_at_once_lose_nothing() {
    let (_folder, home) = new_home();
    let names = ["Ada", "Alan", "Grace"];
    let children: Vec<_> = names
        .iter()
        .map(|name| second(&this_program(), name).env("NUMBERLINE_HOME", home.folder()).spawn().unwrap())
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let history = History::open_to_read(&home).unwrap().unwrap();
    for name in names {
        let entries = history.list(&Filter::default()).unwrap();
        assert_eq!(entries.iter().filter(|entry| entry.player1 == name).count(), GAMES_EACH, "{name}");
    }
}

/// Permissions do not bind the superuser, so there the second process becomes another user.
#[cfg(unix)]
mod permissions {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    use tempfile::TempDir;

    const NOBODY: u32 = 65534;

    struct Place {
        folder: TempDir,
        home: Home,
    }

    impl Place {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let home = Home::at(folder.path().join("home"));
            History::open(&home).unwrap().keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
            Self { folder, home }
        }

        /// Removes all write permissions, lets the second process try, and restores them.
        fn without_writing(&self, part: &str, folder_mode: u32, file_mode: u32) -> Option<Output> {
            let before = files(self.home.folder());
            for name in &before {
                set_mode(&self.home.folder().join(name), file_mode);
            }
            set_mode(self.home.folder(), folder_mode);
            set_mode(self.folder.path(), 0o755);
            let output = self.run(part);
            set_mode(self.home.folder(), 0o755);
            assert_eq!(files(self.home.folder()), before, "the second process made or removed files");
            output
        }

        fn run(&self, part: &str) -> Option<Output> {
            // Where the program was built may be closed to other users, so it comes along.
            let program = self.folder.path().join("second");
            fs::copy(this_program(), &program).unwrap();
            set_mode(&program, 0o755);
            let mut command = second(&program, part);
            command.env("NUMBERLINE_HOME", self.home.folder()).current_dir("/");
            if self.folder.path().metadata().unwrap().uid() == 0 {
                command.uid(NOBODY).gid(NOBODY);
            }
            match command.output() {
                Ok(output) => Some(output),
                Err(error) => {
                    println!("skipped: no second process can be started from {}: {error}", program.display());
                    None
                }
            }
        }
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_read_only_history_is_read_but_not_opened_to_write() {
        let place = Place::new();
        let Some(output) = place.without_writing("write", 0o555, 0o444) else { return };
        let path = place.home.database();
        assert_said(&output, &format!("error {:?}", HistoryError::ReadOnly(path)));
        let Some(output) = place.without_writing("read", 0o555, 0o444) else { return };
        assert_said(&output, "games 1");
    }

    #[test]
    fn a_read_only_history_in_a_writable_folder_is_read_but_not_opened_to_write() {
        let place = Place::new();
        let Some(output) = place.without_writing("write", 0o777, 0o444) else { return };
        assert_said(&output, &format!("error {:?}", HistoryError::ReadOnly(place.home.database())));
        let Some(output) = place.without_writing("read", 0o777, 0o444) else { return };
        assert_said(&output, "games 1");
    }

    #[test]
    fn a_history_in_a_read_only_folder_is_read_but_not_opened_to_write() {
        let place = Place::new();
        let Some(output) = place.without_writing("write", 0o555, 0o666) else { return };
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("error CannotOpen") || text.contains("error ReadOnly"), "{text}");
        let Some(output) = place.without_writing("read", 0o555, 0o666) else { return };
        assert_said(&output, "games 1");
    }

    #[test]
    fn a_read_only_history_that_another_program_is_writing_is_read_whole() {
        let place = Place::new();
        let mut writer = History::open(&place.home).unwrap();
        writer.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
        assert!(files(place.home.folder()).contains(&"history.sqlite3-wal".to_owned()));
        let Some(output) = place.without_writing("read", 0o555, 0o444) else { return };
        assert_said(&output, "games 2");
    }

    #[test]
    fn games_in_a_log_that_cannot_be_read_are_not_skipped() {
        let place = Place::new();
        let writer = {
            let mut writer = History::open(&place.home).unwrap();
            writer.keep(&won_siege(["Ada", "Grace"]), EVENING).unwrap();
            writer
        };
        let copy = Home::at(place.folder.path().join("copy"));
        fs::create_dir(copy.folder()).unwrap();
        for name in ["history.sqlite3", "history.sqlite3-wal"] {
            fs::copy(place.home.folder().join(name), copy.folder().join(name)).unwrap();
        }
        drop(writer);
        let copied = Place { home: copy, folder: place.folder };
        let Some(output) = copied.without_writing("read", 0o555, 0o444) else { return };
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("error CannotOpen") || text.contains("error ReadOnly"), "{text}");
        assert_eq!(games(&copied.home), 2, "with the right to write, both are there");
    }

    #[test]
    fn a_history_that_may_not_even_be_read() {
        let place = Place::new();
        for (part, folder_mode, file_mode) in [("read", 0o555, 0), ("write", 0o555, 0), ("read", 0, 0o444)] {
            let Some(output) = place.without_writing(part, folder_mode, file_mode) else { return };
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains("error CannotOpen"), "{part} {folder_mode:o} {file_mode:o}: {text}");
        }
        set_mode(&place.home.database(), 0o600);
    }
}
