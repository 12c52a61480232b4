//! The messages of a websocket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::command::{Command, Order, nothing_more};
use crate::id::ClientId;

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
        /// Whether a `Diff` is enough instead of a `Change` with the whole state. It does nothing beside `brief`.
        #[serde(default)]
        diffs: bool,
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

impl Said {
    /// Reads a message. Most are moves, and reading one as nothing else takes a quarter of the time: what may be anything is
    /// kept aside until its kind is known.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        match serde_json::from_str(text) {
            Ok(PlainMove { kind: "do", id, seen, what: Moving { kind: "move", text } }) => {
                Ok(Self::Do(Order { id, seen, what: Command::Move { text } }))
            }
            _ => serde_json::from_str(text),
        }
    }
}

/// A move, as most clients spell it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainMove<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    id: ClientId,
    #[serde(default)]
    seen: Option<u64>,
    #[serde(rename = "do", borrow)]
    what: Moving<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moving<'a> {
    kind: &'a str,
    text: String,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The short way to a move reads what the other one reads, and refuses the same.
    #[test]
    fn a_move_is_read_alike_however_it_is_spelled() {
        let whole = [
            r#"{"type":"do","id":"a","seen":3,"do":{"kind":"move","text":"1 right"}}"#,
            r#"{"do":{"text":"1 right","kind":"move"},"seen":3,"id":"a","type":"do"}"#,
            r#"{"type":"d\u006f","id":"a","seen":3,"do":{"kind":"mov\u0065","text":"1\u0020right"}}"#,
        ];
        let what = Command::Move { text: "1 right".into() };
        let order = ClientId::try_from("a".to_owned()).ok().map(|id| Order { id, seen: Some(3), what });
        let meant = order.map(Said::Do);
        for text in whole {
            assert!(meant.is_some() && Said::read(text).ok() == meant, "{text}");
        }
        for text in [
            r#"{"type":"do","id":"a","do":{"kind":"move","text":"5"}}"#,
            r#"{"type":"do","id":"a","seen":null,"do":{"kind":"resign"}}"#,
            r#"{"type":"do","id":"a","do":{"kind":"emote","emote":"hello"}}"#,
            r#"{"type":"ping"}"#,
            r#"{"type":"do","id":"a","do":{"kind":"resign","text":"5"}}"#,
            r#"{"type":"hello","id":"a","do":{"kind":"move","text":"5"}}"#,
            r#"{"type":{"do":null},"id":"a","do":{"kind":"move","text":"5"}}"#,
            r#"{"type":"do","type":"do","id":"a","do":{"kind":"move","text":"5"}}"#,
            r#"{"type":"do","id":"a b","do":{"kind":"move","text":"5"}}"#,
            r#"{"type":"do","id":"a","more":1,"do":{"kind":"move","text":"5"}}"#,
            r#"{"type":"do","id":"a","do":{"kind":"move","text":"5","more":1}}"#,
            r#"{"type":"do","id":"a","seen":-1,"do":{"kind":"move","text":"5"}}"#,
        ] {
            assert!(Said::read(text).ok() == serde_json::from_str(text).ok(), "{text}");
        }
    }
}
