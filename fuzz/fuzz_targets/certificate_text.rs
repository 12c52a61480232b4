//! Arbitrary text as a certificate.
#![no_main]

#[path = "../memory.rs"]
mod memory;
#[path = "../certificates.rs"]
mod certificates;

libfuzzer_sys::fuzz_target!(|data: &[u8]| certificates::check(data));
