//! The parts that the picture of a room is made of.

use numberline_rules::{Choices, Seat, Turn};
use numberline_table::{Ending, Session, Table};
use numberline_wire::TurnJson;
use serde::Serialize;
use utoipa::ToSchema;

use crate::charter::TimeControl;
use crate::room::Offer;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    /// The name; none while the seat is free.
    pub name: Option<String>,
    /// Whether it is a computer.
    pub computer: bool,
    /// The seat in which the player sat down: players may change seats after each round.
    pub home: u8,
}

/// A finished ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlyView {
    /// Who made it: 1, 2, or `both`.
    pub by: TurnJson,
    /// What was played: `5 6`, or `3/4` where both acted.
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

/// What waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferView {
    /// `draw`, `back` or `rematch`.
    pub kind: &'static str,
    /// Whose it is.
    pub by: u8,
}

impl OfferView {
    pub(super) fn of(offer: Offer) -> Self {
        Self { kind: offer.into(), by: offer.by().number() }
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EndingView {
    /// The seat that won; none for a draw.
    pub winner: Option<u8>,
    /// As records write it: `won`, `resigned`, `draw agreed` …
    pub kind: &'static str,
    /// The same as a sentence.
    pub text: String,
}

impl EndingView {
    pub(super) fn of(ending: Ending, table: &Table) -> Self {
        let said = ending.sentence(table.names());
        // Where the book can be read in two ways, it is said which reading decided.
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
    /// How many rounds each seat has won.
    pub wins: [u32; 2],
    /// How many nobody has won.
    pub draws: u32,
    /// The same as a sentence, with the result once there is one.
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
    /// What the players agreed on.
    pub control: TimeControl,
    /// Milliseconds that the seats have left.
    pub left: [u64; 2],
    /// Which of them runs.
    pub runs: [bool; 2],
}

/// Who is looking at a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "presence")]
pub struct PresenceView {
    /// Whether the players are looking, by the seats in which they sat down.
    pub here: [bool; 2],
    /// How many others are.
    pub watching: u32,
}
