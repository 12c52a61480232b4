//! What the tests of all screens are written with.

pub(crate) mod rehearsal;
pub(crate) mod trial;
