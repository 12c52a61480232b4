//! What happened in a room, one entry after the other. A room is what its entries make of it.

use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::{Act, Name};

use crate::id::{ClientId, KeyHash};

/// One line of a room's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// What the room's version is with it. The first entry makes it 1.
    pub version: u64,
    /// What happened.
    pub event: RoomEvent,
    /// The player whose doing it was, known by the seat in which they sat down; none for the server's own.
    pub seat: Option<Seat>,
    /// What the client called it.
    pub client: Option<ClientId>,
    /// What the clocks of the seats showed afterwards, in a room with clocks.
    pub left: Option<[Duration; 2]>,
}

/// Something that happened in a room.
#[derive(Clone, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum RoomEvent {
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
    #[strum(serialize = "offered draw")]
    OfferedDraw,
    /// A draw was agreed.
    #[strum(serialize = "agreed draw")]
    AgreedDraw,
    /// A player gave up.
    Resigned,
    /// A player asked to take back their last move.
    #[strum(serialize = "asked back")]
    AskedBack,
    /// Everything since the asking player's last move was taken back, and that move.
    #[strum(serialize = "took back")]
    TookBack,
    /// What was offered or asked for was declined, or withdrawn.
    Declined,
    /// A player ran out of time.
    #[strum(serialize = "ran out")]
    RanOut,
    /// The next round began.
    #[strum(serialize = "next round")]
    NextRound,
    /// A player offered to play again.
    #[strum(serialize = "offered rematch")]
    OfferedRematch,
    /// Another room was opened for the same players.
    Rematched {
        /// Its name.
        room: crate::id::RoomId,
    },
}

impl RoomEvent {
    /// The word for it in the log.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    /// How it ends the match, if it does.
    pub(crate) fn act(&self, seat: Seat) -> Option<Act> {
        match self {
            Self::Resigned => Some(Act::Resign(seat)),
            Self::RanOut => Some(Act::TimeOut(seat)),
            Self::AgreedDraw => Some(Act::AgreeDraw),
            _ => None,
        }
    }

    /// The events that are told by their word alone.
    pub(crate) const PLAIN: [Self; 10] = [
        Self::Chose,
        Self::OfferedDraw,
        Self::AgreedDraw,
        Self::Resigned,
        Self::AskedBack,
        Self::TookBack,
        Self::Declined,
        Self::RanOut,
        Self::NextRound,
        Self::OfferedRematch,
    ];
}
