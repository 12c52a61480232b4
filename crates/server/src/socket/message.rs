//! What is said over a websocket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::command::Order;

/// What a client says.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Said {
    /// The first message: who it is, and what it has seen.
    Hello {
        /// The key to a seat; none for somebody who watches.
        #[serde(default)]
        key: Option<String>,
        /// The version that has been seen, after a lost connection.
        #[serde(default)]
        since: Option<u64>,
    },
    /// A command of a player.
    Do(Order),
    /// A question whether the server is there.
    Ping,
}

/// What the server says, besides what is told in the room.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Says<'a> {
    /// The answer to a hello.
    Welcome {
        /// The seat in which the holder of the key sat down; none for a spectator.
        seat: Option<u8>,
        /// How far the room has come.
        version: u64,
    },
    /// A command is on the disk.
    Done {
        /// What the client called it.
        id: &'a str,
        /// The version that it made.
        version: u64,
    },
    /// A command was refused, and nothing has changed.
    Refused {
        /// What the client called it.
        id: &'a str,
        /// Why, as a sentence.
        reason: &'a str,
        /// How far the room has come.
        version: u64,
    },
    /// The answer to a ping.
    Pong,
    /// The last message before the server closes the socket.
    Bye {
        /// Why, as a sentence.
        reason: &'a str,
    },
}
