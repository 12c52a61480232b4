//! Who acts now, and the moves that make up one ply.

use core::fmt;
use core::ops::Index;

use crate::Seat;

/// Who acts in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// One seat moves.
    Of(Seat),
    /// Both seats choose at the same time, in secret.
    Both,
    /// The game has ended by its rules.
    Over {
        /// Who won.
        winner: Seat,
    },
}

impl Turn {
    /// Whether this seat has something to choose.
    #[must_use]
    #[inline]
    pub fn acts(self, seat: Seat) -> bool {
        match self {
            Self::Of(mover) => mover == seat,
            Self::Both => true,
            Self::Over { .. } => false,
        }
    }

    /// The winner, once the game is over.
    #[must_use]
    pub fn winner(self) -> Option<Seat> {
        match self {
            Self::Over { winner } => Some(winner),
            Self::Of(_) | Self::Both => None,
        }
    }
}

/// One checked move for each seat that acts. `choices[seat]` is that seat's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choices<M> {
    /// One seat moved.
    Of(Seat, M),
    /// Both moved: Player 1's move, then Player 2's.
    Both(M, M),
}

impl<M> Choices<M> {
    /// The seat's move, if it acted.
    pub fn get(&self, seat: Seat) -> Option<&M> {
        match (self, seat) {
            (Self::Of(mover, chosen), _) if *mover == seat => Some(chosen),
            (Self::Both(chosen, _), Seat::One) | (Self::Both(_, chosen), Seat::Two) => Some(chosen),
            (Self::Of(..), _) => None,
        }
    }

    /// The same choices in another form.
    pub fn map<T>(&self, mut form: impl FnMut(&M) -> T) -> Choices<T> {
        match self {
            Self::Of(seat, chosen) => Choices::Of(*seat, form(chosen)),
            Self::Both(one, two) => Choices::Both(form(one), form(two)),
        }
    }
}

/// `5 6`, or `3/4` where both seats moved: Player 1's move before the slash.
impl<M: fmt::Display> fmt::Display for Choices<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(_, chosen) => chosen.fmt(f),
            Self::Both(one, two) => write!(f, "{one}/{two}"),
        }
    }
}

impl<M> Index<Seat> for Choices<M> {
    type Output = M;

    /// The seat's move.
    ///
    /// # Panics
    /// When the seat did not act. [`crate::Match`] builds choices for exactly the seats that act.
    #[expect(
        clippy::panic,
        reason = "asking for the move of a seat that does not act is a bug in a game's own code"
    )]
    fn index(&self, seat: Seat) -> &M {
        self.get(seat).unwrap_or_else(|| panic!("Player {seat} did not act in this ply"))
    }
}
