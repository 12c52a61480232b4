//! The record of a match: what a record file holds, as data.

use std::fmt;

use numberline_rules::{Choices, Seat, Settings};

use crate::{AnyGame, AnyMatch, Ending, Limits, MoveError, Name, Player, Seats, StartError, Table};

/// What a record says about the match besides its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    /// Player 1 and Player 2.
    pub names: [Name; 2],
    /// The date.
    pub date: Option<Date>,
    /// Which round of how many.
    pub round: Option<RoundTag>,
    /// The seed of the random choices.
    pub seed: Option<u64>,
    /// The computer players; `None` where a person sat.
    pub computers: [Option<Player>; 2],
    /// Whether the players change seats after each round, in a session of several.
    pub seats: Option<Seats>,
    /// What the players agreed on beyond the rules.
    pub limits: Limits,
    /// The turns with which each round was set up, which no player has made.
    pub setup: Vec<String>,
    /// How often something was played or taken back in the session, where that is not how many plies its records have.
    pub decisions: Option<u64>,
}

/// The defaults: the players are named after their seats.
impl Default for Tags {
    fn default() -> Self {
        Self {
            names: Name::of_both_seats(),
            date: None,
            round: None,
            seed: None,
            computers: [None, None],
            seats: None,
            limits: Limits::default(),
            setup: Vec::new(),
            decisions: None,
        }
    }
}

/// A day, as `2026-11-15`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// A day of the calendar; `None` for one that the year does not have.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        let there = year <= 9999 && (1..=days).contains(&day);
        there.then_some(Self { year, month, day })
    }

    /// Reads `2026-11-15`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let [year, month, day] = text.split('-').collect::<Vec<_>>().try_into().ok()?;
        let date = Self::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
        (date.to_string() == text).then_some(date)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Which round of how many, as `2/3`, or `2/3 best-of` where the session ends once it is decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RoundTag {
    /// Which one, counted from 1.
    pub number: u32,
    /// Of how many at the most.
    pub of: u32,
    /// Whether the session ends once it is decided.
    pub best_of: bool,
}

impl RoundTag {
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (rounds, best_of) = text.strip_suffix(" best-of").map_or((text, false), |rounds| (rounds, true));
        let (number, of) = rounds.split_once('/')?;
        let round = Self { number: number.parse().ok()?, of: of.parse().ok()?, best_of };
        (round.to_string() == text).then_some(round)
    }
}

impl fmt::Display for RoundTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}{}", self.number, self.of, if self.best_of { " best-of" } else { "" })
    }
}

/// The record of a match. One that was read from a file has been replayed by the rules.
#[derive(Clone)]
pub struct Record {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) settings: Settings,
    /// Where the match began, if not at the book's start.
    pub(crate) position: Option<String>,
    /// What it says about the match.
    pub tags: Tags,
    pub(crate) plies: Vec<Choices<String>>,
    /// Comments, each with the number of plies it follows.
    pub(crate) comments: Vec<(usize, String)>,
    /// Tags of other programs, in their order.
    pub(crate) others: Vec<(String, String)>,
    pub(crate) ending: Option<Ending>,
}

impl Record {
    /// Records a match in its current state.
    #[must_use]
    pub fn of(game: &'static dyn AnyGame, table: &Table, tags: Tags) -> Self {
        let played = table.game();
        let (settings, start) = (played.settings(), played.start());
        let is_from_the_book = game.start(&settings, Seat::One).is_ok_and(|book| book.start() == start);
        Self {
            game,
            settings,
            position: (!is_from_the_book).then_some(start),
            tags,
            plies: played.plies(),
            comments: Vec::new(),
            others: Vec::new(),
            ending: table.ending(),
        }
    }

    /// The same record with the comments and foreign tags of an earlier one of this match.
    #[must_use]
    pub fn continuing(mut self, earlier: &Self) -> Self {
        let kept = earlier.comments.iter().filter(|(place, _)| *place <= self.plies.len());
        self.comments = kept.cloned().collect();
        self.others.clone_from(&earlier.others);
        self
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
        // They are in order.
        let first = self.comments.partition_point(|(place, _)| *place < plies);
        let rest = self.comments.iter().skip(first).take_while(move |(place, _)| *place == plies);
        rest.map(|(_, text)| text.as_str())
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

    /// The match as each round of its session begins.
    pub fn set_up(&self) -> Result<Box<dyn AnyMatch>, ReplayError> {
        let mut game = self.begin()?;
        for turn in &self.tags.setup {
            game.play_turn(turn)?;
        }
        Ok(game)
    }

    /// The match replayed to the end of the record.
    pub fn replayed(&self) -> Result<Box<dyn AnyMatch>, ReplayError> {
        self.replayed_to(self.plies.len())
    }

    /// How the match ended and why, in one sentence, if it has ended and can be replayed.
    #[must_use]
    pub fn conclusion(&self) -> Option<String> {
        Some(self.ending?.sentence(&*self.replayed().ok()?, &self.tags.names))
    }

    /// The match replayed to a ply.
    pub fn replayed_to(&self, plies: usize) -> Result<Box<dyn AnyMatch>, ReplayError> {
        let mut game = self.begin()?;
        for choices in self.plies.iter().take(plies) {
            game.play_turn(&choices.to_string())?;
        }
        Ok(game)
    }

    /// A match that begins at a ply of this one: the plies before it are dropped.
    pub fn resumed_at(&self, plies: usize) -> Result<Box<dyn AnyMatch>, ReplayError> {
        let before = self.replayed_to(plies)?;
        Ok(self.game.start_at(&before.settings(), &before.position())?)
    }
}

/// Why a record cannot be replayed. It does not happen to one that was read from a text, which was replayed then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// Its match cannot begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Its moves cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}
