//! The tests of the rooms and their store, as one binary, because each binary links everything.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

#[path = "../../../fuzz/rooms/mod.rs"]
mod actions;
mod common;
mod corpus;
mod crash;
mod keeping;
#[path = "../../../fuzz/messages.rs"]
mod messages;
mod postgres;
#[path = "../../../fuzz/replay.rs"]
mod replay;
mod rooms;
mod secrecy;
mod sixth_game;
mod store_story;
mod studied;
mod upkeep;
