//! Why the server leaves a conversation.

use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::meters::Limited;

/// Why a socket is closed from this side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bye {
    /// The server ends.
    Ending,
    /// More was sent than is taken.
    TooManyMessages,
    /// A message was too large.
    TooLarge,
    /// What was sent is no frame.
    NoFrame,
    /// What was sent is no text.
    NoText,
    /// A message was not understood.
    NotUnderstood,
    /// There was no hello.
    NoHello,
    /// The key belongs to no seat.
    NoKey,
    /// Nothing was heard.
    Silent,
    /// The room cannot be shown.
    Lost,
}

impl Bye {
    /// What is said.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Ending => "The server is going down. The game is kept; come back in a moment.",
            Self::TooManyMessages => {
                "You send more messages than the server takes. Slow down, then come back."
            }
            Self::TooLarge => "A message was larger than the server takes.",
            Self::NoFrame => "What was sent is no frame of a websocket.",
            Self::NoText => "What was sent is no text in UTF-8.",
            Self::NotUnderstood => "A message was not understood. The API description says what can be sent.",
            Self::NoHello => "Say hello first, with {\"type\":\"hello\"}.",
            Self::NoKey => "This key belongs to no seat of this game. Say hello without a key to watch.",
            Self::Silent => "Nothing was heard for too long.",
            Self::Lost => "The game cannot be shown at the moment. Come back in a moment.",
        }
    }

    /// What the socket is closed with.
    pub(super) fn code(self) -> CloseCode {
        match self {
            Self::Ending => CloseCode::Restart,
            Self::TooManyMessages | Self::NoHello | Self::Silent => CloseCode::Policy,
            // A code of its own: whoever comes back with the same key gets the same answer.
            Self::NoKey => CloseCode::Library(4403),
            Self::TooLarge => CloseCode::Size,
            Self::NoFrame => CloseCode::Protocol,
            Self::NoText => CloseCode::Invalid,
            Self::NotUnderstood => CloseCode::Unsupported,
            Self::Lost => CloseCode::Error,
        }
    }

    /// The limit that is the reason, if one is.
    pub(super) fn limited(self) -> Option<Limited> {
        match self {
            Self::TooManyMessages => Some(Limited::Messages),
            Self::TooLarge => Some(Limited::MessageBytes),
            Self::NoHello => Some(Limited::Hello),
            Self::Silent => Some(Limited::Silence),
            Self::Ending | Self::NoFrame | Self::NoText | Self::NotUnderstood | Self::NoKey | Self::Lost => {
                None
            }
        }
    }
}
