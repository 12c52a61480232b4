//! One step of the hint ladder.

use numberline_rules::Seat;
use numberline_table::{Analysis, Heaps, Hint, Rung};
use serde::Serialize;
use utoipa::ToSchema;

/// A hint for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct HintJson {
    /// The step: 1 is it won, 2 where to look, 3 which move, 4 why.
    pub rung: u8,
    /// The hint, as a sentence.
    pub text: String,
    /// The lesson that explains nimbers, as `GAME/LESSON`, if the hint speaks of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimbers: Option<String>,
}

/// There is no such step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RungError;

/// The step with this number.
pub fn rung(number: u8) -> Result<Rung, RungError> {
    match number {
        1 => Ok(Rung::Standing),
        2 => Ok(Rung::Look),
        3 => Ok(Rung::Move),
        4 => Ok(Rung::Why),
        _ => Err(RungError),
    }
}

impl HintJson {
    /// The hint for a seat about a position.
    #[must_use]
    pub fn new(analysis: &Analysis, seat: Seat, rung: Rung) -> Self {
        let number = match rung {
            Rung::Standing => 1,
            Rung::Look => 2,
            Rung::Move => 3,
            Rung::Why => 4,
        };
        let text = Hint::new(analysis, seat, rung).to_string();
        Self { rung: number, nimbers: Heaps::are_in(&text).then(|| Heaps::LESSON.join("/")), text }
    }
}
