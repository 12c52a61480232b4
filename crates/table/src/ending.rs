//! How a match ended at the table, which is more than the rules know.

use numberline_rules::Seat;

use crate::{AnyMatch, Name};

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
    /// The other seat ran out of time.
    TimedOut {
        /// Who wins by it.
        winner: Seat,
    },
    /// The other seat left, and the win was claimed.
    Left {
        /// Who wins by it.
        winner: Seat,
    },
    /// Both agreed on a draw (ruling R2).
    DrawAgreed,
    /// The turn limit was reached (ruling R2).
    TurnLimit,
}

/// What can end a match other than a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// This seat resigns.
    Resign(Seat),
    /// This seat breaks the limit of invalid attempts.
    Forfeit(Seat),
    /// This seat's time is up.
    TimeOut(Seat),
    /// This seat has left, and the other one claims the win.
    Leave(Seat),
    /// Both agree on a draw.
    AgreeDraw,
}

impl From<Act> for Ending {
    fn from(act: Act) -> Self {
        match act {
            Act::Resign(seat) => Self::Resigned { winner: seat.other() },
            Act::Forfeit(seat) => Self::Forfeited { winner: seat.other() },
            Act::TimeOut(seat) => Self::TimedOut { winner: seat.other() },
            Act::Leave(seat) => Self::Left { winner: seat.other() },
            Act::AgreeDraw => Self::DrawAgreed,
        }
    }
}

impl Ending {
    /// Who won, if it is not a draw.
    #[must_use]
    pub fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(winner)
            | Self::Resigned { winner }
            | Self::Forfeited { winner }
            | Self::TimedOut { winner }
            | Self::Left { winner } => Some(winner),
            Self::DrawAgreed | Self::TurnLimit => None,
        }
    }

    /// How it ended and why, in one sentence. `game` is the match at its end.
    #[must_use]
    pub fn sentence(self, game: &dyn AnyMatch, names: &[Name; 2]) -> String {
        let why = self.why(names);
        match self {
            Self::Won(winner) => {
                game.conclusion(names).unwrap_or_else(|| format!("{} wins.", winner.of(names)))
            }
            Self::Resigned { winner }
            | Self::Forfeited { winner }
            | Self::TimedOut { winner }
            | Self::Left { winner } => {
                format!("{}, so {} wins.", why.trim_end_matches('.'), winner.of(names))
            }
            Self::DrawAgreed | Self::TurnLimit => why,
        }
    }

    /// Why it ended, if not by the rules: `Ada resigns.`
    #[must_use]
    pub fn why(self, names: &[Name; 2]) -> String {
        let loser = self.winner().map(|winner| winner.other().of(names).as_str()).unwrap_or_default();
        match self {
            Self::Won(_) => String::new(),
            Self::Resigned { .. } => format!("{loser} resigns."),
            Self::Forfeited { .. } => format!("{loser} forfeits after too many invalid attempts in a row."),
            Self::TimedOut { .. } => format!("{loser} runs out of time."),
            Self::Left { .. } => format!("{loser} left the game."),
            Self::DrawAgreed => "The players agree on a draw.".to_owned(),
            Self::TurnLimit => "The turn limit is reached: the game is a draw.".to_owned(),
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
            Some(Self::TimedOut { .. }) => "timed out",
            Some(Self::Left { .. }) => "left",
            Some(Self::DrawAgreed) => "draw agreed",
            Some(Self::TurnLimit) => "turn limit",
            None => "unfinished",
        }
    }

    /// Reads result and kind; `None` if they do not belong together, `Some(None)` for an unfinished match.
    #[must_use]
    pub fn read(result: &str, kind: &str) -> Option<Option<Self>> {
        let all = Seat::BOTH.into_iter().flat_map(|winner| {
            [
                Self::Won(winner),
                Self::Resigned { winner },
                Self::Forfeited { winner },
                Self::TimedOut { winner },
                Self::Left { winner },
            ]
            .map(Some)
        });
        let mut endings = all.chain([Some(Self::DrawAgreed), Some(Self::TurnLimit), None]);
        endings.find(|ending| Self::result(*ending) == result && Self::kind(*ending) == kind)
    }
}
