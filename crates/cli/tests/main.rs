//! The tests of line mode, as one program, because each program is linked with everything.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

mod agreement;
mod paper;
mod sixth_game;
