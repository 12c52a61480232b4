//! A room as a listener knows it: built from the full state and the changes after it.

use serde_json::Value;

use crate::Trouble;

/// A room as a listener knows it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Replica {
    /// The last received version.
    pub version: u64,
    /// The plies as shown.
    pub plies: Vec<Value>,
    /// The position.
    pub position: String,
    /// Changes that did not fit the known state.
    pub gaps: usize,
}

impl Replica {
    /// A replica from the full state.
    pub fn of(game: &Value) -> Result<Self, Trouble> {
        let mut replica = Self::default();
        replica.hear(game)?;
        Ok(replica)
    }

    /// Applies a message. Messages that are not about the match are skipped.
    pub fn hear(&mut self, message: &Value) -> Result<(), Trouble> {
        let version = || message.get("version").and_then(Value::as_u64).ok_or_else(|| missing("version"));
        match message.get("type").and_then(Value::as_str) {
            Some("game") => {
                self.plies = list(message.get("plies"))?;
                self.version = version()?;
            }
            Some("change") => {
                let plies = message.get("plies").ok_or_else(|| missing("plies"))?;
                let from = plies.get("from").and_then(Value::as_u64).ok_or_else(|| missing("from"))? as usize;
                if from > self.plies.len() || version()? != self.version + 1 {
                    self.gaps += 1;
                }
                self.plies.truncate(from);
                self.plies.extend(list(plies.get("add"))?);
                self.version = version()?;
            }
            _ => return Ok(()),
        }
        let position = message.get("position").and_then(Value::as_str);
        position.ok_or_else(|| missing("position"))?.clone_into(&mut self.position);
        Ok(())
    }
}

fn list(plies: Option<&Value>) -> Result<Vec<Value>, Trouble> {
    plies.and_then(Value::as_array).cloned().ok_or_else(|| missing("plies"))
}

fn missing(name: &str) -> Trouble {
    Trouble::new(format!("a message about the room has no {name}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn follows_a_match_and_notices_what_it_misses() {
        let ply = |by: u8, text: &str| json!({ "by": by, "text": text });
        let plies = [ply(1, "1"), ply(2, "2")];
        let game = json!({ "type": "game", "version": 4, "plies": plies, "position": "p" });
        let mut replica = Replica::of(&game).unwrap();
        let change = |version: u64, from: usize, add: Value| json!({ "type": "change", "version": version, "plies": { "from": from, "add": [add] }, "position": "q" });
        replica.hear(&change(5, 2, ply(1, "3"))).unwrap();
        replica.hear(&json!({ "type": "presence", "here": [true, false], "watching": 0 })).unwrap();
        replica.hear(&change(6, 1, ply(2, "4"))).unwrap();
        assert_eq!(replica.plies, [ply(1, "1"), ply(2, "4")]);
        assert_eq!((replica.version, replica.gaps), (6, 0));
        replica.hear(&change(8, 2, ply(1, "5"))).unwrap();
        assert_eq!(replica.gaps, 1);
    }
}
