//! The HTTP API, in JSON.

pub(crate) mod rooms;
pub(crate) mod study;
