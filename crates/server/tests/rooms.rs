//! Rooms in use: whole games of every kind, refusals, offers, and restarts.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails says so by panicking"
)]

#[path = "rooms/absence.rs"]
mod absence;
#[path = "rooms/clocks.rs"]
mod clocks;
#[path = "rooms/commands.rs"]
mod commands;
#[path = "rooms/computers.rs"]
mod computers;
#[path = "rooms/diffs.rs"]
mod diffs;
#[path = "rooms/loading.rs"]
mod loading;
#[path = "rooms/machines.rs"]
mod machines;
#[path = "rooms/memory.rs"]
mod memory;
#[path = "rooms/merge.rs"]
mod merge;
#[path = "rooms/offers.rs"]
mod offers;
#[path = "rooms/rounds.rs"]
mod rounds;
#[path = "rooms/seats.rs"]
mod seats;
#[path = "rooms/watching.rs"]
mod watching;
#[path = "rooms/whole_games.rs"]
mod whole_games;
