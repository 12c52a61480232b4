//! What is known about a position, as plain data that every front end can show.

use std::fmt;

use numberline_rules::{Seat, Turn};
use numberline_solver::{Fraction, Value};

use crate::words::{share, turns};
use crate::{Name, Point, Reason, WhereToLook, Worth};

/// Everything that is known about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Who acts.
    pub turn: Turn,
    /// Its value for the seat to move; `None` when both act or the game is over.
    pub verdict: Option<Verdict>,
    /// Its nimber, in a sum of runs where the last move wins.
    pub nimber: Option<u64>,
    /// Player 1's exact chance of winning when both play perfectly; `None` if the game need not end.
    pub chance: Option<Fraction>,
    /// Why; its text is one true sentence.
    pub why: Reason,
    /// Where each seat looks for its best move; `None` if it does not act, or nothing helps.
    pub looks: [Option<WhereToLook>; 2],
    /// What is known about the moves.
    pub moves: Known,
}

impl Analysis {
    /// Who wins with perfect play, in how many plies, with which chance: one sentence.
    #[must_use]
    pub fn headline(&self, names: &[Name; 2]) -> String {
        let name = |seat: Seat| seat.of(names);
        match (self.turn, self.verdict, &self.chance) {
            (Turn::Over { winner }, ..) => format!("The game is over: {} has won.", name(winner)),
            (Turn::Both, _, Some(chance)) => match self.sure_winner() {
                Some(winner) => format!("{} wins for sure with perfect play.", name(winner)),
                None => {
                    let one = name(Seat::One);
                    format!("{one} wins {} of the games when both play perfectly.", share(chance))
                }
            },
            (
                Turn::Of(mover),
                Some(Verdict { outcome: outcome @ (Outcome::Win | Outcome::Lose), remoteness }),
                _,
            ) => {
                let winner = if outcome == Outcome::Win { mover } else { mover.other() };
                let within = remoteness.map(|left| format!(" in {}", turns(left))).unwrap_or_default();
                format!("{} wins{within} with perfect play.", name(winner))
            }
            (Turn::Of(_) | Turn::Both, ..) => {
                "Neither player can force an end: with perfect play the game continues for ever.".to_owned()
            }
        }
    }

    /// The seat's chance of winning; none where nobody can force an end.
    #[must_use]
    pub fn chance_of(&self, seat: Seat) -> Option<Fraction> {
        let one = self.chance.as_ref()?;
        Some(if seat == Seat::One { one.clone() } else { one.complement() })
    }

    /// The seat that cannot be kept from winning.
    #[must_use]
    pub fn sure_winner(&self) -> Option<Seat> {
        match &self.chance {
            Some(chance) if chance.is_one() => Some(Seat::One),
            Some(chance) if chance.is_zero() => Some(Seat::Two),
            _ => None,
        }
    }

    /// The value of the position for Player 1: the same as a point of a review's chart.
    #[must_use]
    pub fn point(&self) -> Point {
        let verdict = |outcome, remoteness| Point::Outcome(Verdict { outcome, remoteness });
        match (self.turn, self.verdict, &self.chance) {
            (Turn::Over { winner: Seat::One }, ..) => verdict(Outcome::Win, Some(0)),
            (Turn::Over { winner: Seat::Two }, ..) => verdict(Outcome::Lose, Some(0)),
            (Turn::Both, _, Some(chance)) => Point::Chance(chance.clone()),
            (Turn::Of(seat), Some(verdict), _) => Point::of(seat, &Worth::Outcome(verdict)),
            (Turn::Of(_) | Turn::Both, ..) => Point::Unknown,
        }
    }
}

/// What is known about the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// The game is over: there are none.
    None,
    /// Every move of the seat to move, best first.
    All(Vec<Judged>),
    /// There are too many moves to list; this is the best.
    Best(Box<Judged>),
    /// Both seats act: the optimal mix of each.
    Mix([Vec<Mixed>; 2]),
}

impl Known {
    /// More moves than this are not listed one by one.
    pub const MOST: usize = 10_000;

    /// The moves that are known one by one, best first.
    #[must_use]
    pub fn listed(&self) -> &[Judged] {
        match self {
            Self::All(moves) => moves,
            Self::Best(best) => std::slice::from_ref(best),
            Self::None | Self::Mix(_) => &[],
        }
    }

    /// The best move of the seat to move.
    #[must_use]
    pub fn best(&self) -> Option<&Judged> {
        self.listed().first()
    }
}

/// What a position is worth to the seat to move, or a move to the seat that makes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The other seat wins.
    Lose,
    /// The game need not end.
    Draw,
    /// The seat wins.
    Win,
}

impl Outcome {
    /// The word that other programs rely on.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Lose => "lose",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The same end, seen by the other seat.
    #[must_use]
    pub fn for_the_other(self) -> Self {
        match self {
            Self::Lose => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Lose,
        }
    }

    /// What to ask of a player who can have it.
    #[must_use]
    pub fn quest(self) -> &'static str {
        match self {
            Self::Win | Self::Lose => "Find a move that wins",
            Self::Draw => "Find a move that keeps you safe",
        }
    }

    /// The letter shown with every colour.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Lose => 'L',
            Self::Draw => 'D',
            Self::Win => 'W',
        }
    }
}

/// An outcome with the plies to the end, if known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// Plies to the end when the winner hurries and the loser delays; `None` for a draw, or beyond the size to which
    /// distances are searched.
    pub remoteness: Option<u32>,
}

/// `win in 5 turns`, or `no forced end`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.outcome {
            Outcome::Win => "win",
            Outcome::Draw => "no forced end",
            Outcome::Lose => "loss",
        })?;
        self.remoteness.map_or(Ok(()), |plies| write!(f, " in {}", turns(plies)))
    }
}

impl Verdict {
    /// `W in 5`, or `D`: the letter shown with every colour.
    #[must_use]
    pub fn short(&self) -> String {
        let within = self.remoteness.map(|plies| format!(" in {plies}")).unwrap_or_default();
        format!("{}{within}", self.outcome.letter())
    }
}

impl From<Value> for Verdict {
    fn from(value: Value) -> Self {
        let outcome = match value {
            Value::Win(_) => Outcome::Win,
            Value::Lose(_) => Outcome::Lose,
            Value::Draw => Outcome::Draw,
        };
        Self { outcome, remoteness: value.remoteness() }
    }
}

/// A move and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The move.
    pub text: String,
    /// What it is worth to the seat that makes it; the distance counts the move itself.
    pub verdict: Verdict,
    /// The nimber it leaves, in a sum of runs where the last move wins.
    pub nimber: Option<u64>,
    /// Why; its text is one true sentence.
    pub why: Reason,
}

/// A move in an optimal mix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixed {
    /// The move.
    pub text: String,
    /// How often it is played.
    pub probability: Fraction,
    /// The seat's chance of winning with it against the most punishing of the other's optimal mixes: the position's value
    /// for the seat, less the regret.
    pub chance: Fraction,
    /// How much of the seat's chance it gives away: 0 exactly if the move belongs to one of the seat's own optimal mixes.
    pub regret: Fraction,
}
