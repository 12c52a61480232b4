//! Replays what the fuzzer is given and has found.

#[test]
fn every_file_of_the_corpus_passes_its_check() {
    crate::replay::replay("certificate_text", crate::checks::check);
}
