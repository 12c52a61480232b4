//! Why a room refuses a command.

use numberline_table::{RoundError, UndoError};

/// Why a command is refused. The text is a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The rules do not allow the move, or it cannot be read.
    #[error("{0}")]
    Move(String),
    /// The match is over.
    #[error("The game is over.")]
    Over,
    /// No other round can begin.
    #[error(transparent)]
    Round(#[from] RoundError),
    /// Somebody still has to come.
    #[error("The other player is not here yet.")]
    Waiting,
    /// There is nothing to answer.
    #[error("There is nothing to answer.")]
    NoOffer,
    /// Something waits for an answer already.
    #[error("There is an offer already.")]
    OfferWaits,
    /// Nothing can be taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// The same players play again already.
    #[error("The rematch has begun.")]
    Rematched,
    /// Somebody sits there.
    #[error("That seat is taken.")]
    Taken,
    /// Nobody can sit down any more.
    #[error("Both seats are taken.")]
    Full,
    /// The log has all the entries that it may have.
    #[error("This has gone on for longer than a game may. Open another.")]
    TooLong,
    /// No more moves can be taken back.
    #[error("So many moves were taken back here that no more can be.")]
    TooOften,
    /// The key has opened a room for something else.
    #[error("This key has opened another game. Make up another key.")]
    OtherGame,
    /// What was seen and what is are different things.
    #[error("The game has moved on; look at it and try again.")]
    Stale,
}
