//! Record files: replaced atomically, and read only if they are files of a sensible size.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "this is how a test fails")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use numberline_table::{LARGEST_FILE, LoadError, OwnFiles, Record, SaveError, load, read_records, save};

const SIEGE: &str = r#"[Game "siege"]
[Variant "length=10 step=3"]
[Player1 "Ada"]
[Player2 "Grace"]
[Result "1-0"]
[Ending "won"]

1. 2 2. 2 {Now the trap is set.} 3. 3 4. 1 5. 2 1-0
"#;

fn siege() -> Vec<Record> {
    read_records(SIEGE).ok().unwrap()
}

#[test]
fn what_cannot_be_loaded_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.txt");
    assert_not_loaded(&file, &format!("cannot read {}: ", file.display()));
    assert_not_loaded(folder.path(), &format!("cannot read {}: it is not a file", folder.path().display()));

    fs::write(&file, b"[Game \"siege\"]\n[Variant \"\"]\n[Player1 \"A\xffda\"]\n").unwrap();
    assert_not_loaded(&file, &format!("{}, line 3: this is not UTF-8 text", file.display()));
    fs::write(&file, SIEGE.replace("4. 1", "4. 9")).unwrap();
    let reason = "line 8: move 4 (9): You must move 1 to 3 positions, not 9.";
    assert_not_loaded(&file, &format!("{}, {reason}", file.display()));

    fs::File::create(&file).unwrap().set_len(17 << 20).unwrap();
    let reason = format!("is larger than {LARGEST_FILE} bytes, which is too large for a record");
    assert_not_loaded(&file, &format!("{} {reason}", file.display()));
    let room = usize::try_from(LARGEST_FILE).unwrap() - SIEGE.len();
    fs::write(&file, format!("{SIEGE}{}", " ".repeat(room))).unwrap();
    assert!(load(&file).is_ok(), "the largest file is still read");
    fs::write(&file, format!("{SIEGE}{}", " ".repeat(room + 1))).unwrap();
    assert!(matches!(load(&file), Err(LoadError::TooLarge(path)) if path == file));
}

#[test]
fn a_session_overwrites_its_own_unfinished_game_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.txt");
    let unfinished = SIEGE.replace("1-0", "*").replace("won", "unfinished").replace(" 5. 2", "");
    let unfinished = read_records(&unfinished).unwrap();
    let own = OwnFiles::default();
    own.save(&file, &unfinished).unwrap();
    own.clone().save(&file, &unfinished).unwrap();
    let refused = OwnFiles::default().save(&file, &siege());
    assert!(matches!(refused, Err(SaveError::Unfinished(path)) if path == file));
    OwnFiles::new(Some(file.clone())).save(&file, &siege()).unwrap();
    OwnFiles::default().save(&file, &unfinished).unwrap();
}

#[test]
fn a_record_is_replaced_and_anything_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.txt");
    let siege = siege();
    save(&file, &siege).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), SIEGE);
    save(&file, &[siege[0].clone(), siege[0].clone()]).unwrap();
    assert_eq!(load(&file).ok().unwrap().len(), 2);

    fs::write(&file, "").unwrap();
    save(&file, &siege).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), SIEGE, "an empty file holds nothing to lose");

    for foreign in ["Dear diary,\n", "[Game", "[Event \"chess\"]\n", " ", "\n[Game \"siege\"]\n"] {
        fs::write(&file, foreign).unwrap();
        let error = save(&file, &siege).unwrap_err();
        let expected = format!("{} exists and is not a record; choose another name", file.display());
        assert_eq!(error.to_string(), expected);
        assert!(matches!(error, SaveError::NotARecord(path) if path == file));
        assert_eq!(fs::read_to_string(&file).unwrap(), foreign, "untouched");
    }
    assert_eq!(names_in(folder.path()), ["record.txt"], "no temporary file is left behind");
}

#[test]
fn a_save_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let siege = siege();
    let nowhere = folder.path().join("missing").join("record.txt");
    let error = save(&nowhere, &siege).unwrap_err();
    assert!(error.to_string().starts_with(&format!("cannot write {}: ", nowhere.display())), "{error}");
    assert!(names_in(folder.path()).is_empty());

    let taken = folder.path().join("folder");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("inside"), "kept").unwrap();
    assert!(matches!(save(&taken, &siege), Err(SaveError::NotARecord(path)) if path == taken));
    assert_eq!(names_in(folder.path()), ["folder"]);
    assert_eq!(names_in(&taken), ["inside"]);

    let below_a_file = taken.join("inside").join("record.txt");
    assert!(save(&below_a_file, &siege).is_err());
    assert_eq!(fs::read_to_string(taken.join("inside")).unwrap(), "kept");
}

#[test]
fn a_reader_sees_the_old_record_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.txt");
    let one = siege();
    let many: Vec<Record> = std::iter::repeat_n(one[0].clone(), 50).collect();
    save(&file, &one).unwrap();
    let written = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !written.load(Ordering::Relaxed) {
                let records = load(&file).unwrap_or_else(|error| panic!("{error}"));
                assert!([1, 50].contains(&records.len()), "{} records", records.len());
            }
        });
        for _ in 0..20 {
            save(&file, &many).unwrap();
            save(&file, &one).unwrap();
        }
        written.store(true, Ordering::Relaxed);
    });
    assert_eq!(names_in(folder.path()), ["record.txt"]);
}

#[test]
fn pipes_and_devices_are_neither_read_nor_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(matches!(save(&pipe, &siege()), Err(SaveError::NotARecord(_))));
    assert!(matches!(load(&pipe), Err(LoadError::Io(..))));
    assert!(matches!(save("/dev/null".as_ref(), &siege()), Err(SaveError::NotARecord(_))));
}

#[test]
fn a_link_stays_and_what_it_points_to_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (link, target) = (folder.path().join("link.txt"), folder.path().join("target.txt"));
    fs::write(&target, "").unwrap();
    symlink(&target, &link).unwrap();
    save(&link, &siege()).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("[Game \"siege\"]"));
}

fn assert_not_loaded(path: &Path, expected: &str) {
    match load(path) {
        Ok(_) => panic!("{} is loaded, but should not be", path.display()),
        Err(error) => assert!(error.to_string().starts_with(expected), "{error}, not {expected}"),
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}
