//! Replays what the fuzzer is given and has found.

use crate::replay::replay;

#[test]
fn every_message_of_the_corpus_passes_its_check() {
    replay("socket_text", crate::messages::check);
}

#[test]
fn every_room_of_the_corpus_passes_its_check() {
    replay("room_commands", crate::actions::check);
}
