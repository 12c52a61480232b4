//! Exact solvers for the five games: who wins, how soon, and with which move or mix of moves.
//!
//! An answer is exact or it is a [`SolveError`] that names the limit; nothing is approximated, and nothing here reads,
//! writes or draws. A solved game is an oracle:
//!
//! | oracle | solves | by |
//! |---|---|---|
//! | [`Grundy`] | `duel`, `blockade`, up to 10^18 cells | nim-values with a proven period |
//! | [`Sums`] | the same with distances, and misère | search that remembers collections of runs |
//! | [`TokenOracle`] | `token` | retrograde analysis by square, or by square and visited squares; parity |
//! | [`Race`] | `siege` | two formulas |
//! | [`Induction`] | `cards`, and any game that ends | backward induction with exact matrix games |
//! | [`Retrograde`] | any game where one seat moves at a time | retrograde analysis with endless draws |
//!
//! ```
//! use numberline_rules::{Game, Siege};
//! use numberline_solver::{Oracle, Race, Value};
//!
//! let start = Siege::start(&Default::default());
//! assert_eq!(Race.value(&start), Some(Value::Win(5)));
//! assert_eq!(Race.ranked(&start)[0].chosen.to_string(), "2");
//! ```

pub mod cards;
mod error;
mod fraction;
mod graph;
mod grundy;
mod guide;
mod induction;
mod loops;
mod matrix;
mod modular;
mod nash;
mod nim;
mod numbers;
mod octal;
mod oracle;
mod parity;
mod paths;
mod progress;
mod race;
mod regret;
mod retrograde;
mod simplex;
mod sums;
mod token;
mod value;

pub use error::SolveError;
pub use fraction::{Fraction, ParseFractionError};
pub use grundy::Grundy;
pub use induction::{Induction, MOST_MIXED_POSITIONS, MOST_MIXED_POSITIONS_LARGE, Mix, Weighed};
pub use matrix::Matrix;
pub use nash::{Payoff, Solution};
pub use nim::NimSequence;
pub use octal::{Octal, Take};
pub use oracle::{Oracle, Rated};
pub use progress::{Effort, Progress};
pub use race::Race;
pub use retrograde::{MOST_POSITIONS, Retrograde};
pub use sums::{LONGEST_SUM, LONGEST_SUM_LARGE, Sums};
pub use token::TokenOracle;
pub use value::Value;
