//! A change in brief, for programs that know the rules or ask for the rest.

use std::time::Instant;

use numberline_rules::Seat;
use numberline_wire::TurnJson;
use serde::Serialize;
use utoipa::ToSchema;

use crate::entry::{LogEntry, RoomEvent};
use crate::room::{Applied, Room};

/// A finished turn or a secret choice in a match that goes on, in brief. It says that nothing waits for an answer
/// afterwards, and that nothing else has changed but what follows from the move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "step")]
pub(crate) struct Step {
    /// The number of entries in the log.
    pub version: u64,
    /// The seat that made the move or choice.
    pub by: u8,
    /// The finished turn: `5 6`, or `3/4` where both acted; none while a choice is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<String>,
    /// The position as text.
    pub position: String,
    /// Who acts: 1, 2 or `both`.
    pub turn: TurnJson,
    /// Which seats have made a choice that waits for the other's, if any has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 2, max_items = 2)]
    pub chosen: Option<[bool; 2]>,
    /// The milliseconds that each seat has left, in a room with clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 2, max_items = 2)]
    pub left: Option<[u64; 2]>,
}

impl Step {
    /// The entry that has just been applied, if it can be told in brief.
    pub(crate) fn of(room: &Room, entry: &LogEntry, applied: &Applied, now: Instant) -> Option<Self> {
        let (session, game) = (room.session(), room.session().at());
        let is_play =
            matches!(entry.event, RoomEvent::Moved { .. } | RoomEvent::Chose | RoomEvent::ChoseAgain);
        let table = session.table();
        let says_more = table.ending().is_some()
            || table.repetition().is_some()
            || room.offer().is_some()
            || room.claim(now).is_some()
            || room.note().is_some();
        if !is_play || says_more {
            return None;
        }
        let chosen = Seat::BOTH.map(|seat| game.has_chosen(seat));
        Some(Self {
            version: entry.version,
            by: session.home(entry.seat?).number(),
            ply: applied.ply().map(|ply| ply.choices.to_string()),
            position: game.position(),
            turn: TurnJson(game.turn()),
            chosen: chosen.contains(&true).then_some(chosen),
            left: room.clock().map(|clock| {
                Seat::BOTH.map(|seat| clock.left(seat, now).as_millis().try_into().unwrap_or(u64::MAX))
            }),
        })
    }
}
