//! Tests of learning through its public interface.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

mod brute;
mod lessons;
mod progress;
mod puzzles;
mod replies;
