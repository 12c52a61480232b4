//! How a position looks and what to point at in it. Playing and solving need none of this.

use crate::{Aim, Choices, Game, Line, Seat, Span};

/// A game that can be drawn, and played by pointing.
pub trait Picture: Game {
    /// All the cells there are.
    fn extent(&self) -> Span;

    /// What to point at to make this checked move.
    fn aim(&self, seat: Seat, chosen: Self::Move) -> Aim;

    /// The move that pointing there means, allowed or not; `None` if no move is made that way.
    fn meant(&self, seat: Seat, aim: Aim) -> Option<Self::Move>;

    /// The cells that these moves touch: all that looks different afterwards lies within.
    fn touched(&self, choices: &Choices<Self::Move>) -> Span;

    /// A picture of the cells in the window.
    fn line(&self, window: Span) -> Line;
}
