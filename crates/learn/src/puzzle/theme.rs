//! What decides a puzzle: the reason of its answer, in a word. What is learned and forgotten is filed under it.

use std::sync::Arc;

use numberline_rules::{Seat, Turn};
use numberline_table::{
    Analysis, AnyMatch, CardReason, Doom, OracleCache, RaceReason, Reason, SquareReason, SumReason,
    WhereToLook, find,
};

use crate::puzzle::Puzzle;

/// What decides a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleTheme {
    /// Make the last move.
    Finish,
    /// Split a run in two.
    Split,
    /// Shorten a run.
    Shorten,
    /// Use a run up.
    Remove,
    /// The last move loses.
    Misere,
    /// Stay off the ends.
    Safe,
    /// Leave nothing but the ends.
    Corner,
    /// Plan where squares run out.
    NoReturn,
    /// Count the squares.
    Parity,
    /// Land on the opponent.
    Capture,
    /// Leave the right distance.
    Distance,
    /// Run for the base.
    Race,
    /// Keep a sure win.
    Sure,
    /// Give no chance away.
    Regret,
    /// Look ahead.
    Forced,
}

impl PuzzleTheme {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Finish,
        Self::Split,
        Self::Shorten,
        Self::Remove,
        Self::Misere,
        Self::Safe,
        Self::Corner,
        Self::NoReturn,
        Self::Parity,
        Self::Capture,
        Self::Distance,
        Self::Race,
        Self::Sure,
        Self::Regret,
        Self::Forced,
    ];

    /// The word that commands take.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Finish => "finish",
            Self::Split => "split",
            Self::Shorten => "shorten",
            Self::Remove => "remove",
            Self::Misere => "misere",
            Self::Safe => "safe",
            Self::Corner => "corner",
            Self::NoReturn => "no-return",
            Self::Parity => "parity",
            Self::Capture => "capture",
            Self::Distance => "distance",
            Self::Race => "race",
            Self::Sure => "sure",
            Self::Regret => "regret",
            Self::Forced => "forced",
        }
    }

    /// The theme of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// What it means, in a few words.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::Finish => "make the last move",
            Self::Split => "split a run in two",
            Self::Shorten => "shorten a run",
            Self::Remove => "use a run up",
            Self::Misere => "where the last move loses",
            Self::Safe => "stay off the ends",
            Self::Corner => "leave only the ends",
            Self::NoReturn => "plan where squares run out",
            Self::Parity => "count the squares that are left",
            Self::Capture => "land on the opponent",
            Self::Distance => "leave the right distance",
            Self::Race => "run for the base",
            Self::Sure => "keep a sure win",
            Self::Regret => "give no chance away",
            Self::Forced => "look ahead",
        }
    }

    /// The themes that a game's puzzles have, found by drawing some.
    #[must_use]
    pub fn of_game(slug: &str, cache: &Arc<OracleCache>) -> Vec<Self> {
        const DRAWN: u64 = 120;
        let Some(game) = find(slug) else { return Vec::new() };
        let drawn = (0..DRAWN).filter_map(|seed| Puzzle::draw(game, seed, None, cache).ok());
        let mut themes: Vec<Self> = drawn.map(|puzzle| puzzle.theme).collect();
        themes.sort_unstable();
        themes.dedup();
        themes
    }

    /// Whether a position can be decided by this, as far as the moves alone tell: the rest takes the solver.
    pub(crate) fn can_decide(self, at: &dyn AnyMatch, seat: Seat) -> bool {
        const MOST: usize = 1_000;
        let ends = |text: &String| matches!(at.turn_after(seat, text), Some(Turn::Over { .. }));
        !matches!(self, Self::Finish | Self::Capture) || at.moves(seat, MOST).iter().any(ends)
    }

    /// What decides a position in which one move is best.
    pub(crate) fn of(known: &Analysis, seat: Seat) -> Option<Self> {
        let why = known.moves.best().map_or(&known.why, |best| &best.why);
        let parts = match seat.of(&known.looks) {
            Some(WhereToLook::Run { parts, .. }) => Some(*parts),
            _ => None,
        };
        Some(match why {
            Reason::Over { .. } => return None,
            Reason::Sum(SumReason::Last) => Self::Finish,
            Reason::Sum(_) => match parts {
                Some(0) => Self::Remove,
                Some(1) => Self::Shorten,
                _ => Self::Split,
            },
            Reason::Misere(_) => Self::Misere,
            Reason::Square(SquareReason::Leaves { .. } | SquareReason::Parity { .. }) => Self::Parity,
            Reason::Square(SquareReason::Wins { doom: Doom::Stuck | Doom::Ends { .. }, .. }) => Self::Corner,
            Reason::Square(SquareReason::Wins { .. }) => Self::NoReturn,
            Reason::Square(_) => Self::Safe,
            Reason::Race(RaceReason::Captures) => Self::Capture,
            Reason::Race(RaceReason::Runs { .. } | RaceReason::Arrives) => Self::Race,
            Reason::Race(_) => Self::Distance,
            Reason::Card(CardReason::Sure { .. }) => Self::Sure,
            Reason::Card(CardReason::Open { .. }) => Self::Regret,
            Reason::Forced(_) => Self::Forced,
        })
    }
}
