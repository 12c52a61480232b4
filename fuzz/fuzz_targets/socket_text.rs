//! Arbitrary text as a message of a websocket.
#![no_main]

#[path = "../memory.rs"]
mod memory;
#[path = "../messages.rs"]
mod messages;

libfuzzer_sys::fuzz_target!(|data: &[u8]| messages::check(data));
