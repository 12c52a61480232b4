//! The tests of the rules, as one program, because each program is linked with everything.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

mod defaults;
mod models;
mod parts;
mod pick;
mod texts;
