//! What players are told around a board: what certain cells mean, and what the last ply did.

use numberline_rules::{Choices, Landmark, Meaning, Seat, Turn};
use numberline_table::{AnyMatch, MoveEffect, Name, explain_landmark};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{TurnJson, WholeJson};

/// A cell that means something wherever the pieces are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LandmarkJson {
    /// The cell.
    pub cell: WholeJson,
    /// `goal`: the end that a seat pushes towards; `base`: a seat's own base; `loses`: landing there loses.
    pub kind: &'static str,
    /// The seat that it belongs to.
    pub seat: Option<u8>,
    /// The same in words.
    pub text: String,
}

/// The last finished ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LastPlyJson {
    /// Who made it: 1, 2, or `both`.
    pub by: TurnJson,
    /// What it did, as a sentence.
    pub text: String,
    /// The same in a few words: `to 7`.
    pub short: String,
    /// The cells of the move itself: those that were taken, or where a piece came from and went to.
    pub cells: Vec<WholeJson>,
    /// The cells that it blocked.
    pub blocked: Vec<WholeJson>,
}

impl LandmarkJson {
    /// The landmarks of a match, with these names of the players.
    #[must_use]
    pub fn all(game: &dyn AnyMatch, names: &[Name; 2]) -> Vec<Self> {
        game.landmarks().into_iter().map(|landmark| Self::new(landmark, names)).collect()
    }

    fn new(Landmark { cell, meaning }: Landmark, names: &[Name; 2]) -> Self {
        let kind = match meaning {
            Meaning::Goal(_) => "goal",
            Meaning::Base(_) => "base",
            Meaning::Loses => "loses",
        };
        Self {
            cell: cell.into(),
            kind,
            seat: meaning.seat().map(Seat::number),
            text: explain_landmark(meaning, names),
        }
    }
}

impl LastPlyJson {
    /// What a ply did, with these names of the players.
    #[must_use]
    pub fn new(effect: &MoveEffect, names: &[Name; 2]) -> Self {
        Self {
            by: by(effect.choices()),
            text: effect.sentence(names),
            short: effect.short(names),
            cells: effect.cells().into_iter().map(WholeJson::from).collect(),
            blocked: effect.blocked.iter().copied().map(WholeJson::from).collect(),
        }
    }
}

/// Who made a ply.
#[must_use]
pub fn by(choices: &Choices<String>) -> TurnJson {
    TurnJson(match choices {
        Choices::Of(seat, _) => Turn::Of(*seat),
        Choices::Both(..) => Turn::Both,
    })
}
