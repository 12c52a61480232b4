//! The HTTP interface, in JSON.

pub(crate) mod rooms;
pub(crate) mod study;
