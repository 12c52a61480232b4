//! The tests of the rooms and their store, as one program, because each program is linked with everything.

mod common;
mod crash;
mod rooms;
mod secrecy;
mod sixth_game;
mod store_story;
