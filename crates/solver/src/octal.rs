//! Games in which each move takes cells out of a run of free ones and may leave two shorter runs.
//!
//! The theory calls them octal games: `duel` is 0.77, also known as Kayles, and `blockade` is 0.137, Dawson's Chess.
//! All that the solvers need to know of them stands in [`Octal::TAKES`]; tests hold it to the rules.

use numberline_rules::{Blockade, Claim, Cross, Duel, Game, Impartial};

/// One kind of move: neighbouring cells are taken, and free cells next to them go too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// How many neighbouring cells are taken.
    pub width: u64,
    /// How many free cells go on either side, if there are that many.
    pub margin: u64,
}

impl Take {
    /// How many ways there are to take from a run: the taken cells begin 0, 1, … cells after the start of the run.
    #[must_use]
    pub fn ways(self, run: u64) -> u64 {
        (run + 1).saturating_sub(self.width)
    }

    /// What is left of a run on both sides when the taken cells begin this many cells after its start.
    #[must_use]
    pub fn leaves(self, run: u64, offset: u64) -> (u64, u64) {
        let right = run.saturating_sub(self.width).saturating_sub(offset);
        (offset.saturating_sub(self.margin), right.saturating_sub(self.margin))
    }

    /// The most cells that a run loses.
    #[must_use]
    pub fn most(self) -> u64 {
        self.width + 2 * self.margin
    }
}

/// A game whose moves are takes.
pub trait Octal: Impartial {
    /// The kinds of moves.
    const TAKES: &'static [Take];

    /// The move that takes the cells from `cell` on.
    fn taking(take: Take, cell: u64) -> Self::Move;

    /// Whether the player who makes the last move loses.
    fn is_misere(&self) -> bool;
}

impl Octal for Duel {
    const TAKES: &'static [Take] = &[Take { width: 1, margin: 0 }, Take { width: 2, margin: 0 }];

    fn taking(take: Take, cell: u64) -> Cross {
        if take.width == 1 { Cross::one(cell) } else { Cross::pair_at(cell) }
    }

    fn is_misere(&self) -> bool {
        self.variant().is_misere()
    }
}

impl Octal for Blockade {
    const TAKES: &'static [Take] = &[Take { width: 1, margin: 1 }];

    fn taking(_: Take, cell: u64) -> Claim {
        Claim(cell)
    }

    fn is_misere(&self) -> bool {
        self.variant().is_misere()
    }
}
