//! The tests of the program as it is started from a shell, as one program, because each program is linked with everything.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

mod balancers;
mod catalog;
mod certificates;
mod faults;
mod proxies;
mod rooms;
mod samples;
mod seeds;
mod serve;
#[path = "support/server.rs"]
mod server;
mod shared;
mod transcripts;
