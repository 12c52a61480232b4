//! The tests of the JSON, as one program, because each program is linked with everything.

mod boards;
mod reviews;
