//! What a player can do in a room.

use serde::{Deserialize, Serialize};

/// What a player wants to do.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Make a move.
    Move {
        /// The move, as one types it.
        text: String,
    },
    /// Offer a draw.
    OfferDraw,
    /// Ask to take back one's last move, and what came after it.
    AskBack,
    /// Offer to play again with changed seats, once the match is over.
    OfferRematch,
    /// Accept what was offered or asked for.
    Accept,
    /// Decline what was offered or asked for, or withdraw one's own offer.
    Decline,
    /// Give up.
    Resign,
    /// Begin the next round.
    NextRound,
}

/// A move may be secret, so it is no part of any output.
impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Move { .. } => "Move",
            Self::OfferDraw => "OfferDraw",
            Self::AskBack => "AskBack",
            Self::OfferRematch => "OfferRematch",
            Self::Accept => "Accept",
            Self::Decline => "Decline",
            Self::Resign => "Resign",
            Self::NextRound => "NextRound",
        })
    }
}

impl Command {
    /// The word for it, as clients write it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::OfferDraw => "offerDraw",
            Self::AskBack => "askBack",
            Self::OfferRematch => "offerRematch",
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Resign => "resign",
            Self::NextRound => "nextRound",
        }
    }
}
