//! What must hold for every text that a client sends over a websocket.
//!
//! A second reader, which looks at plain JSON and knows nothing of the server's types, says what each text means. The
//! server must read the same, and refuse what the second reader does not know.
#![allow(clippy::panic, reason = "a check that fails panics")]

use numberline_server::{ClientId, Command, Order, Said, SeatKey};
use serde_json::{Map, Value, json};

/// Treats the bytes as the text of a frame.
pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let said = Said::read(text).ok();
    let value = serde_json::from_str::<Value>(text).ok();
    let meant = value.as_ref().filter(|value| !is_positional(value)).map(meaning);
    match (&said, meant) {
        (None, None | Some(None)) => {}
        (Some(_), None) => assert!(value.is_some(), "what is read is JSON"),
        (Some(said), Some(meant)) => assert!(meant.as_ref() == Some(said), "both readers agree"),
        // A name that stands twice is refused here, and lost in the value.
        (None, Some(Some(meant))) => {
            assert!(read(&spelled(&meant)) == Some(meant), "only a doubled name differs");
        }
    }
    let Some(said) = said else { return };
    assert!(size(&said) <= text.len(), "a message costs what its text does");
    assert!(read(&spelled(&said)) == Some(said), "a message reads back");
}

fn read(value: &Value) -> Option<Said> {
    Said::read(&value.to_string()).ok()
}

/// Whether a list stands for an object, or a number for a word. They are read by the order of the fields and of the kinds,
/// which is not part of the interface.
fn is_positional(value: &Value) -> bool {
    let is = |value: &Value, tag: &str| value.is_array() || value.get(tag).is_some_and(Value::is_number);
    is(value, "type") || value.get("do").is_some_and(|command| is(command, "kind"))
}

/// What a message means, if it is one.
fn meaning(value: &Value) -> Option<Said> {
    let fields = value.as_object()?;
    match fields.get("type")?.as_str()? {
        "ping" => only(fields, &["type"]).map(|()| Said::Ping),
        "look" => only(fields, &["type"]).map(|()| Said::Look),
        "hello" => {
            only(fields, &["type", "key", "since", "brief", "diffs"])?;
            let key = optional(fields, "key", |key| key.as_str().map(str::to_owned))?;
            let flag = |name| fields.get(name).map_or(Some(false), Value::as_bool);
            let (brief, diffs) = (flag("brief")?, flag("diffs")?);
            Some(Said::Hello { key, since: optional(fields, "since", Value::as_u64)?, brief, diffs })
        }
        "do" => {
            only(fields, &["type", "id", "seen", "do"])?;
            let id = ClientId::try_from(fields.get("id")?.as_str()?.to_owned()).ok()?;
            let seen = optional(fields, "seen", Value::as_u64)?;
            Some(Said::Do(Order { id, seen, what: command(fields.get("do")?)? }))
        }
        _ => None,
    }
}

fn command(value: &Value) -> Option<Command> {
    let fields = value.as_object()?;
    let kind = fields.get("kind")?.as_str()?;
    if kind == "move" {
        only(fields, &["kind", "text"])?;
        return Some(Command::Move { text: fields.get("text")?.as_str()?.to_owned() });
    }
    if kind == "emote" {
        only(fields, &["kind", "emote"])?;
        return fields.get("emote")?.as_str()?.parse().ok().map(|emote| Command::Emote { emote });
    }
    only(fields, &["kind"])?;
    let plain = [
        ("offerDraw", Command::OfferDraw),
        ("askBack", Command::AskBack),
        ("offerRematch", Command::OfferRematch),
        ("accept", Command::Accept),
        ("decline", Command::Decline),
        ("resign", Command::Resign),
        ("nextRound", Command::NextRound),
        ("cancel", Command::Cancel),
        ("claim", Command::Claim),
    ];
    plain.into_iter().find(|(word, _)| *word == kind).map(|(_, command)| command)
}

/// No field beside these.
fn only(fields: &Map<String, Value>, known: &[&str]) -> Option<()> {
    fields.keys().all(|name| known.contains(&name.as_str())).then_some(())
}

/// A field that may be missing or null, but not of another kind.
fn optional<T>(
    fields: &Map<String, Value>,
    name: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Option<Option<T>> {
    match fields.get(name) {
        None | Some(Value::Null) => Some(None),
        Some(value) => read(value).map(Some),
    }
}

/// A message as a client would write it.
fn spelled(said: &Said) -> Value {
    match said {
        Said::Ping => json!({ "type": "ping" }),
        Said::Look => json!({ "type": "look" }),
        Said::Hello { key, since, brief, diffs } => {
            if let Some(key) = key.as_ref().and_then(|key| key.parse::<SeatKey>().ok()) {
                assert_eq!(key.reveal().parse(), Ok(key), "a key reads back");
            }
            json!({ "type": "hello", "key": key, "since": since, "brief": brief, "diffs": diffs })
        }
        Said::Do(Order { id, seen, what }) => json!({ "type": "do", "id": id, "seen": seen, "do": what }),
    }
}

/// The bytes of text that a message holds.
fn size(said: &Said) -> usize {
    match said {
        Said::Ping | Said::Look => 0,
        Said::Hello { key, .. } => key.as_ref().map_or(0, String::len),
        Said::Do(Order { id, what, .. }) => {
            let text = if let Command::Move { text } = what { text.len() } else { 0 };
            id.as_str().len() + text
        }
    }
}
