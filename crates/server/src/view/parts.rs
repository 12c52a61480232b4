//! The parts that the picture of a room is made of.

use numberline_rules::Seat;
use numberline_table::{Ending, Table};
use serde::Serialize;
use utoipa::ToSchema;

use crate::charter::TimeControl;
use crate::room::{Offer, Room};

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    /// The name; none while the seat is free.
    pub name: Option<String>,
    /// Whether it is a computer.
    pub computer: bool,
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
        let kind = match offer {
            Offer::Draw(_) => "draw",
            Offer::Back(_) => "back",
            Offer::Rematch(_) => "rematch",
        };
        Self { kind, by: offer.by().number() }
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
    pub(super) fn of(ending: Ending, table: &Table, ran_out: bool) -> Self {
        let name = |seat: Seat| table.name(seat);
        let text = match ending {
            Ending::Won(winner) => match table.game().ruling() {
                Some(ruling) => format!("{} wins. {ruling}", name(winner)),
                None => format!("{} wins.", name(winner)),
            },
            Ending::Resigned { winner } => {
                format!("{} gives up; {} wins.", name(winner.other()), name(winner))
            }
            Ending::Forfeited { winner } if ran_out => {
                format!("{} has run out of time; {} wins.", name(winner.other()), name(winner))
            }
            Ending::Forfeited { winner } => {
                format!("{} forfeits; {} wins.", name(winner.other()), name(winner))
            }
            Ending::DrawAgreed => "A draw, as agreed.".to_owned(),
            Ending::TurnLimit => "A draw: the game has reached the limit of turns.".to_owned(),
        };
        let kind = Ending::kind(Some(ending));
        Self { winner: ending.winner().map(Seat::number), kind, text }
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
    pub(super) fn of(room: &Room) -> Option<Self> {
        let score = room.score();
        let names = Seat::BOTH.map(|seat| room.table().name(seat).clone());
        let result = score.next_round().is_none().then(|| score.result(&names)).flatten();
        let text = match (score.running(&names)?, result) {
            (running, Some(result)) => format!("{running}. {result}"),
            (running, None) => running,
        };
        Some(Self { wins: score.wins(), draws: score.draws(), text })
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
    /// Whether the player of each seat is looking.
    pub here: [bool; 2],
    /// How many others are.
    pub watching: u32,
}
