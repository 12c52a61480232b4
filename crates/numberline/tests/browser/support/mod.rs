//! People at browsers: a server, real browsers, and waits for what they show.

mod browser;
mod driver;
mod leash;
mod log;
mod room;
mod server;
mod stage;

pub(crate) use browser::{Browser, id};
pub(crate) use room::{Dice, games, made, play_out};
pub(crate) use stage::browse;
