//! Number Line Blockade: claim a free number, its neighbours are blocked; the player who makes the last move wins.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use crate::cells::write_cells;
use crate::last_move::read_board;
use crate::text::number;
use crate::{
    Aim, Cells, Choices, FirstTurn, Game, Goal, Impartial, Info, LastMoveVariant, Line, Mark, ParseMoveError,
    ParsePositionError, Picture, Run, Seat, Sequential, Span, Turn,
};

/// How long the line is, and whether the last move wins or loses.
pub type BlockadeVariant = LastMoveVariant<21>;

/// The number to claim. Written `11`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Claim(pub u64);

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Claim {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        number(text.trim()).map(Self).ok_or(ParseMoveError { expected: "one number" })
    }
}

/// Why a number cannot be claimed here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockadeIllegal {
    /// The number is not on the line.
    OffTheLine {
        /// The number.
        number: u64,
        /// The last number of the line.
        length: u64,
    },
    /// A seat has claimed it before.
    Claimed {
        /// The number.
        number: u64,
        /// Who has it.
        by: Seat,
    },
    /// It is blocked.
    Blocked {
        /// The number.
        number: u64,
        /// The claimed neighbour that blocks it; `None` in a position that was set up.
        by: Option<u64>,
    },
    /// It is the other seat's turn, or the game is over.
    NotToMove,
}

impl fmt::Display for BlockadeIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffTheLine { number, length } => write!(f, "{number} is not on the line 1 to {length}."),
            Self::Claimed { number, .. } => write!(f, "{number} is already claimed."),
            Self::Blocked { number, by: Some(by) } => {
                write!(f, "{number} is blocked, because {by} is claimed.")
            }
            Self::Blocked { number, by: None } => write!(f, "{number} is blocked."),
            Self::NotToMove => f.write_str("It is not your turn."),
        }
    }
}

impl core::error::Error for BlockadeIllegal {}

/// A position of Number Line Blockade. What is neither free nor claimed is blocked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blockade {
    variant: BlockadeVariant,
    free: Cells,
    claimed: [Cells; 2],
    mover: Seat,
}

/// Solvers hash positions by the million, and all of them have the same variant.
impl Hash for Blockade {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.free.hash(state);
        self.claimed.hash(state);
        self.mover.hash(state);
    }
}

impl Blockade {
    fn claimed_by(&self, number: u64) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| seat.of(&self.claimed).contains(number))
    }

    #[inline]
    fn claim(&mut self, seat: Seat, number: u64) {
        seat.of_mut(&mut self.claimed).insert(Run { first: number, last: number });
        self.free.remove(number - 1);
        self.free.remove_run(Run { first: number, last: number + 1 });
    }
}

impl Game for Blockade {
    type Variant = BlockadeVariant;
    type Move = Claim;
    type Illegal = BlockadeIllegal;

    const INFO: Info = Info {
        slug: "blockade",
        title: "Number Line Blockade",
        summary: "Claim a number, block its neighbours; the last move wins.",
        rules: include_str!("blockade.md"),
        example: "11",
        piece: "number",
        counter: "",
        first: FirstTurn::Fixed,
        repeats: false,
    };

    fn start(variant: &BlockadeVariant) -> Self {
        let length = variant.length();
        let claimed = [Cells::none(length), Cells::none(length)];
        Self { variant: variant.clone(), free: Cells::all(length), claimed, mover: Seat::One }
    }

    /// `.....-O-.-X-......... 1`, or `runs 5 1 9 / 1` for free runs set one blocked number apart. Blocked cells are
    /// part of the text, so that a position can be set up that no game leads to (ruling R5).
    fn parse(text: &str, variant: &BlockadeVariant) -> Result<Self, ParsePositionError> {
        const EXPECTED: &str =
            "as cells and mover, such as '.-X-.-O-.. 1', or as free runs, such as 'runs 5 1 9 / 1'";
        let board = read_board(text, &['.', '-', 'X', 'O'], variant.length(), EXPECTED)?;
        let mut position = Self::start(&variant.with_length(board.length));
        position.mover = board.mover;
        position.free = Cells::none(board.length);
        for (run, letter) in &board.parts {
            match letter {
                '.' => position.free.insert(*run),
                'X' => Seat::One.of_mut(&mut position.claimed).insert(*run),
                'O' => Seat::Two.of_mut(&mut position.claimed).insert(*run),
                _ => {}
            }
        }
        // Claims are single cells, and each has only blocked neighbours.
        for run in position.claimed.iter().flat_map(Cells::runs) {
            let neighbour = [run.first - 1, run.last + 1]
                .into_iter()
                .find(|cell| position.free.contains(*cell) || position.claimed_by(*cell).is_some());
            let neighbour = if run.first < run.last { Some(run.first + 1) } else { neighbour };
            if let Some(neighbour) = neighbour {
                let reason =
                    format!("{} is claimed, so its neighbour {neighbour} must be blocked.", run.first);
                return Err(ParsePositionError::Impossible(reason));
            }
        }
        Ok(position)
    }

