//! Learning the games. Line mode, full screen and server drive what is in here, and decide nothing about it.

mod trainer;
mod walk;

pub use trainer::{Exercise, Trainer, Tried};
pub use walk::{Branch, Place, Walk};
