//! Runs a check on every file of a target's corpus, for the plain tests of the crates that the targets are about.

use std::fs;
use std::path::Path;

/// Replays the corpus of a target.
#[expect(clippy::print_stdout, reason = "the file is shown only when its check fails")]
pub(crate) fn replay(target: &str, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no file", folder.display());
    for file in files {
        println!("{}", file.display());
        check(&fs::read(&file).unwrap());
    }
}
