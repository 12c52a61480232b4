//! Tests of learning through its public interface.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails says so by panicking")]

mod lessons;
mod progress;
mod puzzles;
