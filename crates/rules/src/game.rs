//! The one trait that every game implements, turn-based or simultaneous.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::str::FromStr;

use crate::{Choices, ParseMoveError, ParsePositionError, Run, Seat, Turn, Variant};

/// The catalog's description of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// The name that commands take; unique.
    pub slug: &'static str,
    /// The title that people see.
    pub title: &'static str,
    /// One line on what the players do and how they win.
    pub summary: &'static str,
    /// The whole rules in our own words, with the rulings that apply, as Markdown: second-level headings, paragraphs and
    /// lists. A ruling is an item of a list that begins with its number in strong words.
    pub rules: &'static str,
    /// An example of a move, as typed.
    pub example: &'static str,
    /// What one move chooses, as sentences name it: `card`. It goes with "a", and its plural takes an s.
    pub piece: &'static str,
    /// What moves along the line, as sentences name it: `token`. Empty in a game in which nothing does.
    pub counter: &'static str,
    /// Whether the players may agree who begins.
    pub first: FirstTurn,
    /// Whether a position can come back in the same match.
    pub repeats: bool,
}

/// Who takes the first turn, by the rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstTurn {
    /// Player 1 begins, or both act at once.
    Fixed,
    /// Player 1 begins, but the players agree who that is.
    WhoIsPlayerOne,
    /// The players agree which seat begins.
    EitherSeat,
}

/// A game. A value of the implementing type is one position, and its `Display` is the position's text.
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The numbers it is played with.
    type Variant: Variant;
    /// What one seat chooses. Its text parses back.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseMoveError> + Send + Sync;
    /// Why a readable move is not allowed here, as a whole sentence.
    type Illegal: Error + Clone + Eq + Send + Sync;
    /// The catalog's description of it.
    const INFO: Info;

    /// The first position of the book.
    fn start(variant: &Self::Variant) -> Self;

    /// The first position with `first` to begin; `None` where the book does not leave that open.
    fn start_with(variant: &Self::Variant, first: Seat) -> Option<Self> {
        (first == Seat::One).then(|| Self::start(variant))
    }

    /// Reads a position. Where the text says more than the variant (its own length, say), the text counts.
    fn parse(text: &str, variant: &Self::Variant) -> Result<Self, ParsePositionError>;

    /// The variant this position belongs to.
    fn variant(&self) -> Self::Variant;

    /// Who acts.
    fn turn(&self) -> Turn;

    /// The moves of a seat, one after the other; empty exactly when the seat does not act.
    fn moves(&self, seat: Seat) -> impl Iterator<Item = Self::Move> + '_;

    /// The moves of a seat in place of what the list held, not always in the order of `moves`. A hot loop keeps the list,
    /// so it soon asks for no memory.
    #[inline]
    fn list(&self, seat: Seat, list: &mut Vec<Self::Move>) {
        list.clear();
        list.extend(self.moves(seat));
    }

    /// The move that `choose` picks, given how many there are: it answers with a number below that. `None`
    /// exactly when the seat does not act. Every number picks a different move, not always in the order of `moves`.
    fn pick(&self, seat: Seat, choose: impl FnOnce(u64) -> u64) -> Option<Self::Move> {
        match self.moves(seat).count() {
            0 => None,
            count => self.moves(seat).nth(choose(count as u64) as usize),
        }
    }

    /// Whether a move is allowed, and if not, why.
    fn check(&self, seat: Seat, chosen: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays checked moves in place.
    fn play(&mut self, choices: &Choices<Self::Move>);

    /// The position that checked moves lead to.
    #[must_use]
    fn after(&self, choices: &Choices<Self::Move>) -> Self {
        let mut next = self.clone();
        next.play(choices);
        next
    }

    /// The position without what no longer affects the play, such as who claimed a number that is taken anyway.
    /// Positions with the same canonical form have the same moves, and each leads to the same canonical form again.
    #[must_use]
    fn canonical(self) -> Self {
        self
    }

    /// Where the book is ambiguous: which reading decided, once the game is over.
    fn ruling(&self) -> Option<&'static str> {
        None
    }
}

/// A promise: one seat moves at a time, never both.
pub trait Sequential: Game {}

/// A promise: both seats choose in every turn, and the game comes to an end.
pub trait Simultaneous: Game {
    /// At most how many plies are left. Every ply lowers it.
    fn plies_left(&self) -> u64;
}

/// A promise: both seats have the same moves, and the position is a sum of independent runs of free cells.
pub trait Impartial: Sequential {
    /// The runs of free cells, from left to right.
    fn free_runs(&self) -> impl Iterator<Item = Run> + '_;

    /// Those that end at a cell or to the right of it, found without a look at the others.
    fn free_runs_from(&self, cell: u64) -> impl Iterator<Item = Run> + '_;

    /// The lengths of the runs of free cells, from left to right.
    fn runs(&self) -> impl Iterator<Item = u64> + '_ {
        self.free_runs().map(Run::len)
    }
}
