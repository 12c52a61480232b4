//! Helpers for the tests of all screens.

pub(crate) mod rehearsal;
pub(crate) mod trial;
