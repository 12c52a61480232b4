//! Replays the corpus of every fuzz target, so that bugs found by fuzzing stay fixed without fuzzing.

use std::fs;
use std::path::Path;

/// The targets whose corpus the tests of the server and of the checker replay.
const ELSEWHERE: [&str; 3] = ["certificate_text", "room_commands", "socket_text"];

#[test]
fn every_file_of_the_corpus_passes_its_check() {
    for (target, _) in crate::checks::TARGETS {
        crate::replay::replay(target, |data| crate::checks::run(target, data));
    }
}

#[test]
fn every_target_has_a_check_and_a_folder() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let names = |folder: &str| {
        let entries = fs::read_dir(fuzz.join(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let mut checked: Vec<&str> =
        crate::checks::TARGETS.iter().map(|(target, _)| *target).chain(ELSEWHERE).collect();
    checked.sort_unstable();
    assert_eq!(names("fuzz_targets"), checked);
    assert_eq!(names("corpus"), checked);
}
