//! How a position looks, what to point at in it, and what a player is told. Playing and solving need none of this.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Aim, Choices, Game, Goal, Landmark, Line, Seat, Span};

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

    /// The cells that mean something wherever the pieces are.
    fn landmarks(&self) -> Vec<Landmark> {
        Vec::new()
    }

    /// What to do and how to win in this variant. The names are those of the players, by their seats.
    fn goal(&self, _names: [&str; 2]) -> Goal {
        Goal::in_one(Self::INFO.summary)
    }

    /// What matters here and the line does not show, in one sentence.
    fn unseen(&self, _names: [&str; 2]) -> Option<String> {
        None
    }

    /// Why the game is over and who has won or lost, in one sentence; `None` while it is not over.
    fn conclusion(&self, names: [&str; 2]) -> Option<String> {
        self.turn().winner().map(|winner| format!("{} wins.", winner.of(&names)))
    }
}
