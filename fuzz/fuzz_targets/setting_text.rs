//! Arbitrary `name=value` texts, for every game.
#![no_main]

#[path = "../checks.rs"]
mod checks;
#[path = "../memory.rs"]
mod memory;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::run("setting_text", data));
