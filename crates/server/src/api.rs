//! The HTTP API, in JSON.

pub(crate) mod lessons;
pub(crate) mod odds;
pub(crate) mod pictures;
pub(crate) mod predictions;
pub(crate) mod progress;
pub(crate) mod puzzles;
pub(crate) mod rooms;
pub(crate) mod runs;
pub(crate) mod study;
