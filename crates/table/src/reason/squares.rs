//! The token: where it stands or lands, and which squares are safe.

use std::fmt;

use crate::words::counted;

/// What is left for a seat that has lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doom {
    /// No square to go to.
    Stuck,
    /// Only ends of the line.
    Ends {
        /// How many moves there are.
        moves: usize,
    },
    /// Something that holds out for a while.
    Holds {
        /// How many moves there are.
        moves: usize,
        /// The move that holds out longest.
        defence: String,
        /// The fastest answer.
        answer: String,
    },
}

/// Why a position or move of a token on squares is worth what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SquareReason {
    /// A position where no move loses and none wins.
    AllSafe {
        /// Where the token stands.
        square: u16,
        /// How many moves there are.
        moves: usize,
    },
    /// A position where some moves lose and none wins.
    SomeSafe {
        /// Where the token stands.
        square: u16,
        /// How many moves lose.
        losing: u64,
        /// How many moves there are.
        moves: usize,
    },
    /// A position that is won.
    Won {
        /// Where the token stands.
        square: u16,
        /// The fastest winning move.
        best: String,
        /// What it leaves the opponent.
        doom: Doom,
    },
    /// A position that is lost.
    Lost {
        /// Where the token stands.
        square: u16,
        /// What is left.
        doom: Doom,
    },
    /// A position on a line where no square may be entered twice and each can be reached in one move.
    Parity {
        /// How many squares between the ends have not been visited.
        left: u64,
    },
    /// A move on such a line that lands between the ends.
    Leaves {
        /// Where it lands.
        landing: u16,
        /// How many squares between the ends it leaves.
        left: u64,
    },
    /// A move onto an end of the line.
    End {
        /// Where it lands.
        landing: u16,
    },
    /// A move after which the opponent has lost.
    Wins {
        /// Where it lands.
        landing: u16,
        /// What it leaves the opponent.
        doom: Doom,
    },
    /// A move after which a reply wins.
    Loses {
        /// Where it lands.
        landing: u16,
        /// The fastest such reply.
        reply: String,
        /// What the reply leaves.
        doom: Doom,
    },
    /// A move after which nobody can force anything.
    Safe {
        /// Where it lands.
        landing: u16,
        /// How many replies lose.
        losing: u64,
        /// How many replies there are.
        replies: usize,
    },
}

impl fmt::Display for SquareReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllSafe { square, moves } => {
                write!(f, "From {square} each of the {moves} moves is safe, so the game need not end.")
            }
            Self::SomeSafe { square, losing: 1, moves } => {
                write!(f, "From {square} the game need not end, but 1 of the {moves} moves loses.")
            }
            Self::SomeSafe { square, losing, moves } => {
                write!(f, "From {square} the game need not end, but {losing} of the {moves} moves lose.")
            }
            Self::Won { square, best, doom } => {
                write!(f, "From {square} the move {best} {}.", doom.after(Party::Opponent))
            }
            Self::Lost { square, doom } => match doom {
                Doom::Stuck => write!(f, "From {square} there is no square to go to, which loses."),
                Doom::Ends { moves: 1 } => {
                    write!(f, "From {square} the only move goes to an end of the line, which loses.")
                }
                Doom::Ends { .. } => {
                    write!(f, "From {square} every move goes to an end of the line, which loses.")
                }
                Doom::Holds { moves, defence, answer } => {
                    let what = if *moves == 1 { "only move" } else { "longest defence" };
                    write!(f, "From {square} the {what} is {defence}, and the opponent answers {answer}.")
                }
            },
            Self::Parity { left: 0 } => {
                f.write_str("No square between the ends is left, so the move lands on an end.")
            }
            Self::Parity { left } => {
                let are = if *left == 1 { "is" } else { "are" };
                let (parity, last) = last_to_enter(*left, "player to move", "opponent");
                write!(
                    f,
                    "Every square is in reach. {left} between the ends {are} left, an {parity} number, so the {last} enters the last."
                )
            }
            Self::Leaves { landing, left: 0 } => {
                write!(f, "It lands on {landing}, the last square between the ends.")
            }
            Self::Leaves { landing, left } => {
                let squares = counted(*left, "square");
                let (parity, last) = last_to_enter(*left, "the opponent enters", "you enter");
                write!(
                    f,
                    "It lands on {landing} and leaves {squares} between the ends, an {parity} number, so {last} the last."
                )
            }
            Self::End { landing } => write!(f, "It lands on {landing}, an end of the line, which loses."),
            Self::Wins { landing, doom: doom @ (Doom::Stuck | Doom::Ends { .. }) } => {
                write!(f, "It lands on {landing} and {}.", doom.after(Party::Opponent))
            }
            Self::Wins { landing, doom: Doom::Holds { moves, defence, answer } } => {
                let what = if *moves == 1 { "only reply" } else { "longest defence" };
                write!(f, "It lands on {landing}. The {what} is {defence}, and you answer {answer}.")
            }
            Self::Loses { landing, reply, doom } => {
                write!(f, "It lands on {landing}. The reply {reply} {}.", doom.after(Party::You))
            }
            Self::Safe { landing, losing: 0, replies } => {
                write!(f, "It lands on {landing}, a safe square; none of the {replies} replies loses.")
            }
            Self::Safe { landing, losing: 1, replies } => {
                write!(f, "It lands on {landing}, a safe square; 1 of the {replies} replies loses.")
            }
            Self::Safe { landing, losing, replies } => {
                write!(f, "It lands on {landing}, a safe square; {losing} of the {replies} replies lose.")
            }
        }
    }
}

/// The parity of this many squares, and which of the two enters the last of them.
fn last_to_enter(left: u64, mover: &'static str, other: &'static str) -> (&'static str, &'static str) {
    if left.is_multiple_of(2) { ("even", other) } else { ("odd", mover) }
}

/// Who has lost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Party {
    You,
    Opponent,
}

impl Doom {
    /// What a move does that leaves this: `leaves you no square to go to`.
    fn after(&self, loser: Party) -> String {
        let (whom, whose, answers) = match loser {
            Party::You => ("you", "your", "the opponent answers"),
            Party::Opponent => ("the opponent", "the", "you answer"),
        };
        match self {
            Self::Stuck => format!("leaves {whom} no square to go to"),
            Self::Ends { moves: 1 } => format!("leaves {whom} only an end of the line"),
            Self::Ends { .. } => format!("leaves {whom} only the ends of the line"),
            Self::Holds { moves, defence, answer } => {
                let what = match (moves, loser) {
                    (1, Party::You) => "only move",
                    (1, Party::Opponent) => "only reply",
                    _ => "longest defence",
                };
                format!("wins: {whose} {what} is {defence}, and {answers} {answer}")
            }
        }
    }
}
