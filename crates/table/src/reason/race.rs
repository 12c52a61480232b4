//! Siege: how far the tokens are apart, and the distance to leave.

use std::fmt;

use crate::words::all_lose;

/// Why a position or move of two tokens that run towards each other is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RaceReason {
    /// A position with the opponent within reach.
    InReach {
        /// How far the opponent is away.
        distance: u16,
    },
    /// A position with the tokens as far apart as the opponent needs them.
    Trapped {
        /// How far the tokens are apart: a multiple of the stride.
        distance: u16,
        /// One more than the longest step.
        stride: u16,
        /// How many steps there are to choose from.
        moves: usize,
    },
    /// A position from which a step leaves the tokens as far apart as the mover needs them.
    CanTrap {
        /// How far the tokens are apart.
        distance: u16,
        /// The step.
        step: u16,
        /// One more than the longest step.
        stride: u16,
    },
    /// A position with the tokens past each other.
    Passed {
        /// How many moves the mover still needs to the far base.
        own: u16,
        /// How many the opponent needs.
        opponents: u16,
    },
    /// A move onto the opponent.
    Captures,
    /// A move onto the far base.
    Arrives,
    /// A move that brings the token within the opponent's reach.
    Exposed {
        /// Where it lands.
        landing: u16,
        /// The reply that captures.
        reply: u16,
    },
    /// A move that leaves a multiple of the stride.
    Traps {
        /// How far it leaves the tokens apart.
        distance: u16,
        /// One more than the longest step.
        stride: u16,
        /// How many replies there are.
        replies: usize,
    },
    /// A move that lets the opponent leave a multiple of the stride.
    LetsTrap {
        /// How far it leaves the tokens apart.
        distance: u16,
        /// The reply.
        reply: u16,
        /// One more than the longest step.
        stride: u16,
    },
    /// A move after which the tokens are past each other.
    Runs {
        /// Whether it is this move that passes.
        passes: bool,
        /// How many more moves the mover needs to the far base.
        own: u16,
        /// How many the opponent needs, who is next.
        opponents: u16,
    },
}

impl fmt::Display for RaceReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InReach { distance } => {
                write!(f, "The opponent is {distance} away: a step of {distance} captures.")
            }
            Self::Trapped { distance, stride, moves } => {
                let step = if *moves == 1 { "your only step" } else { "any step of yours" };
                write!(f, "The tokens are {distance} apart")?;
                match distance.saturating_sub(*stride) {
                    0 => write!(f, ": after {step} the opponent can capture."),
                    left => {
                        write!(f, ", a multiple of {stride}. After {step} the opponent can leave {left}.")
                    }
                }
            }
            Self::CanTrap { distance, step, stride } => write!(
                f,
                "The tokens are {distance} apart. A step of {step} leaves {}, {}.",
                distance.saturating_sub(*step),
                Multiple(distance.saturating_sub(*step), *stride)
            ),
            Self::Passed { own, opponents } if own <= opponents => write!(
                f,
                "The tokens have passed. You need {} and the opponent {opponents}, and you are next.",
                more_moves(*own)
            ),
            Self::Passed { own, opponents } => write!(
                f,
                "The tokens have passed. You need {} and the opponent only {opponents}.",
                more_moves(*own)
            ),
            Self::Captures => f.write_str("It lands on the opponent, which wins."),
            Self::Arrives => f.write_str("It lands on the far base, which wins."),
            Self::Exposed { landing, reply } => {
                write!(f, "It lands on {landing}, within the opponent's reach: the reply {reply} captures.")
            }
            Self::Traps { distance, stride, replies } => write!(
                f,
                "It leaves the tokens {distance} apart, {}. {}",
                Multiple(*distance, *stride),
                all_lose(*replies)
            ),
            Self::LetsTrap { distance, reply, stride } => write!(
                f,
                "It leaves the tokens {distance} apart. The reply {reply} leaves {}, {}, and wins.",
                distance.saturating_sub(*reply),
                Multiple(distance.saturating_sub(*reply), *stride)
            ),
            Self::Runs { passes, own, opponents } => write!(
                f,
                "{}. Then you need {} and the opponent, who is next, {opponents}.",
                if *passes { "It passes the opponent" } else { "The tokens have passed" },
                more_moves(*own)
            ),
        }
    }
}

/// Why a distance wins for the player who leaves it: `a multiple of 4`, or, at the last, `just out of reach`.
struct Multiple(u16, u16);

impl fmt::Display for Multiple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 {
            f.write_str("just out of reach")
        } else {
            write!(f, "a multiple of {}", self.1)
        }
    }
}

fn more_moves(number: u16) -> String {
    if number == 1 { "1 more move".to_owned() } else { format!("{number} more moves") }
}
