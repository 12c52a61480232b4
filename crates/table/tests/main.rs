//! The tests of the table, as one program, because each program is linked with everything.

mod arena;
mod corpus;
mod every_position;
mod files;
mod hideout;
mod laws;
mod players;
mod records;
mod refusals;
mod review;
mod sessions;
