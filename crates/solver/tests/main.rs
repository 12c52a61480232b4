//! The tests of the solvers, as one program, because each program is linked with everything.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

mod cards;
mod common;
mod known;
mod matrices;
mod races;
mod sums;
mod tokens;
