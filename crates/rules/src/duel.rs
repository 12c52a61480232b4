//! Number Line Duel: cross out one number or two neighbours; the player who makes the last move wins.

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
pub type DuelVariant = LastMoveVariant<10>;

/// A number, or two different ones, to cross out. Written `5` or `5 6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cross {
    low: u64,
    high: u64,
}

impl Cross {
    /// A single number.
    #[must_use]
    pub fn one(number: u64) -> Self {
        Self { low: number, high: number }
    }

    /// A number and the one after it.
    #[must_use]
    pub fn pair_at(number: u64) -> Self {
        Self { low: number, high: number.saturating_add(1) }
    }

    fn of(Run { first, last }: Run) -> Self {
        Self { low: first, high: last }
    }

    /// The smaller number, or the only one.
    #[must_use]
    pub fn low(self) -> u64 {
        self.low
    }

    /// The larger number, or the only one.
    #[must_use]
    pub fn high(self) -> u64 {
        self.high
    }
}

impl fmt::Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.low == self.high { self.low.fmt(f) } else { write!(f, "{} {}", self.low, self.high) }
    }
}

impl FromStr for Cross {
    type Err = ParseMoveError;

    /// Takes `5`, `5 6`, `6 5`, `5,6` and `5-6`.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let read = || {
            let text = text.trim();
            let Some(end) = text.find(|c: char| !c.is_ascii_digit()) else {
                return number(text).map(Self::one);
            };
            let (first, rest) = text.split_at(end);
            let rest = rest.trim_start();
            let second = rest.strip_prefix([',', '-']).unwrap_or(rest).trim_start();
            let (a, b) = (number(first)?, number(second)?);
            (a != b).then(|| Self { low: a.min(b), high: a.max(b) })
        };
        read().ok_or(ParseMoveError { expected: "one number or two neighbours" })
    }
}

/// Why numbers cannot be crossed out here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DuelIllegal {
    /// The number is not on the line.
    OffTheLine {
        /// The number.
        number: u64,
        /// The last number of the line.
        length: u64,
    },
    /// The two numbers are not next to each other.
    NotNeighbours {
        /// The smaller one.
        low: u64,
        /// The larger one.
        high: u64,
    },
    /// The number has been crossed out before.
    AlreadyCrossed(u64),
    /// It is the other seat's turn, or the game is over.
    NotToMove,
}

impl fmt::Display for DuelIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffTheLine { number, length } => write!(f, "{number} is not on the line 1 to {length}."),
            Self::NotNeighbours { low, high } => write!(f, "{low} and {high} are not next to each other."),
            Self::AlreadyCrossed(number) => write!(f, "{number} is already crossed out."),
            Self::NotToMove => f.write_str("It is not your turn."),
        }
    }
}

impl core::error::Error for DuelIllegal {}

/// A position of Number Line Duel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel {
    variant: DuelVariant,
    free: Cells,
    mover: Seat,
}

/// Solvers hash positions by the million, and all of them have the same variant.
impl Hash for Duel {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.free.hash(state);
        self.mover.hash(state);
    }
}

impl Game for Duel {
    type Variant = DuelVariant;
    type Move = Cross;
    type Illegal = DuelIllegal;

    const INFO: Info = Info {
        slug: "duel",
        title: "Number Line Duel",
        summary: "Cross out one number or two neighbours; the last move wins.",
        rules: include_str!("duel.md"),
        example: "5 6",
        piece: "number",
        counter: "",
        first: FirstTurn::WhoIsPlayerOne,
        repeats: false,
    };

    fn start(variant: &DuelVariant) -> Self {
        Self { variant: variant.clone(), free: Cells::all(variant.length()), mover: Seat::One }
    }

    /// `....XX.... 2`, or `runs 4 4 / 2` for free runs set one crossed-out number apart.
    fn parse(text: &str, variant: &DuelVariant) -> Result<Self, ParsePositionError> {
        const EXPECTED: &str =
            "as cells and mover, such as '....XX.... 2', or as free runs, such as 'runs 4 4 / 2'";
        let board = read_board(text, &['.', 'X'], variant.length(), EXPECTED)?;
        let mut free = Cells::none(board.length);
        for (run, _) in board.parts.into_iter().filter(|(_, letter)| *letter == '.') {
            free.insert(run);
        }
        Ok(Self { variant: variant.with_length(board.length), free, mover: board.mover })
    }

