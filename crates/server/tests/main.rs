//! The tests of the rooms and their store, as one binary, because each binary links everything.

mod common;
mod crash;
mod rooms;
mod secrecy;
mod sixth_game;
mod store_story;
