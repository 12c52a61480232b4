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
    /// No further round can begin.
    #[error(transparent)]
    Round(#[from] RoundError),
    /// A seat is still free.
    #[error("The other player is not here yet.")]
    Waiting,
    /// There is nothing to answer.
    #[error("There is nothing to answer.")]
    NoOffer,
    /// An offer already waits for an answer.
    #[error("There is already an offer.")]
    OfferWaits,
    /// There is nothing to take back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// The rematch has already begun.
    #[error("The rematch has begun.")]
    Rematched,
    /// The seat is taken.
    #[error("That seat is taken.")]
    Taken,
    /// All seats are taken.
    #[error("Both seats are taken.")]
    Full,
    /// The log is full.
    #[error("This game has reached its maximum length. Open another one.")]
    TooLong,
    /// The take-back limit is reached.
    #[error("No more moves can be taken back in this game.")]
    TooOften,
    /// The key has opened a different room.
    #[error("This key has already opened a different game. Choose a new key.")]
    OtherGame,
    /// The room has changed since the version that the player saw.
    #[error("The game has changed since; check it and try again.")]
    Stale,
}