    fn variant(&self) -> DuelVariant {
        self.variant.clone()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.variant.turn(self.mover, self.free.is_empty())
    }

    /// By runs from left to right, the single numbers of each before its pairs.
    #[inline]
    fn moves(&self, seat: Seat) -> impl Iterator<Item = Cross> + '_ {
        let runs = if seat == self.mover { Some(self.free.runs()) } else { None };
        runs.into_iter().flatten().flat_map(|run| {
            (0..2 * run.len() - 1).map(move |place| match place.checked_sub(run.len()) {
                None => Cross::one(run.first + place),
                Some(pair) => Cross::pair_at(run.first + pair),
            })
        })
    }

    #[inline]
    fn list(&self, seat: Seat, list: &mut Vec<Cross>) {
        list.clear();
        match self.free.counted_cells_and_pairs() {
            Some(both) if seat == self.mover => list.extend(both.map(Cross::of)),
            _ => list.extend(self.moves(seat)),
        }
    }

    #[inline]
    fn pick(&self, seat: Seat, choose: impl FnOnce(u64) -> u64) -> Option<Cross> {
        if seat != self.mover {
            return None;
        }
        self.free.pick_cell_or_pair(choose).map(Cross::of)
    }

    fn check(&self, seat: Seat, chosen: Cross) -> Result<(), DuelIllegal> {
        let Cross { low, high } = chosen;
        let length = self.variant.length();
        if self.turn() != Turn::Of(seat) {
            return Err(DuelIllegal::NotToMove);
        }
        if let Some(number) = [low, high].into_iter().find(|number| !(1..=length).contains(number)) {
            return Err(DuelIllegal::OffTheLine { number, length });
        }
        if high - low > 1 {
            return Err(DuelIllegal::NotNeighbours { low, high });
        }
        match [low, high].into_iter().find(|number| !self.free.contains(*number)) {
            Some(number) => Err(DuelIllegal::AlreadyCrossed(number)),
            None => Ok(()),
        }
    }

    #[inline]
    fn play(&mut self, choices: &Choices<Cross>) {
        let Cross { low, high } = choices[self.mover];
        self.free.remove_run(Run { first: low, last: high });
        self.mover = self.mover.other();
    }
}

impl Picture for Duel {
    fn extent(&self) -> Span {
        self.variant.extent()
    }

    fn aim(&self, _: Seat, Cross { low, high }: Cross) -> Aim {
        Aim::Cells(Span { first: low.cast_signed(), last: high.cast_signed() })
    }

    fn meant(&self, _: Seat, aim: Aim) -> Option<Cross> {
        let Aim::Cells(Span { first, last }) = aim else { return None };
        Some(Cross { low: first.try_into().ok()?, high: last.try_into().ok()? })
    }

    fn touched(&self, choices: &Choices<Cross>) -> Span {
        let Cross { low, high } = choices[self.mover];
        Span { first: low.cast_signed(), last: high.cast_signed() }
    }

    fn line(&self, window: Span) -> Line {
        Line::draw(
            window,
            |cell| {
                if self.free.contains(cell.unsigned_abs()) { Mark::Open } else { Mark::Crossed }
            },
        )
    }

    fn goal(&self, _: [&str; 2]) -> Goal {
        let task = "Cross out one number or two neighbours";
        self.variant.goal(task, "the player who crosses out the last number", "crossing out the last number")
    }

    fn conclusion(&self, names: [&str; 2]) -> Option<String> {
        self.free
            .is_empty()
            .then(|| self.variant.conclusion(names, self.mover.other(), "crossed out the last number"))
    }
}

impl Sequential for Duel {}

impl Impartial for Duel {
    fn free_runs(&self) -> impl Iterator<Item = Run> + '_ {
        self.free.runs()
    }

    fn free_runs_from(&self, cell: u64) -> impl Iterator<Item = Run> + '_ {
        self.free.runs_from(cell)
    }
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, self.variant.length(), 'X', self.free.runs().map(|run| (run, '.')))?;
        write!(f, " {}", self.mover)
    }
}
