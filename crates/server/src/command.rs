//! What a player can do in a room.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use crate::id::ClientId;

/// What a player wants to do.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, IntoStaticStr, VariantNames)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[strum(serialize_all = "camelCase")]
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
    /// Offer to play again, once the match is over: with changed seats, unless the players keep them.
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

/// A command as it is sent.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    /// What the client calls it. The same command sent again under the same name counts once.
    #[schema(value_type = String, min_length = 1, max_length = 40)]
    pub(crate) id: ClientId,
    /// The version that the player has seen. If the room has come further, nothing happens.
    #[serde(default)]
    pub(crate) seen: Option<u64>,
    /// What to do.
    #[serde(rename = "do")]
    pub(crate) what: Command,
}

/// A move may be secret, so it is no part of any output.
impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.into())
    }
}
