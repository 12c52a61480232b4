//! The parts of a room's public state.

use numberline_rules::{Choices, Seat, Turn};
use numberline_table::{Ending, Session, Table};
use numberline_wire::TurnJson;
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
}

impl PlyView {
    pub(crate) fn of(choices: &Choices<String>) -> Self {
        let by = TurnJson(match choices {
            Choices::Of(seat, _) => Turn::Of(*seat),
            Choices::Both(..) => Turn::Both,
        });
        Self { by, text: choices.to_string() }
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
    /// The same as a sentence.
    pub text: String,
}

impl EndingView {
    pub(super) fn of(ending: Ending, table: &Table) -> Self {
        let said = ending.sentence(table.names());
        // Where the book can be read in two ways, the text says which reading decided.
        let ruling = table.game().ruling().filter(|_| matches!(ending, Ending::Won(_)));
        Self {
            winner: ending.winner().map(Seat::number),
            kind: Ending::kind(Some(ending)),
            text: ruling.map_or_else(|| said.clone(), |ruling| format!("{said} {ruling}")),
        }
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
