//! The program in real use: every test here runs the real binary on a pseudo-terminal.
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, in its helpers too"
)]

mod closing;
mod colour;
mod editing;
mod games;
mod hostile;
mod interrupted;
mod learning;
mod menu;
mod progress;
#[path = "../support/pty.rs"]
mod pty;
mod records;
mod regressions;
mod review;
mod secrecy;
