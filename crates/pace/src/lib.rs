//! The hot paths of the rules and the solvers, each as a fixed piece of work.
//!
//! `cargo xtask counts` counts the instructions of each, and `cargo xtask peers` times them beside other programs that do
//! the same work. Every piece of work asserts or returns its answer, so none can be fast by being wrong.

mod dice;
mod playouts;
mod tasks;

pub use dice::{Dice, Shifts};
pub use playouts::{Sum, listing, picking};
pub use tasks::{TASKS, Task};
