//! The parts of a room's public state.

use numberline_rules::Seat;
use numberline_table::{Ending, MoveEffect, Ply, Session, Table};
use numberline_wire::{TurnJson, by};
use serde::Serialize;
use utoipa::ToSchema;

use crate::charter::TimeControl;
use crate::room::Offer;

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    /// The name; none while the seat is free.
    pub name: Option<String>,
    /// Whether the player is a computer.
    pub computer: bool,
    /// Which computer it is, as `/api/players` names it; left out for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The seat the player first took: players may swap seats after each round.
    pub home: u8,
}

/// A finished ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlyView {
    /// Who made it: 1, 2, or `both`.
    pub by: TurnJson,
    /// The move: `5 6`, or `3/4` where both acted.
    pub text: String,
    /// What it did, in a few words: `to 7`.
    pub did: String,
}

impl PlyView {
    pub(crate) fn of(session: &Session, ply: &Ply) -> Self {
        let did = MoveEffect::of(session.at(), ply, None).short(session.names());
        Self { by: by(&ply.choices), text: ply.choices.to_string(), did }
    }
}

/// An offer that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferView {
    /// `draw`, `back` or `rematch`.
    pub kind: &'static str,
    /// The seat that made the offer.
    pub by: u8,
    /// The same as a sentence.
    pub text: String,
}

impl OfferView {
    pub(super) fn of(offer: Offer, session: &Session) -> Self {
        Self { kind: offer.into(), by: offer.by().number(), text: offer.sentence(session) }
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EndingView {
    /// The seat that won; none for a draw.
    pub winner: Option<u8>,
    /// As in records: `won`, `resigned`, `draw agreed` …
    pub kind: &'static str,
    /// How it ended and why, in one sentence.
    pub text: String,
    /// Which reading of the book decided, where there are two.
    pub ruling: Option<&'static str>,
}

impl EndingView {
    /// None while the match is not over.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let ending = table.ending()?;
        Some(Self {
            winner: ending.winner().map(Seat::number),
            kind: Ending::kind(Some(ending)),
            text: table.conclusion()?,
            ruling: table.ruling(),
        })
    }
}

/// The score of a session of rounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ScoreView {
    /// The rounds that each seat has won.
    #[schema(min_items = 2, max_items = 2)]
    pub wins: [u32; 2],
    /// The number of draws.
    pub draws: u32,
    /// The same as a sentence, with the result if it is decided.
    pub text: String,
}

impl ScoreView {
    /// None for a single match.
    pub(super) fn of(session: &Session) -> Option<Self> {
        let running = session.running_score()?;
        let text = session.result().map_or_else(|| running.clone(), |result| format!("{running}. {result}"));
        Some(Self { wins: session.wins(), draws: session.score().draws(), text })
    }
}

/// The clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClockView {
    /// The time control.
    pub control: TimeControl,
    /// The milliseconds that each seat has left.
    #[schema(min_items = 2, max_items = 2)]
    pub left: [u64; 2],
    /// Which clocks are running.
    #[schema(min_items = 2, max_items = 2)]
    pub runs: [bool; 2],
}

/// A win that can be claimed, because the opponent has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClaimView {
    /// The seat that can claim it.
    pub by: u8,
    /// The milliseconds until then.
    pub wait: u64,
}

/// The presence of players and spectators in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "presence")]
pub struct PresenceView {
    /// Whether each player is present, by the seats they first took.
    #[schema(min_items = 2, max_items = 2)]
    pub here: [bool; 2],
    /// The number of spectators.
    pub watching: u32,
}
