//! Arbitrary settings, position and list of moves, as a command line gives them.
#![no_main]

#[path = "../checks.rs"]
mod checks;
#[path = "../memory.rs"]
mod memory;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::run("move_list", data));
