//! The record of a match: what a record file holds, as data.

use numberline_rules::{Choices, Seat, Settings};

use crate::{AnyGame, AnyMatch, Ending, Name, StartError, Table};

/// What a record says about the match besides its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    /// Player 1 and Player 2.
    pub names: [Name; 2],
    /// The day, as `2026-11-15`.
    pub date: Option<String>,
    /// Which round of how many.
    pub round: Option<String>,
    /// What made the random choices repeatable.
    pub seed: Option<u64>,
}

/// The record of a match. One that was read from a file has been played through by the rules.
#[derive(Clone)]
pub struct Record {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) settings: Settings,
    /// Where the match began, if not where the book begins.
    pub(crate) position: Option<String>,
    /// What it says about the match.
    pub tags: Tags,
    pub(crate) plies: Vec<Choices<String>>,
    /// Comments, each with the number of plies it follows.
    pub(crate) comments: Vec<(usize, String)>,
    pub(crate) ending: Option<Ending>,
}

impl Record {
    /// Writes down a match as it stands.
    #[must_use]
    pub fn of(game: &'static dyn AnyGame, table: &Table, tags: Tags) -> Self {
        let played = table.game();
        Self {
            game,
            settings: played.settings(),
            position: (!played.is_from_the_book()).then(|| played.start()),
            tags,
            plies: played.plies(),
            comments: Vec::new(),
            ending: table.ending(),
        }
    }

    /// The game that was played.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// The variant that was played.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The moves.
    #[must_use]
    pub fn plies(&self) -> &[Choices<String>] {
        &self.plies
    }

    /// The comments that follow the given number of plies.
    pub fn comments_after(&self, plies: usize) -> impl Iterator<Item = &str> {
        self.comments.iter().filter(move |(place, _)| *place == plies).map(|(_, text)| text.as_str())
    }

    /// How the match ended; `None` while it is unfinished.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// A match at the beginning of this record.
    pub fn begin(&self) -> Result<Box<dyn AnyMatch>, StartError> {
        match &self.position {
            Some(position) => self.game.start_at(&self.settings, position),
            None => self.game.start(&self.settings, Seat::One),
        }
    }
}
