//! Arbitrary text as a record file.
#![no_main]

#[path = "../checks.rs"]
mod checks;
#[path = "../memory.rs"]
mod memory;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::run("record_text", data));
