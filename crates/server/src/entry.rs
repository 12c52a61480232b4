//! What happened in a room, one entry after the other. A room is what its entries make of it.

use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::Name;

use crate::id::{ClientId, KeyHash};

/// One line of a room's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What the room's version is with it. The first entry makes it 1.
    pub version: u64,
    /// What happened.
    pub deed: Deed,
    /// Whose doing it was; none for the server's own.
    pub seat: Option<Seat>,
    /// What the client called it.
    pub client: Option<ClientId>,
    /// What the clocks showed afterwards, in a room with clocks.
    pub left: Option<[Duration; 2]>,
}

/// Something that happened in a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Somebody sat down.
    Joined {
        /// Their name.
        name: Name,
        /// What is kept of their key.
        key: KeyHash,
    },
    /// A seat's move, in a turn of its own.
    Moved {
        /// The move.
        text: String,
    },
    /// A seat's move in a turn of both. The move itself is no part of the log before both are in.
    Chose,
    /// A draw was offered.
    OfferedDraw,
    /// A draw was agreed.
    AgreedDraw,
    /// A player gave up.
    Resigned,
    /// A player asked to take back their last move.
    AskedBack,
    /// Everything since the asking player's last move was taken back, and that move.
    TookBack,
    /// What was offered or asked for was declined, or withdrawn.
    Declined,
    /// A player ran out of time.
    RanOut,
    /// The next round began.
    NextRound,
    /// A player offered to play again.
    OfferedRematch,
    /// Another room was opened for the same players with changed seats.
    Rematched {
        /// Its name.
        room: crate::id::RoomId,
    },
}

impl Deed {
    /// The word for it in the log.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Joined { .. } => "joined",
            Self::Moved { .. } => "moved",
            Self::Chose => "chose",
            Self::OfferedDraw => "offered draw",
            Self::AgreedDraw => "agreed draw",
            Self::Resigned => "resigned",
            Self::AskedBack => "asked back",
            Self::TookBack => "took back",
            Self::Declined => "declined",
            Self::RanOut => "ran out",
            Self::NextRound => "next round",
            Self::OfferedRematch => "offered rematch",
            Self::Rematched { .. } => "rematched",
        }
    }
}
