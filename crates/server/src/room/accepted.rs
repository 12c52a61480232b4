//! Commands that were accepted, so that one that is sent again can be told from another one with the same id.

use std::hash::{DefaultHasher, Hash, Hasher};

use numberline_table::AnyMatch;

use crate::command::{Command, CommandKind};
use crate::entry::{LogEntry, RoomEvent};

/// What the log says about an accepted command.
#[derive(Clone, Copy)]
pub(super) struct Accepted {
    /// The version that it created.
    pub(super) version: u64,
    kind: CommandKind,
    /// A hash of the move, which is all that a comparison needs; none where the log no longer knows the move.
    text: Option<u64>,
}

impl Accepted {
    /// The command that an entry came from. `chosen` is the move that the entry does not reveal.
    pub(super) fn of(entry: &LogEntry, chosen: Option<&str>) -> Option<Self> {
        let text = match &entry.event {
            RoomEvent::Moved { text } => Some(text.as_str()),
            RoomEvent::Emoted { emote } => Some(emote.into()),
            _ => chosen,
        };
        let kind = entry.event.command()?;
        Some(Self { version: entry.version, kind, text: text.map(hash) })
    }

    /// Whether it is this command, however its move is written. A choice whose turn was never finished is deleted from
    /// the log for good, so after that any move counts as the same.
    pub(super) fn is(&self, command: &Command, game: &dyn AnyMatch) -> bool {
        let is_same_move = match (command, self.text) {
            (Command::Move { text }, Some(known)) => game.spell(text).is_ok_and(|text| hash(&text) == known),
            (Command::Emote { emote }, Some(known)) => hash(emote.into()) == known,
            _ => true,
        };
        self.kind == command.into() && is_same_move
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
