//! How a match ended at the table, which is more than the rules know.

use numberline_rules::Seat;

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// By the rules.
    Won(Seat),
    /// The other seat resigned.
    Resigned {
        /// Who wins by it.
        winner: Seat,
    },
    /// The other seat made too many invalid attempts in a row (ruling R7).
    Forfeited {
        /// Who wins by it.
        winner: Seat,
    },
    /// Both agreed on a draw (ruling R2).
    DrawAgreed,
    /// The turn limit was reached (ruling R2).
    TurnLimit,
}

impl Ending {
    /// Who won, if it is no draw.
    #[must_use]
    pub fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(winner) | Self::Resigned { winner } | Self::Forfeited { winner } => Some(winner),
            Self::DrawAgreed | Self::TurnLimit => None,
        }
    }

    /// The result as records write it: `1-0`, `0-1` or `1/2-1/2`; `*` for a match without an ending.
    #[must_use]
    pub fn result(ending: Option<Self>) -> &'static str {
        match ending.map(Self::winner) {
            Some(Some(Seat::One)) => "1-0",
            Some(Some(Seat::Two)) => "0-1",
            Some(None) => "1/2-1/2",
            None => "*",
        }
    }

    /// The kind of ending as records write it; `unfinished` for a match without one.
    #[must_use]
    pub fn kind(ending: Option<Self>) -> &'static str {
        match ending {
            Some(Self::Won(_)) => "won",
            Some(Self::Resigned { .. }) => "resigned",
            Some(Self::Forfeited { .. }) => "forfeited",
            Some(Self::DrawAgreed) => "draw agreed",
            Some(Self::TurnLimit) => "turn limit",
            None => "unfinished",
        }
    }

    /// Reads result and kind; `None` if they do not belong together, `Some(None)` for an unfinished match.
    #[must_use]
    pub fn read(result: &str, kind: &str) -> Option<Option<Self>> {
        let all = Seat::BOTH.into_iter().flat_map(|winner| {
            [Self::Won(winner), Self::Resigned { winner }, Self::Forfeited { winner }].map(Some)
        });
        let mut endings = all.chain([Some(Self::DrawAgreed), Some(Self::TurnLimit), None]);
        endings.find(|ending| Self::result(*ending) == result && Self::kind(*ending) == kind)
    }
}
