//! The server as its clients see it: a real one on a loopback port, with its own database.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that fails says so by panicking"
)]

mod bounds;
mod contract;
mod counters;
mod description;
mod doors;
mod end;
mod examples;
mod freshness;
mod house;
mod ids;
mod learn;
mod lines;
mod operator;
mod pages;
mod restart;
mod rooms;
mod sockets;
mod streams;
mod study;
mod talk;
mod trouble;
mod wire;
