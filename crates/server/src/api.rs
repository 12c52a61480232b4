//! The HTTP API, in JSON.

pub(crate) mod pictures;
pub(crate) mod rooms;
pub(crate) mod study;
