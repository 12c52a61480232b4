//! Arbitrary text as a move, at a few positions of every game.
#![no_main]

#[path = "../checks.rs"]
mod checks;
#[path = "../memory.rs"]
mod memory;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::run("move_text", data));
