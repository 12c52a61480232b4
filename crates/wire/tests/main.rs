//! The tests of the JSON, as one binary, because each binary links everything.

mod boards;
mod reviews;
