//! The fields of the set-up.

use numberline_rules::Seat;

/// Something that can be set, or done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// Begin.
    Play,
    /// Who sits there.
    Seat(Seat),
    /// What they are called.
    Name(Seat),
    /// The parameter of the game with this place, a number.
    Number(usize),
    /// The parameter of the game with this place, one of a few words.
    Word(usize),
    /// Who begins.
    First,
    /// One match, several, or as many as it takes.
    Rounds,
    /// How many rounds.
    Count,
    /// Whether the coach warns.
    Coach,
    /// After how many turns it is a draw.
    MaxTurns,
    /// After how many invalid attempts it is lost.
    MaxInvalid,
}

impl Field {
    /// Whether it is a number that can be typed and counted.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Number(_) | Self::Count | Self::MaxTurns | Self::MaxInvalid)
    }
}
