//! Why a room refuses a command.

use std::convert::Infallible;

use numberline_rules::SubmitError;
use numberline_table::{NameError, RoundError, UndoError};

/// Why a command is refused. The text is a sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The rules do not allow the move, or it cannot be read.
    #[error("{0}")]
    Move(String),
    /// The match is over, or it is the other player's turn.
    #[error(transparent)]
    Submit(#[from] SubmitError<Infallible>),
    /// No further round can begin.
    #[error(transparent)]
    Round(#[from] RoundError),
    /// A seat is still free.
    #[error("The other player is not here yet.")]
    Waiting,
    /// The challenge was withdrawn.
    #[error("This challenge was withdrawn.")]
    Withdrawn,
    /// The game has begun.
    #[error("The other player is here already. Resign, if you do not want to play.")]
    Begun,
    /// The opponent has not left, or not long enough.
    #[error("Your opponent may still come back. You can claim the win once they have been gone for a while.")]
    NotGone,
    /// There is no person to talk to.
    #[error("There is no other player to talk to.")]
    NoListener,
    /// Enough was said.
    #[error("You have said enough in this game.")]
    SaidEnough,
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
    /// The name is taken.
    #[error(transparent)]
    Name(#[from] NameError),
    /// All seats are taken.
    #[error("Both seats are taken.")]
    Full,
    /// The log is full.
    #[error(
        "This game has reached its maximum length. Agree on a draw or resign, then offer a rematch: it begins in a new room."
    )]
    TooLong,
    /// The take-back limit is reached.
    #[error("No more moves can be taken back in this game.")]
    TooOften,
    /// The key has opened a different room.
    #[error("This key has already opened a different game. Choose a new key.")]
    OtherGame,
    /// The id belongs to another command of this player.
    #[error("This id was used for another command. Choose a new id for each command.")]
    IdReused,
    /// The room has changed since the version that the player saw.
    #[error("The game has changed since; check it and try again.")]
    Stale,
}
