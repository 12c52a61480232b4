//! People at browsers: a server, real browsers, and waits for what they show.

mod browser;
mod chromium;
mod driver;
mod engine;
mod firefox;
mod leash;
mod pool;
mod room;
mod server;
mod special;
mod stage;

pub(crate) use browser::{Browser, id};
pub(crate) use engine::Fault;
pub(crate) use pool::{RUNTIME, lend, ready};
pub(crate) use room::{Dice, games, made, play_out};
pub(crate) use stage::browse;