    fn variant(&self) -> BlockadeVariant {
        self.variant.clone()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.variant.turn(self.mover, self.free.is_empty())
    }

    #[inline]
    fn moves(&self, seat: Seat) -> impl Iterator<Item = Claim> + '_ {
        let cells = if seat == self.mover { Some(self.free.iter()) } else { None };
        cells.into_iter().flatten().map(Claim)
    }

    #[inline]
    fn list(&self, seat: Seat, list: &mut Vec<Claim>) {
        list.clear();
        match self.free.counted_cells() {
            Some(cells) if seat == self.mover => list.extend(cells.map(Claim)),
            _ => list.extend(self.moves(seat)),
        }
    }

    #[inline]
    fn pick(&self, seat: Seat, choose: impl FnOnce(u64) -> u64) -> Option<Claim> {
        if seat == self.mover { self.free.pick_cell(choose).map(Claim) } else { None }
    }

    fn check(&self, seat: Seat, Claim(number): Claim) -> Result<(), BlockadeIllegal> {
        let length = self.variant.length();
        if self.turn() != Turn::Of(seat) {
            Err(BlockadeIllegal::NotToMove)
        } else if !(1..=length).contains(&number) {
            Err(BlockadeIllegal::OffTheLine { number, length })
        } else if self.free.contains(number) {
            Ok(())
        } else if let Some(by) = self.claimed_by(number) {
            Err(BlockadeIllegal::Claimed { number, by })
        } else {
            let by = [number - 1, number + 1].into_iter().find(|cell| self.claimed_by(*cell).is_some());
            Err(BlockadeIllegal::Blocked { number, by })
        }
    }

    #[inline]
    fn play(&mut self, choices: &Choices<Claim>) {
        let Claim(number) = choices[self.mover];
        self.claim(self.mover, number);
        self.mover = self.mover.other();
    }

    /// Drops who claimed what, and whether a number is claimed or blocked: no seat will ever move there again.
    #[inline]
    fn canonical(mut self) -> Self {
        self.claimed.iter_mut().for_each(Cells::clear);
        self
    }
}

impl Picture for Blockade {
    fn extent(&self) -> Span {
        self.variant.extent()
    }

    fn aim(&self, _: Seat, Claim(number): Claim) -> Aim {
        Aim::cell(number.cast_signed())
    }

    fn meant(&self, _: Seat, aim: Aim) -> Option<Claim> {
        Some(Claim(aim.single()?.try_into().ok()?))
    }

    fn touched(&self, choices: &Choices<Claim>) -> Span {
        let number = choices[self.mover].0.cast_signed();
        Span { first: number, last: number }.widened(1, self.extent())
    }

    fn line(&self, window: Span) -> Line {
        Line::draw(window, |cell| {
            let cell = cell.unsigned_abs();
            match self.claimed_by(cell) {
                Some(seat) => Mark::Claimed(seat),
                None if self.free.contains(cell) => Mark::Open,
                None => Mark::Blocked,
            }
        })
    }

    fn goal(&self, _: [&str; 2]) -> Goal {
        let task = "Claim a free number, which blocks its neighbours";
        self.variant.goal(task, "the player who makes the last claim", "the last claim")
    }

    fn conclusion(&self, names: [&str; 2]) -> Option<String> {
        self.free
            .is_empty()
            .then(|| self.variant.conclusion(names, self.mover.other(), "claimed the last free number"))
    }
}

impl Sequential for Blockade {}

impl Impartial for Blockade {
    fn free_runs(&self) -> impl Iterator<Item = Run> + '_ {
        self.free.runs()
    }

    fn free_runs_from(&self, cell: u64) -> impl Iterator<Item = Run> + '_ {
        self.free.runs_from(cell)
    }
}

impl fmt::Display for Blockade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = &self.claimed;
        let free = self.free.runs().map(|run| (run, '.'));
        let claims = one.runs().map(|run| (run, 'X')).chain(two.runs().map(|run| (run, 'O')));
        write_cells(f, self.variant.length(), '-', free.chain(claims))?;
        write!(f, " {}", self.mover)
    }
}
