//! The page in real use: every test here runs the real server and drives real browsers.
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking, in its helpers too, and says then what it has seen"
)]

mod access;
mod agreements;
mod answers;
mod first_game;
mod games;
mod injection;
mod keyboard;
mod learn;
mod lending;
mod lobby;
mod looks;
mod pictures;
mod reconnect;
mod returning;
mod secrets;
mod speed;
mod study;
mod support;
