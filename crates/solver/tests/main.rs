//! The tests of the solvers, as one program, because each program is linked with everything.

mod cards;
mod common;
mod known;
mod matrices;
mod races;
mod sums;
mod tokens;
