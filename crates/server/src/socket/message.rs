//! The messages of a websocket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::command::{Order, nothing_more};

// It may hold a key or a secret choice, so there is no `Debug`.
/// A client's message.
#[derive(PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Said {
    /// The first message: the client's key and the version it has seen.
    Hello {
        /// The key to a seat; none for a spectator.
        #[serde(default)]
        key: Option<String>,
        /// The last version seen, after a lost connection.
        #[serde(default)]
        since: Option<u64>,
        /// Whether a `Step` is enough where a match just goes on, instead of a `Change` with the whole state.
        #[serde(default)]
        brief: bool,
    },
    /// A player's command.
    Do(Order),
    /// Asks for the whole `Game`.
    #[serde(deserialize_with = "nothing_more")]
    Look,
    /// Asks whether the server is alive.
    #[serde(deserialize_with = "nothing_more")]
    Ping,
}

/// The server's messages, besides the room's own.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Says<'a> {
    /// The answer to a hello.
    Welcome {
        /// The first seat of the key's holder; none for a spectator.
        seat: Option<u8>,
        /// The room's version.
        version: u64,
    },
    /// A command is stored on disk.
    Done {
        /// The client's id for the command.
        id: &'a str,
        /// The version that the command created.
        version: u64,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// The client's id for the command.
        id: &'a str,
        /// Why, as a sentence.
        reason: &'a str,
        /// The kind of problem, as in the `type` of a problem document.
        #[schema(example = "/problems/stale")]
        problem: &'a str,
        /// The room's version.
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
