//! The tests of the table, as one program, because each program is linked with everything.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

mod arena;
mod around;
#[path = "../../../fuzz/checks.rs"]
mod checks;
mod corpus;
mod effects;
mod every_position;
mod files;
mod hideout;
mod laws;
mod players;
mod reasons;
mod records;
mod refusals;
#[path = "../../../fuzz/replay.rs"]
mod replay;
mod requests;
mod resume;
mod review;
mod sessions;
