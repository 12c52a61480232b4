//! What a player can do in a room.

use serde::{Deserialize, Deserializer, Serialize};
use strum::{EnumDiscriminants, IntoStaticStr, VariantNames};

use crate::id::ClientId;

/// A player's command.
#[derive(
    Clone,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    EnumDiscriminants,
    IntoStaticStr,
    VariantNames,
)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
#[strum(serialize_all = "camelCase")]
#[strum_discriminants(name(CommandKind), vis(pub(crate)), doc = "What a command asks for, without its move.")]
pub enum Command {
    /// Make a move.
    Move {
        /// The move, as a player types it.
        text: String,
    },
    /// Offer a draw.
    #[serde(deserialize_with = "nothing_more")]
    OfferDraw,
    /// Ask to take back the player's last move and everything after it.
    #[serde(deserialize_with = "nothing_more")]
    AskBack,
    /// Offer a rematch once the match is over: with swapped seats, unless the players keep them.
    #[serde(deserialize_with = "nothing_more")]
    OfferRematch,
    /// Accept the offer or request.
    #[serde(deserialize_with = "nothing_more")]
    Accept,
    /// Decline the offer or request, or withdraw the player's own.
    #[serde(deserialize_with = "nothing_more")]
    Decline,
    /// Resign.
    #[serde(deserialize_with = "nothing_more")]
    Resign,
    /// Begin the next round.
    #[serde(deserialize_with = "nothing_more")]
    NextRound,
    /// Withdraw a challenge that nobody has accepted.
    #[serde(deserialize_with = "nothing_more")]
    Cancel,
    /// Claim the win over an opponent who has left.
    #[serde(deserialize_with = "nothing_more")]
    Claim,
    /// Say something to the opponent.
    Emote {
        /// What to say.
        emote: Emote,
    },
}

/// What players can say to each other. There is no free text, so there is nothing to moderate.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Debug,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    IntoStaticStr,
    strum::EnumString,
    strum::EnumIter,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum Emote {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Nice move.
    NiceMove,
    /// Let me think.
    Thinking,
    /// Oops.
    Oops,
    /// Thank you.
    Thanks,
    /// Good game.
    GoodGame,
    /// Goodbye.
    Bye,
}

/// A command as the client sends it.
#[derive(PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The client's id for the command. Sending the same command again with the same id counts once; another command
    /// with the same id is refused.
    #[schema(value_type = String, pattern = "^[A-Za-z0-9_-]{1,40}$")]
    pub id: ClientId,
    /// The version that the player has seen. If the room has changed since, nothing happens.
    #[serde(default)]
    pub seen: Option<u64>,
    /// What to do.
    #[serde(rename = "do")]
    pub what: Command,
}

/// A move may be secret, so it never appears in any output.
impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.into())
    }
}

/// For a variant without fields, where serde would skip whatever else the object has.
pub(crate) fn nothing_more<'de, D: Deserializer<'de>>(fields: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    Nothing::deserialize(fields).map(|Nothing {}| ())
}
