//! Commands in a room, against a model of what they should do.
#![no_main]

#[path = "../memory.rs"]
mod memory;
#[path = "../rooms/mod.rs"]
mod rooms;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rooms::check(data));
