//! What an entry changed, for clients that keep the state of the room themselves, as the page does.
//!
//! A finished turn can change a part of the state only (`Play`), which is compared property by property. After everything else,
//! which is rare, the whole states are compared as they are sent, so nothing has to remember which event changes what.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Instant;

use numberline_rules::{Seat, Turn};
use numberline_table::Ply;
use numberline_wire::{LastPlyJson, MoveView, TurnJson};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use super::columns::MoveColumns;
use super::play::{Play, Properties, last_ply};
use super::ply::NewPly;
use super::shown::Letters;
use super::{PlyView, RoomState, moves, turn};
use crate::command::Emote;
use crate::entry::{LogEntry, RoomEvent};
use crate::room::{Applied, Room};

/// What a player's moves follow from, besides the variant. Debug builds check that nothing is missing here.
const DECIDE_MOVES: [&str; 3] = ["position", "turn", "players"];

/// What the state of a room was at a version, to be compared with the next one.
pub(crate) struct Before {
    version: u64,
    turn: Turn,
    length: usize,
    play: Play,
    last_ply: Option<LastPlyJson>,
    /// The whole state as it is sent, where something else than a turn or a choice comes next.
    whole: Option<String>,
    /// The moves of both, in debug builds.
    moves: Option<[Vec<MoveView>; 2]>,
}

impl Before {
    /// The state now.
    pub(crate) fn of(room: &Room, now: Instant) -> Self {
        Self::new(room, Play::of(room, now), last_ply(room, None))
    }

    fn new(room: &Room, play: Play, last_ply: Option<LastPlyJson>) -> Self {
        let game = room.session().at();
        Self {
            version: room.version(),
            turn: game.turn(),
            length: game.length(),
            play,
            last_ply,
            whole: None,
            moves: cfg!(debug_assertions).then(|| Seat::BOTH.map(|seat| moves(room, seat))),
        }
    }

    /// Whether nothing has happened in the room since.
    pub(crate) fn is_current(&self, room: &Room) -> bool {
        self.version == room.version()
    }

    /// The same with what has to be known before this happens.
    pub(crate) fn awaiting(mut self, event: &RoomEvent, room: &Room, now: Instant) -> Self {
        if !is_play(event) {
            self.whole = sent(&RoomState::without_moves(room, now, None));
        }
        self
    }
}

/// What an entry has changed. Nobody is sent the moves of another seat.
pub(crate) struct Diff {
    /// The same for all.
    pub(crate) text: String,
    /// Whether moves have changed, too.
    renews_moves: bool,
    line: Letters,
}

