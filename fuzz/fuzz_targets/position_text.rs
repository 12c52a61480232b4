//! Arbitrary settings and position text, for every game.
#![no_main]

#[path = "../checks.rs"]
mod checks;
#[path = "../memory.rs"]
mod memory;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::run("position_text", data));
