//! What a finished turn, or a choice that waits, can change of a room's state.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Instant;

use numberline_rules::{Seat, Turn};
use numberline_table::{MoveEffect, Ply};
use numberline_wire::{LastPlyJson, TurnJson, letter};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::{ClaimView, ClockView, EndingView, OfferView, ScoreView, turn};
use crate::room::Room;

/// Properties of a state, each as it is sent.
pub(super) type Properties = BTreeMap<Cow<'static, str>, Box<RawValue>>;

/// The part of a state that a finished turn, or a choice that waits, can change, besides the last ply and the moves. Everything
/// else stays as it is until something else happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Play {
    pub(super) position: String,
    pub(super) cells: String,
    pub(super) hands: Option<[Vec<u8>; 2]>,
    pub(super) turn: TurnJson,
    pub(super) chosen: [bool; 2],
    pub(super) repetition: Option<&'static str>,
    pub(super) draw_question: Option<String>,
    pub(super) offer: Option<OfferView>,
    pub(super) ending: Option<EndingView>,
    pub(super) score: Option<ScoreView>,
    pub(super) more_rounds: bool,
    pub(super) clock: Option<ClockView>,
    pub(super) claim: Option<ClaimView>,
    pub(super) note: Option<String>,
}

impl Play {
    pub(super) fn of(room: &Room, now: Instant) -> Self {
        let (session, table) = (room.session(), room.session().table());
        let game = session.at();
        let line = game.line(game.extent());
        let turn = turn(room);
        Self {
            position: game.position(),
            cells: line.cells.iter().map(|cell| letter(cell.mark)).collect(),
            hands: line.hands,
            // No seat acts any more; the ending says who won.
            turn: TurnJson(turn.unwrap_or(Turn::Over { winner: Seat::One })),
            chosen: Seat::BOTH.map(|seat| turn.is_some() && game.has_chosen(seat)),
            repetition: table.repetition(),
            draw_question: turn.and(session.only_person()).and_then(|seat| session.draw_question(seat)),
            offer: room.offer().map(|offer| OfferView::of(offer, session)),
            ending: EndingView::of(table),
            score: ScoreView::of(session),
            more_rounds: session.check_next_round().is_ok(),
            clock: room.clock().zip(room.charter().time()).map(|(clock, control)| ClockView {
                control,
                left: Seat::BOTH.map(|seat| clock.left(seat, now).as_millis().try_into().unwrap_or(u64::MAX)),
                runs: Seat::BOTH.map(|seat| clock.runs(seat)),
            }),
            claim: room.claim(now).map(|(seat, wait)| ClaimView {
                by: seat.number(),
                wait: wait.as_millis().try_into().unwrap_or(u64::MAX),
            }),
            note: room.note().map(ToOwned::to_owned),
        }
    }

    /// The properties that differ afterwards. None if they cannot be encoded.
    pub(super) fn changes(&self, after: &Self) -> Option<Properties> {
        let mut changed = Changed(Properties::new());
        changed.put("position", &self.position, &after.position)?;
        changed.put("cells", &self.cells, &after.cells)?;
        changed.put("hands", &self.hands, &after.hands)?;
        changed.put("turn", &self.turn, &after.turn)?;
        changed.put("chosen", &self.chosen, &after.chosen)?;
        changed.put("repetition", &self.repetition, &after.repetition)?;
        changed.put("drawQuestion", &self.draw_question, &after.draw_question)?;
        changed.put("offer", &self.offer, &after.offer)?;
        changed.put("ending", &self.ending, &after.ending)?;
        changed.put("score", &self.score, &after.score)?;
        changed.put("moreRounds", &self.more_rounds, &after.more_rounds)?;
        changed.put("clock", &self.clock, &after.clock)?;
        changed.put("claim", &self.claim, &after.claim)?;
        changed.put("note", &self.note, &after.note)?;
        Some(changed.0)
    }
}

/// The last finished ply, of which the room need not be asked if it is known.
pub(super) fn last_ply(room: &Room, known: Option<&Ply>) -> Option<LastPlyJson> {
    let (session, table) = (room.session(), room.session().table());
    let effect = match known {
        Some(ply) => MoveEffect::of(session.at(), ply, table.ending()),
        None => table.last_effect()?,
    };
    Some(LastPlyJson::new(&effect, session.names()))
}

/// Properties with values of their own.
struct Changed(Properties);

impl Changed {
    fn put<T: PartialEq + Serialize>(&mut self, name: &'static str, before: &T, after: &T) -> Option<()> {
        if before != after {
            self.0.insert(name.into(), to_raw_value(after).ok()?);
        }
        Some(())
    }
}
