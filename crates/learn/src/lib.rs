//! Learning the games. Line mode, full screen and server drive what is in here, and decide nothing about it.
//!
//! ```
//! use numberline_learn::Walk;
//!
//! let records = numberline_table::read_records("[Game \"siege\"]\n\n1. 2 2. 2 *\n")?;
//! let mut walk = Walk::new(records[0].clone())?;
//! walk.forward(1)?;
//! // Try something other than what was played, and return to the record.
//! walk.play("3")?;
//! assert!(walk.branch().is_some());
//! walk.leave_branch()?;
//! assert_eq!((walk.ply(), walk.length()), (1, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod trainer;
mod walk;

pub use trainer::{Exercise, Trainer, Tried};
pub use walk::{Branch, Place, Walk};
