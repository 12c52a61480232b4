//! What an entry changed, for clients that keep the state of the room themselves, as the page does.
//!
//! The states before and after are compared as they are sent, so nothing has to remember which event changes what.

use std::collections::BTreeMap;
use std::time::Instant;

use numberline_rules::{Seat, Turn};
use numberline_wire::{MoveView, TurnJson, WholeJson};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::columns::MoveColumns;
use super::{PlyView, RoomState, moves, turn};
use crate::command::Emote;
use crate::entry::{LogEntry, RoomEvent};
use crate::room::{Applied, Room};

/// What a player's moves follow from, besides the variant. Debug builds check that nothing is missing here.
const DECIDE_MOVES: [&str; 3] = ["position", "turn", "players"];

/// The properties of a state, each as it is sent.
type Properties<'a> = BTreeMap<&'a str, &'a RawValue>;

/// What the state of a room was at a version, to be compared with the next one.
pub(crate) struct Before {
    version: u64,
    state: String,
    turn: Turn,
    length: usize,
    /// The moves of both, in debug builds.
    moves: Option<[Vec<MoveView>; 2]>,
}

impl Before {
    /// None if the state cannot be encoded.
    pub(crate) fn of(room: &Room, now: Instant) -> Option<Self> {
        Self::new(room, &RoomState::without_moves(room, now))
    }

    fn new(room: &Room, state: &RoomState) -> Option<Self> {
        let game = room.session().at();
        Some(Self {
            version: room.version(),
            state: sent(state)?,
            turn: game.turn(),
            length: game.length(),
            moves: cfg!(debug_assertions).then(|| Seat::BOTH.map(|seat| moves(room, seat))),
        })
    }

    /// Whether nothing has happened in the room since.
    pub(crate) fn is_current(&self, room: &Room) -> bool {
        self.version == room.version()
    }
}

/// What an entry has changed. Nobody is sent the moves of another seat.
pub(crate) struct Diff {
    /// The same for all.
    pub(crate) text: String,
    /// Whether moves have changed, too.
    renews_moves: bool,
    first: i64,
    letters: String,
}

/// What one log entry changed, for a client that has the state of the version before. Each property of the state that is
/// given replaces the one that the client has.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename = "diff", rename_all = "camelCase")]
#[schema(as = Diff)]
pub(crate) struct DiffBody<'a> {
    /// What happened, if not just a ply that was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'static str>,
    /// Who did it, by their current seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<u8>,
    /// What the player said, where that is what happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    emote: Option<Emote>,
    /// The ply that was finished: a new one in `plies`, and `lastPly` unless that is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<NewPly>,
    /// How many finished plies stay, where some were taken back or a new round begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    stay: Option<usize>,
    /// The moves of the receiver's own seat, where they have changed. A seat that does not act has none.
    // It is here for the description. The text is encoded once for all, and `with_moves` adds these for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    your_moves: Option<MoveColumns>,
    #[serde(flatten)]
    #[schema(value_type = RoomState)]
    state: Properties<'a>,
}

/// A ply that has just been finished. In a turn of both it was made by both, otherwise by the seat whose turn it was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct NewPly {
    /// The move: `5 6`, or `3/4` where both acted.
    text: String,
    /// What it did, in a few words: `to 7`.
    did: String,
    /// The same as a sentence, which is `played`, too.
    told: String,
    /// The cells of the move itself.
    cells: Vec<WholeJson>,
    /// The cells that it blocked, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<WholeJson>,
}

impl Diff {
    /// What the entry that has just been applied has changed, and the state to compare the next one with; none if they cannot be
    /// encoded.
    pub(crate) fn of(
        before: &Before,
        room: &Room,
        entry: &LogEntry,
        applied: &Applied,
        now: Instant,
    ) -> Option<(Self, Before)> {
        let state = RoomState::without_moves(room, now);
        let after = Before::new(room, &state)?;
        let mut changed = changes(&before.state, &after.state);
        // It is what `lastPly` says.
        changed.remove("played");
        let renews_moves = DECIDE_MOVES.iter().any(|name| changed.contains_key(name));
        debug_assert!(renews_moves || before.moves == after.moves, "the moves follow from more than that");
        let seat = entry.seat.map(|home| room.session().home(home));
        let made = applied.ply().map(|ply| PlyView::of(room.session(), ply)).zip(state.last_ply);
        let ply = made.map(|(view, last)| {
            if last.short == view.did && last.by == TurnJson(before.turn) {
                changed.remove("lastPly");
            }
            let (cells, blocked) = (last.cells, last.blocked);
            NewPly { text: view.text, did: view.did, told: last.text, cells, blocked }
        });
        let body = DiffBody {
            what: ply.is_none().then(|| entry.event.kind()),
            by: seat.map(Seat::number),
            emote: match entry.event {
                RoomEvent::Emoted { emote } => Some(emote),
                _ => None,
            },
            ply,
            stay: (after.length < before.length).then_some(after.length),
            your_moves: None,
            state: changed,
        };
        let text = sent(&body)?;
        Some((Self { text, renews_moves, first: state.first, letters: state.cells }, after))
    }

    /// Whether the player in a seat has other moves than before.
    pub(crate) fn renews_moves_of(&self, room: &Room, seat: Seat) -> bool {
        self.renews_moves && turn(room).is_some_and(|turn| turn.acts(seat))
    }

    /// The same for the player in a seat, with the moves that this seat has now, if they can be encoded.
    pub(crate) fn with_moves(&self, room: &Room, seat: Seat) -> Option<String> {
        let columns = MoveColumns::new(&moves(room, seat), self.first, &self.letters);
        let rest = self.text.strip_suffix('}')?;
        Some(format!(r#"{rest},"yourMoves":{}}}"#, sent(&columns)?))
    }
}

/// A text as it is sent, without spare capacity.
fn sent(value: &impl Serialize) -> Option<String> {
    let mut text = serde_json::to_string(value).ok()?;
    text.shrink_to_fit();
    Some(text)
}

/// The properties that differ. One that the state does not have any more is null.
fn changes<'a>(before: &'a str, after: &'a str) -> Properties<'a> {
    let known = properties(before);
    let mut changed = properties(after);
    for name in known.keys() {
        changed.entry(*name).or_insert(RawValue::NULL);
    }
    changed.retain(|name, value| known.get(name).is_none_or(|before| before.get() != value.get()));
    changed
}

fn properties(state: &str) -> Properties<'_> {
    serde_json::from_str(state).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_also_where_it_comes_or_vanishes() {
        let before = r#"{"same":[1,2],"other":1,"vanishes":[3],"null":null}"#;
        let after = r#"{"same":[1,2],"other":2,"comes":"4","null":null}"#;
        let told = serde_json::to_string(&changes(before, after)).unwrap();
        assert_eq!(told, r#"{"comes":"4","other":2,"vanishes":null}"#);
    }
}
