//! The rules of five two-player games on a number line, and nothing else.
//!
//! A [`Game`] is a type; a value of it is one position. Positions are plain values: they know whose turn it is,
//! which moves are allowed, why another is not, and what a move leads to. There is no clock, file, random number or
//! front end in here, and the crate needs no standard library, so the compiler keeps it that way.
//!
//! ```
//! use numberline_rules::{Match, Seat, Siege, Turn};
//!
//! let mut game = Match::<Siege>::new(&Default::default());
//! assert_eq!(game.turn(), Turn::Of(Seat::One));
//! let step = "2".parse().unwrap();
//! assert!(game.submit(Seat::One, step).is_ok());
//! assert_eq!(game.position().to_string(), "2 10 2");
//! ```
#![no_std]
extern crate alloc;

mod blockade;
mod cards;
mod cells;
mod choices;
mod duel;
mod game;
mod goal;
mod landmark;
mod last_move;
mod line;
mod matches;
mod parameter;
mod picture;
mod run_map;
mod seat;
mod select;
mod siege;
mod text;
mod token;

pub use blockade::{Blockade, BlockadeIllegal, BlockadeVariant, Claim};
pub use cards::{Card, Cards, CardsIllegal, CardsVariant, Tiebreak};
pub use cells::{Cells, Run};
pub use choices::{Choices, Turn};
pub use duel::{Cross, Duel, DuelIllegal, DuelVariant};
pub use game::{FirstTurn, Game, Impartial, Info, Sequential, Simultaneous};
pub use goal::Goal;
pub use landmark::{Landmark, Meaning};
pub use last_move::LastMoveVariant;
pub use line::{Aim, Cell, Hand, Line, Mark, Span};
pub use matches::{Match, SubmitError};
pub use parameter::{Domain, Parameter, SettingError, SettingValue, Settings, Variant};
pub use picture::Picture;
pub use seat::{ParseSeatError, Seat};
pub use siege::{Siege, SiegeIllegal, SiegeVariant, Step};
pub use text::{MINUS, ParseMoveError, ParsePositionError, numeral, signed_numeral};
pub use token::{Direction, Push, Token, TokenIllegal, TokenVariant};

/// The library example of the README is compiled and run as a test of its own.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeExamples;