/// What one log entry changed, for a client that has the state of the version before. Each property of the state that is
/// given replaces the one that the client has.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename = "diff", rename_all = "camelCase")]
#[schema(as = Diff)]
pub(crate) struct DiffBody {
    /// What happened, if not just a ply that was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'static str>,
    /// Who did it, by their current seat, unless it was a ply of the seat whose turn it was.
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
    state: Properties,
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
        let play = Play::of(room, now);
        let (seat, ply) = (entry.seat.map(|home| room.session().home(home)), applied.ply());
        let (mut state, last_ply) = if is_play(&entry.event) {
            let last_ply = ply.map(|ply| last_ply(room, Some(ply)));
            (before.play.changes(&play)?, last_ply.unwrap_or_else(|| before.last_ply.clone()))
        } else {
            let whole = RoomState::without_moves(room, now, ply);
            (changes(before.whole.as_ref()?, &sent(&whole)?), whole.last_ply)
        };
        let renews_moves = DECIDE_MOVES.iter().any(|name| state.contains_key(*name));
        let first = room.session().at().extent().first;
        let after = Before::new(room, play, last_ply);
        debug_assert!(renews_moves || before.moves == after.moves, "the moves follow from more than that");
        let made = match ply {
            Some(ply) => Some(made(ply, room, before, &after, first, &mut state)?),
            None => None,
        };
        let chooses = seat.filter(|_| ply.is_none() && matches!(entry.event, RoomEvent::Chose));
        expect_turn(&before.play, &after.play, ply.is_some(), chooses, &mut state)?;
        let body = DiffBody {
            what: ply.is_none().then(|| entry.event.kind()),
            by: seat.filter(|seat| ply.is_none() || before.turn != Turn::Of(*seat)).map(Seat::number),
            emote: match entry.event {
                RoomEvent::Emoted { emote } => Some(emote),
                _ => None,
            },
            ply: made,
            stay: (after.length < before.length).then_some(after.length),
            your_moves: None,
            state,
        };
        let line = Letters::new(first, &after.play.cells);
        Some((Self { text: sent(&body)?, renews_moves, line }, after))
    }

    /// Whether the player in a seat has other moves than before.
    pub(crate) fn renews_moves_of(&self, room: &Room, seat: Seat) -> bool {
        self.renews_moves && turn(room).is_some_and(|turn| turn.acts(seat))
    }

    /// The same for the player in a seat who has these moves now, if they can be encoded.
    pub(crate) fn with_moves(&self, moves: &[MoveView]) -> Option<String> {
        let columns = MoveColumns::new(moves, &self.line);
        let rest = self.text.strip_suffix('}')?;
        Some(format!(r#"{rest},"yourMoves":{}}}"#, sent(&columns)?))
    }
}

/// Whether this is a turn or a choice that waits for the other's.
fn is_play(event: &RoomEvent) -> bool {
    matches!(event, RoomEvent::Moved { .. } | RoomEvent::Chose | RoomEvent::ChoseAgain)
}

/// A ply that was finished. The properties that follow from it are taken out.
fn made(
    ply: &Ply,
    room: &Room,
    before: &Before,
    after: &Before,
    first: i64,
    state: &mut Properties,
) -> Option<NewPly> {
    let (session, last) = (room.session(), after.last_ply.as_ref()?);
    let did = PlyView::of(session, ply).did;
    if last.short != did || last.by != TurnJson(before.turn) {
        state.insert("lastPly".into(), to_raw_value(last).ok()?);
    }
    state.remove("cells");
    let line = (&Letters::new(first, &before.play.cells), after.play.cells.as_str());
    Some(NewPly::of(ply, last, did, before.last_ply.as_ref(), session.names(), line))
}

/// Whose turn it is follows from a turn that was finished, and who has chosen follows from that and from a first choice. What follows
/// is taken out, and what differs is told.
fn expect_turn(
    before: &Play,
    after: &Play,
    is_finished: bool,
    chooses: Option<Seat>,
    state: &mut Properties,
) -> Option<()> {
    let turn = match before.turn {
        TurnJson(Turn::Of(seat)) if is_finished => TurnJson(Turn::Of(seat.other())),
        turn => turn,
    };
    let mut chosen = if is_finished { [false; 2] } else { before.chosen };
    chooses.into_iter().for_each(|seat| *seat.of_mut(&mut chosen) = true);
    state.remove("turn");
    state.remove("chosen");
    if after.turn != turn {
        state.insert("turn".into(), to_raw_value(&after.turn).ok()?);
    }
    if after.chosen != chosen {
        state.insert("chosen".into(), to_raw_value(&after.chosen).ok()?);
    }
    Some(())
}

/// A text as it is sent, without spare capacity.
fn sent(value: &impl Serialize) -> Option<String> {
    let mut text = serde_json::to_string(value).ok()?;
    text.shrink_to_fit();
    Some(text)
}

/// The properties that differ. One that the state does not have any more is null.
fn changes(before: &str, after: &str) -> Properties {
    let (known, state) = (properties(before), properties(after));
    let gone = known.keys().filter(|name| !state.contains_key(*name)).map(|name| (*name, RawValue::NULL));
    let differs =
        |name: &&str, value: &RawValue| known.get(name).is_none_or(|before| before.get() != value.get());
    let changed =
        state.iter().filter(|(name, value)| differs(name, value)).map(|(name, value)| (*name, *value));
    // It is what `lastPly` says.
    let told = gone.chain(changed).filter(|(name, _)| *name != "played");
    told.map(|(name, value)| (Cow::Owned(name.to_owned()), value.to_owned())).collect()
}

fn properties(state: &str) -> BTreeMap<&str, &RawValue> {
    serde_json::from_str(state).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_also_where_it_comes_or_vanishes() {
        let before = r#"{"same":[1,2],"other":1,"vanishes":[3],"null":null,"played":"that"}"#;
        let after = r#"{"same":[1,2],"other":2,"comes":"4","null":null,"played":"this"}"#;
        let told = serde_json::to_string(&changes(before, after)).unwrap();
        assert_eq!(told, r#"{"comes":"4","other":2,"vanishes":null}"#);
    }
}
