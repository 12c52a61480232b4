//! Sums of runs where the last move wins: the runs, their nimbers, and the one reply that punishes.

use std::collections::BTreeSet;
use std::fmt;

use crate::words::list;

/// Runs of free cells with their nimbers, as far as a sentence can name them. Two equal runs, or two equal nimbers, make
/// no difference to the nim-sum, so where there are many they are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heaps {
    /// Every run.
    Listed {
        /// The lengths from left to right.
        runs: Vec<u64>,
        /// Their nimbers.
        nimbers: Vec<u64>,
    },
    /// The runs that are left when equal ones cancel in pairs.
    WithoutPairs {
        /// How many runs there are in all.
        count: usize,
        /// The lengths that are left, ascending.
        runs: Vec<u64>,
        /// Their nimbers.
        nimbers: Vec<u64>,
    },
    /// The nimbers that are left when equal ones cancel in pairs.
    Nimbers {
        /// How many runs there are in all.
        count: usize,
        /// The nimbers that are left, ascending.
        nimbers: Vec<u64>,
    },
}

impl Heaps {
    /// What a reader has to know about the numbers in these sentences.
    pub const MEANING: &str = "A nimber says what a run of free numbers is worth. If the nimbers of all runs have a nim-sum of 0, the player to move loses.";

    /// The game and the lesson in which nimbers are learnt.
    pub const LESSON: [&str; 2] = ["duel", "nimbers"];

    /// Whether a text speaks of nimbers, so that a newcomer has to be told what they are.
    #[must_use]
    pub fn are_in(text: &str) -> bool {
        text.contains("nimber")
    }
    /// The most runs that are listed.
    pub const MOST: usize = 5;

    /// Names the runs, each with its nimber.
    #[must_use]
    pub fn of(runs: impl Iterator<Item = u64>, nimber: impl Fn(u64) -> u64) -> Self {
        let mut first = Vec::new();
        let mut left = BTreeSet::new();
        let mut count = 0;
        for run in runs {
            count += 1;
            if count <= Self::MOST {
                first.push(run);
            }
            toggle(&mut left, run);
        }
        let nimbers = |runs: &[u64]| runs.iter().map(|run| nimber(*run)).collect();
        if count <= Self::MOST {
            return Self::Listed { nimbers: nimbers(&first), runs: first };
        }
        if left.len() <= Self::MOST {
            let runs: Vec<u64> = left.into_iter().collect();
            return Self::WithoutPairs { count, nimbers: nimbers(&runs), runs };
        }
        let mut odd = BTreeSet::new();
        left.into_iter().map(nimber).filter(|nimber| *nimber > 0).for_each(|nimber| toggle(&mut odd, nimber));
        Self::Nimbers { count, nimbers: odd.into_iter().collect() }
    }

    /// `a run of 9`, `runs of 4 and 3`, or `7 runs`.
    fn without_nimbers(&self) -> String {
        match self {
            Self::Listed { runs, .. } => match runs.as_slice() {
                [run] => format!("a run of {run}"),
                runs => format!("runs of {}", list(runs)),
            },
            Self::WithoutPairs { count, .. } | Self::Nimbers { count, .. } => format!("{count} runs"),
        }
    }

    /// Whether every run has an equal one beside it, so that each move in one can be copied in the other.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        match self {
            Self::Listed { runs, .. } => {
                let mut left = BTreeSet::new();
                runs.iter().for_each(|run| toggle(&mut left, *run));
                left.is_empty()
            }
            Self::WithoutPairs { runs, .. } => runs.is_empty(),
            Self::Nimbers { .. } => false,
        }
    }

    /// Equal runs need no nimbers: `equal runs of 4 and 4`, or `runs of 1, 5, 1 and 5, equal in pairs`; and what the other one
    /// of a pair is called. `None` if they are not paired.
    fn pairs(&self) -> Option<(String, &'static str)> {
        let runs = self.without_nimbers();
        self.is_paired().then(|| match self {
            Self::Listed { runs: two, .. } if two.len() == 2 => (format!("equal {runs}"), "the other"),
            _ => (format!("{runs}, equal in pairs"), "its twin"),
        })
    }

    /// The nim-sum of all runs.
    #[must_use]
    pub fn sum(&self) -> u64 {
        let (Self::Listed { nimbers, .. }
        | Self::WithoutPairs { nimbers, .. }
        | Self::Nimbers { nimbers, .. }) = self;
        nimbers.iter().fold(0, |sum, nimber| sum ^ nimber)
    }
}

