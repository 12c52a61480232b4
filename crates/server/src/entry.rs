//! A room's log of events. The state of a room follows from its entries.

use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::{Act, Name};

use crate::command::{CommandKind, Emote};
use crate::id::{ClientId, KeyHash};

/// One entry of a room's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The room's version after this entry. The first entry is version 1.
    pub version: u64,
    /// What happened.
    pub event: RoomEvent,
    /// The player who did it, identified by the seat they first took; none for the server.
    pub seat: Option<Seat>,
    /// The client's id for the command.
    pub client: Option<ClientId>,
    /// The clocks of the seats afterwards, in a room with clocks.
    pub left: Option<[Duration; 2]>,
}

/// Something that happened in a room.
#[derive(Clone, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum RoomEvent {
    /// A player took a seat.
    Joined {
        /// The player's name; none for one who goes by the seat they have.
        name: Option<Name>,
        /// The hash of their key.
        key: KeyHash,
    },
    /// A seat's move, in a turn where it moves alone.
    Moved {
        /// The move.
        text: String,
    },
    /// A seat's move in a turn of both. The log does not hold the move until both have chosen.
    Chose,
    /// The same once more, in place of the seat's earlier choice, which is forgotten.
    #[strum(serialize = "chose again")]
    ChoseAgain,
    /// A draw was offered.
    #[strum(serialize = "offered draw")]
    OfferedDraw,
    /// A draw was agreed.
    #[strum(serialize = "agreed draw")]
    AgreedDraw,
    /// A player resigned.
    Resigned,
    /// A player asked to take back their last move.
    #[strum(serialize = "asked back")]
    AskedBack,
    /// The asking player's last move was taken back, with everything after it.
    #[strum(serialize = "took back")]
    TookBack,
    /// The offer or request was declined or withdrawn.
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
    /// The challenge was withdrawn before another player took a seat.
    Cancelled,
    /// A player has been gone for a while.
    Left,
    /// A player who had left is back.
    Returned,
    /// A player claimed the win, because the opponent had left.
    Claimed,
    /// A player said something.
    Emoted {
        /// What.
        emote: Emote,
    },
}

impl RoomEvent {
    /// The event's name in the log.
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
            Self::Claimed => Some(Act::Leave(seat.other())),
            _ => None,
        }
    }

    /// The command that it came from; none for what players do not ask for by a command.
    pub(crate) fn command(&self) -> Option<CommandKind> {
        match self {
            Self::Joined { .. } | Self::RanOut | Self::Left | Self::Returned => None,
            Self::Moved { .. } | Self::Chose | Self::ChoseAgain => Some(CommandKind::Move),
            Self::OfferedDraw => Some(CommandKind::OfferDraw),
            Self::AskedBack => Some(CommandKind::AskBack),
            Self::OfferedRematch => Some(CommandKind::OfferRematch),
            Self::AgreedDraw | Self::TookBack | Self::Rematched { .. } => Some(CommandKind::Accept),
            Self::Declined => Some(CommandKind::Decline),
            Self::Resigned => Some(CommandKind::Resign),
            Self::NextRound => Some(CommandKind::NextRound),
            Self::Cancelled => Some(CommandKind::Cancel),
            Self::Claimed => Some(CommandKind::Claim),
            Self::Emoted { .. } => Some(CommandKind::Emote),
        }
    }

    /// The events that have no data.
    pub(crate) const PLAIN: [Self; 15] = [
        Self::Chose,
        Self::ChoseAgain,
        Self::OfferedDraw,
        Self::AgreedDraw,
        Self::Resigned,
        Self::AskedBack,
        Self::TookBack,
        Self::Declined,
        Self::RanOut,
        Self::NextRound,
        Self::OfferedRematch,
        Self::Cancelled,
        Self::Left,
        Self::Returned,
        Self::Claimed,
    ];
}
