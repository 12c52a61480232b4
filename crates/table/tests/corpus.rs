//! Replays the corpus of every fuzz target, so that bugs found by fuzzing stay fixed without fuzzing.

use std::fs;
use std::path::Path;

#[test]
fn every_file_of_the_corpus_passes_its_check() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (target, _) in crate::checks::TARGETS {
        let folder = corpus.join(target);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{} holds no file", folder.display());
        for file in files {
            println!("{}", file.display()); // shown only when its check fails
            crate::checks::run(target, &fs::read(&file).unwrap());
        }
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
    let mut checked: Vec<&str> = crate::checks::TARGETS.iter().map(|(target, _)| *target).collect();
    checked.sort_unstable();
    assert_eq!(names("fuzz_targets"), checked);
    assert_eq!(names("corpus"), checked);
}
