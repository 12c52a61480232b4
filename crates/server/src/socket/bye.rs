//! Why the server closes a websocket.

use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::hub::RoomClosed;
use crate::meters::Limited;

/// Why the server closes a websocket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bye {
    /// The server is shutting down.
    Ending,
    /// Too many messages.
    TooManyMessages,
    /// A message was too large.
    TooLarge,
    /// Not a valid websocket frame.
    NoFrame,
    /// Not valid text.
    NoText,
    /// The message has no known form.
    NotUnderstood,
    /// The first message was not a hello.
    NoHello,
    /// The key does not match any seat.
    NoKey,
    /// The client was silent.
    Silent,
    /// The room is unavailable.
    Lost,
    /// It is unknown whether the client's command was saved.
    Unsure,
    /// The room was deleted.
    Deleted,
    /// The database has lost moves of the room.
    Shortened,
}

impl From<RoomClosed> for Bye {
    fn from(why: RoomClosed) -> Self {
        match why {
            RoomClosed::Deleted => Self::Deleted,
            RoomClosed::Shortened => Self::Shortened,
        }
    }
}

impl Bye {
    /// The sentence for the client.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Self::Ending => "The server is shutting down. The game is saved; come back in a moment.",
            Self::TooManyMessages => "You are sending too many messages. Slow down, then reconnect.",
            Self::TooLarge => "A message was too large.",
            Self::NoFrame => "The data was not a valid websocket frame.",
            Self::NoText => "The text was not valid UTF-8.",
            Self::NotUnderstood => {
                "A message was not understood. See the API description for valid messages."
            }
            Self::NoHello => "Say hello first, with {\"type\":\"hello\"}.",
            Self::NoKey => "This key does not match any seat in this game. Say hello without a key to watch.",
            Self::Silent => "The connection was silent for too long.",
            Self::Lost => "The game is unavailable right now. Come back in a moment.",
            Self::Unsure => {
                "The server could not confirm that this was saved. Come back in a moment, and you will see whether it was."
            }
            Self::Deleted => "This game was deleted from the server.",
            Self::Shortened => {
                "The server's database has lost the last moves of this game. Come back in a moment, and you will see what is left."
            }
        }
    }

    /// The close frame.
    pub(super) fn code(self) -> CloseCode {
        match self {
            Self::Ending => CloseCode::Restart,
            Self::TooManyMessages | Self::NoHello | Self::Silent => CloseCode::Policy,
            // A separate code: a client that comes back with the same key gets the same answer.
            Self::NoKey => CloseCode::Library(4403),
            Self::TooLarge => CloseCode::Size,
            Self::NoFrame => CloseCode::Protocol,
            Self::NoText => CloseCode::Invalid,
            Self::NotUnderstood => CloseCode::Unsupported,
            Self::Lost | Self::Unsure | Self::Shortened => CloseCode::Error,
            // Coming back is no use, either.
            Self::Deleted => CloseCode::Library(4410),
        }
    }

    /// The limit that is the reason, if any.
    pub(super) fn limited(self) -> Option<Limited> {
        match self {
            Self::TooManyMessages => Some(Limited::Messages),
            Self::TooLarge => Some(Limited::MessageBytes),
            Self::NoHello => Some(Limited::Hello),
            Self::Silent => Some(Limited::Silence),
            Self::Ending
            | Self::NoFrame
            | Self::NoText
            | Self::NotUnderstood
            | Self::NoKey
            | Self::Lost
            | Self::Unsure
            | Self::Deleted
            | Self::Shortened => None,
        }
    }
}