/// Of two equal numbers nothing is left.
fn toggle(left: &mut BTreeSet<u64>, number: u64) {
    if !left.remove(&number) {
        left.insert(number);
    }
}

/// `a run of 9 with nimber 4`, or `runs of 4 and 3 with nimbers 1 and 3, nim-sum 2`; of many,
/// `7 runs. Equal runs cancel in pairs and leave runs of …`.
impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |f: &mut fmt::Formatter<'_>, runs: &[u64], nimbers: &[u64]| match (runs, nimbers) {
            ([run], [nimber]) => write!(f, "a run of {run} with nimber {nimber}"),
            _ => write!(f, "runs of {} with nimbers {}, nim-sum {}", list(runs), list(nimbers), self.sum()),
        };
        match self {
            Self::Listed { runs, nimbers } => named(f, runs, nimbers),
            Self::WithoutPairs { count, runs, nimbers } => {
                write!(f, "{count} runs. Equal runs cancel in pairs and leave ")?;
                named(f, runs, nimbers)
            }
            Self::Nimbers { count, nimbers } => {
                write!(f, "{count} runs. Equal nimbers cancel in pairs and leave ")?;
                match nimbers.as_slice() {
                    [] => f.write_str("nothing, nim-sum 0"),
                    [nimber] => write!(f, "a nim-sum of {nimber}"),
                    nimbers => write!(f, "{}, nim-sum {}", list(nimbers), self.sum()),
                }
            }
        }
    }
}

/// Why a position or move in a sum of runs is worth what it is, where the last move wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SumReason {
    /// A position.
    Faces {
        /// What is free.
        heaps: Heaps,
    },
    /// A move that leaves something.
    Leaves {
        /// What is left free.
        heaps: Heaps,
        /// A reply that makes the sum 0, and wins as soon as any; there is none exactly if it is 0.
        reply: Option<String>,
    },
    /// The move after which nothing is free.
    Last,
}

impl SumReason {
    /// The sentence without nimbers, for those who do not know them yet.
    #[must_use]
    pub fn without_nimbers(&self) -> String {
        if let Some(said) = self.in_pairs() {
            return said;
        }
        match self {
            Self::Faces { heaps } => {
                let runs = heaps.without_nimbers();
                let then = match heaps.sum() {
                    0 => "Whatever you do, the opponent has a winning reply.",
                    _ => "One of the moves wins.",
                };
                format!("You face {runs}. {then}")
            }
            Self::Leaves { heaps, reply: None } => {
                format!("It leaves {}. Every reply loses.", heaps.without_nimbers())
            }
            Self::Leaves { heaps, reply: Some(reply) } => {
                format!("It leaves {}. The reply {reply} wins.", heaps.without_nimbers())
            }
            Self::Last => self.to_string(),
        }
    }

    /// The sentence for runs that are equal in pairs.
    fn in_pairs(&self) -> Option<String> {
        match self {
            Self::Faces { heaps } => heaps.pairs().map(|(runs, other)| {
                format!("You face {runs}: whatever you do in one, the opponent can do in {other}.")
            }),
            Self::Leaves { heaps, reply: None } => heaps.pairs().map(|(runs, other)| {
                format!(
                    "It leaves {runs}: whatever is done in one, you can do in {other}. Every reply loses."
                )
            }),
            Self::Leaves { .. } | Self::Last => None,
        }
    }
}

impl fmt::Display for SumReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(said) = self.in_pairs() {
            return f.write_str(&said);
        }
        match self {
            Self::Faces { heaps } => {
                let then = match heaps.sum() {
                    0 => "Whatever you do, the opponent can make it 0 again.",
                    _ => "Make it 0 and you win.",
                };
                write!(f, "You face {heaps}. {then}")
            }
            // A player with a single move left faces one run of one move, and its nimber is not 0: there are several replies.
            Self::Leaves { heaps, reply: None } => write!(f, "It leaves {heaps}. Every reply loses."),
            Self::Leaves { heaps, reply: Some(reply) } => {
                write!(f, "It leaves {heaps}. The reply {reply} makes it 0 and wins.")
            }
            Self::Last => f.write_str("It is the last move, which wins."),
        }
    }
}
