//! Certificates from the solvers, run through the checker: whole, altered line by line, and made up.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

mod altered;
mod holds;
mod hostile;
mod python;
mod support;
