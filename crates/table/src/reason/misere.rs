//! Sums of runs where the last move loses: how many moves are left where that is fixed, or else how the best line begins.

use std::collections::BTreeMap;
use std::fmt;

use crate::words::{counted, list};

/// Runs of free cells. Here equal runs do not cancel, so all of them matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeRuns(pub Vec<u64>);

impl FreeRuns {
    /// The most runs that are listed one by one.
    pub const MOST: usize = 5;

    /// What a move does that wins and leaves these. Many runs are not counted up a second time.
    fn left_by(&self) -> String {
        if self.0.len() > Self::MOST { "wins".to_owned() } else { format!("leaves {self}") }
    }
}

/// `a run of 9`, `runs of 4 and 3`, or `7 runs (4 of 1, 2 of 3 and 1 of 5)`.
impl fmt::Display for FreeRuns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [run] => write!(f, "a run of {run}"),
            runs if runs.len() <= Self::MOST => write!(f, "runs of {}", list(runs)),
            runs => {
                let mut counts = BTreeMap::<u64, usize>::new();
                runs.iter().for_each(|run| *counts.entry(*run).or_default() += 1);
                let groups: Vec<String> =
                    counts.iter().map(|(run, count)| format!("{count} of {run}")).collect();
                write!(f, "{} runs ({})", runs.len(), list(&groups))
            }
        }
    }
}

/// How a sum of runs continues for the seat to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Continuation {
    /// Exactly this many moves are left, whatever is played.
    Fixed {
        /// How many.
        moves: u64,
    },
    /// The seat to move wins.
    Won {
        /// The fastest way to.
        best: String,
        /// What it leaves.
        leaves: FreeRuns,
        /// How it continues from there.
        then: Then,
    },
    /// The seat to move loses.
    Lost {
        /// The move that holds out longest.
        defence: String,
        /// The fastest answer.
        answer: String,
        /// What both of them leave.
        leaves: FreeRuns,
    },
}

/// How it continues for the seat that is losing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// Exactly this many moves are left, whatever is played.
    Fixed {
        /// How many.
        moves: u64,
    },
    /// It is not over yet.
    Holds {
        /// The move that holds out longest.
        defence: String,
        /// The fastest answer.
        answer: String,
    },
}

/// Why a position or move in a sum of runs is worth what it is, where the last move loses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MisereReason {
    /// A position.
    Faces {
        /// What is free.
        runs: FreeRuns,
        /// How it continues for the seat to move.
        course: Continuation,
    },
    /// A move that leaves something.
    Leaves {
        /// What is left free.
        runs: FreeRuns,
        /// How it continues for the opponent, who is to move then.
        course: Continuation,
    },
    /// The move after which nothing is free.
    Last,
}

impl fmt::Display for MisereReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faces { runs, course } => {
                write!(f, "You face {runs}")?;
                match course {
                    Continuation::Fixed { moves } => write!(f, ": {}.", last_move(*moves, true)),
                    Continuation::Won { best, leaves, then: Then::Fixed { moves } } => {
                        write!(f, ". The move {best} leaves {leaves}: {}.", last_move(*moves, false))
                    }
                    Continuation::Won { best, leaves, then: Then::Holds { defence, answer } } => write!(
                        f,
                        ". The move {best} {}; the longest defence is {defence}, and you answer {answer}.",
                        leaves.left_by()
                    ),
                    Continuation::Lost { defence, answer, leaves } => write!(
                        f,
                        ". The longest defence is {defence}, and the opponent answers {answer}, which leaves {leaves}."
                    ),
                }
            }
            Self::Leaves { runs, course } => {
                write!(f, "It leaves {runs}")?;
                match course {
                    Continuation::Fixed { moves } => write!(f, ": {}.", last_move(*moves, false)),
                    Continuation::Won { best, leaves, then: Then::Fixed { moves } } => {
                        write!(f, ". The reply {best} leaves {leaves}: {}.", last_move(*moves, true))
                    }
                    Continuation::Won { best, leaves, then: Then::Holds { defence, answer } } => write!(
                        f,
                        ". The reply {best} {}; your longest defence is {defence}, and the opponent answers {answer}.",
                        leaves.left_by()
                    ),
                    Continuation::Lost { defence, answer, leaves } => write!(
                        f,
                        ". The longest defence is {defence}, and you answer {answer}, which leaves {leaves}."
                    ),
                }
            }
            Self::Last => f.write_str("It is the last move, which loses here."),
        }
    }
}

/// Whose the last of this many moves is, if you or the opponent make the first of them.
fn last_move(moves: u64, you_begin: bool) -> String {
    let whose = if moves.is_multiple_of(2) == you_begin { "the opponent's" } else { "yours" };
    format!("exactly {}, and the last one, which loses, is {whose}", counted(moves, "move"))
}
