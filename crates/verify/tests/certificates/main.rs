//! Certificates from the solvers, run through the checker: whole, altered line by line, and made up.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

mod altered;
#[path = "../../../../fuzz/certificates.rs"]
mod checks;
mod corpus;
mod holds;
mod hostile;
mod python;
#[path = "../../../../fuzz/replay.rs"]
mod replay;
mod support;
