//! Sums of runs: the runs, their nimbers, and the one reply that punishes.

use std::fmt;

use crate::words::list;

/// Runs of free cells, as far as a sentence can name them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Runs {
    /// Their lengths from left to right.
    Listed(Vec<u64>),
    /// How many there are, where they are too many to list.
    Counted(usize),
}

impl Runs {
    /// More runs than this are only counted.
    pub const MOST: usize = 5;

    /// Lists the runs, or counts them.
    #[must_use]
    pub fn of(runs: impl Iterator<Item = u64>) -> Self {
        let mut listed = Vec::new();
        let mut count = 0;
        for run in runs {
            count += 1;
            if count <= Self::MOST {
                listed.push(run);
            }
        }
        if count > Self::MOST { Self::Counted(count) } else { Self::Listed(listed) }
    }
}

/// `a run of 9`, `runs of 4 and 3`, or `13 runs`.
impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listed(runs) => match runs.as_slice() {
                [run] => write!(f, "a run of {run}"),
                runs => write!(f, "runs of {}", list(runs)),
            },
            Self::Counted(count) => write!(f, "{count} runs"),
        }
    }
}

/// Why a position or move in a sum of runs is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SumReason {
    /// A position where the last move wins.
    Faces {
        /// What is free.
        runs: Runs,
        /// The nimbers of the listed runs.
        nimbers: Vec<u64>,
        /// The nim-sum of all runs.
        sum: u64,
    },
    /// A move that leaves something, where the last move wins.
    Leaves {
        /// What is left free.
        runs: Runs,
        /// The nimbers of the listed runs.
        nimbers: Vec<u64>,
        /// The nim-sum of all runs.
        sum: u64,
        /// A reply that makes the sum 0; there is none exactly if it is 0.
        reply: Option<String>,
    },
    /// The move after which nothing is free.
    Last {
        /// Whether that wins.
        wins: bool,
    },
    /// A position where the last move loses.
    FacesMisere {
        /// What is free.
        runs: Runs,
        /// How many moves win.
        winning: usize,
        /// How many there are.
        moves: usize,
    },
    /// A move that leaves something, where the last move loses.
    LeavesMisere {
        /// What is left free.
        runs: Runs,
        /// A reply that wins, if there is one.
        reply: Option<String>,
    },
}

impl fmt::Display for SumReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faces { runs, nimbers, sum } => {
                let then = match sum {
                    0 => "Whatever you do, the opponent can make it 0 again.",
                    _ => "Make it 0 and you win.",
                };
                write!(f, "You face {}. {then}", Heaps { runs, nimbers, sum: *sum })
            }
            Self::Leaves { runs, nimbers, sum, reply } => {
                let heaps = Heaps { runs, nimbers, sum: *sum };
                match reply {
                    None => write!(f, "It leaves {heaps}. Every reply loses."),
                    Some(reply) => write!(f, "It leaves {heaps}. The reply {reply} makes it 0 and wins."),
                }
            }
            Self::Last { wins: true } => f.write_str("It is the last move, which wins."),
            Self::Last { wins: false } => f.write_str("It is the last move, which loses here."),
            Self::FacesMisere { runs, winning, moves } => {
                write!(f, "You face {runs}. The last move loses, and ")?;
                match (winning, moves) {
                    (0, 1) => f.write_str("your only move does not leave it to the opponent."),
                    (0, _) => write!(f, "none of your {moves} moves leaves it to the opponent."),
                    (1, 1) => f.write_str("your only move leaves it to the opponent."),
                    (1, _) => write!(f, "1 of your {moves} moves leaves it to the opponent."),
                    (_, _) if winning == moves => {
                        write!(f, "each of your {moves} moves leaves it to the opponent.")
                    }
                    _ => write!(f, "{winning} of your {moves} moves leave it to the opponent."),
                }
            }
            Self::LeavesMisere { runs, reply: None } => write!(f, "It leaves {runs}. Every reply loses."),
            Self::LeavesMisere { runs, reply: Some(reply) } => {
                write!(f, "It leaves {runs}. The reply {reply} wins.")
            }
        }
    }
}

/// Runs with their nimbers.
struct Heaps<'a> {
    runs: &'a Runs,
    nimbers: &'a [u64],
    sum: u64,
}

/// `a run of 9 with nimber 4`, or `runs of 4 and 3 with nimbers 1 and 3, nim-sum 2`.
impl fmt::Display for Heaps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { runs, nimbers, sum } = self;
        match nimbers {
            [] => write!(f, "{runs} with nim-sum {sum}"),
            [nimber] => write!(f, "{runs} with nimber {nimber}"),
            _ => write!(f, "{runs} with nimbers {}, nim-sum {sum}", list(nimbers)),
        }
    }
}
