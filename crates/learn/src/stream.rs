//! Puzzles one after the other: which ones, and how long a run of them lasts.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use numberline_table::{AnyGame, Dice, OracleCache, catalog, counted, find};

use crate::{Puzzle, PuzzleError, Solving};

/// Which puzzles are wanted. The default is all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleFilter {
    /// Only of this game.
    pub game: Option<String>,
    /// Only those decided by this.
    pub theme: Option<String>,
    /// Only of variants with these values, written `name=value`.
    pub set: Vec<String>,
}

/// Puzzles one after the other, each once.
pub struct PuzzleStream {
    games: Vec<&'static dyn AnyGame>,
    filter: PuzzleFilter,
    dice: Dice,
    seen: HashSet<String>,
    drawn: usize,
    cache: Arc<OracleCache>,
}

impl PuzzleStream {
    /// The puzzles that a seed gives.
    #[must_use]
    pub fn new(filter: PuzzleFilter, seed: u64, cache: &Arc<OracleCache>) -> Self {
        let game = filter.game.as_deref().and_then(find);
        let games = game.map_or_else(catalog, |game| vec![game]);
        let (dice, cache) = (Dice::new(seed, 1), Arc::clone(cache));
        Self { games, filter, dice, seen: HashSet::new(), drawn: 0, cache }
    }

    /// The next puzzle: one that has not come yet and, where a grade is aimed at, the closest of a few.
    pub fn next_puzzle(&mut self, grade: Option<u16>) -> Result<Puzzle, PuzzleError> {
        /// So many are compared. Those of one theme take longer to find, and differ less.
        const COMPARED: [usize; 2] = [4, 2];
        let [any, of_a_theme] = COMPARED;
        let compared = if self.filter.theme.is_some() { of_a_theme } else { any };
        let Some(grade) = grade else { return self.any() };
        let mut best = self.any()?;
        for _ in 1..compared {
            // Of the same game, so that the games still take turns.
            let Ok(other) = self.draw(best.game) else { break };
            let far = |puzzle: &Puzzle| puzzle.grade.abs_diff(grade);
            if far(&other) < far(&best) && !self.seen.contains(&other.id) {
                best = other;
            }
        }
        self.seen.insert(best.id.clone());
        Ok(best)
    }

    fn any(&mut self) -> Result<Puzzle, PuzzleError> {
        const TRIES: usize = 100;
        let mut refusal = None;
        for _ in 0..TRIES.max(self.games.len()) {
            let place = self.drawn % self.games.len().max(1);
            self.drawn += 1;
            let Some(game) = self.games.get(place).copied() else { break };
            match self.draw(game) {
                Ok(puzzle) if self.seen.insert(puzzle.id.clone()) => return Ok(puzzle),
                Ok(_) => {}
                Err(error) => {
                    refusal = Some(error);
                    // Other games may have such puzzles; a game that was asked for has not.
                    self.games.remove(place);
                }
            }
        }
        Err(refusal.unwrap_or(PuzzleError::NoMore))
    }

    fn draw(&mut self, game: &'static dyn AnyGame) -> Result<Puzzle, PuzzleError> {
        let seed = self.dice.word() >> 11;
        Puzzle::draw_from(game, seed, self.filter.theme.as_deref(), &self.filter.set, &self.cache)
    }
}

/// How long a run of puzzles lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunKind {
    /// As many as the learner likes, or so many.
    Rated(Option<u32>),
    /// Until the first one that is not solved at once.
    Streak,
    /// As many as can be solved in this time.
    Timed(Duration),
}

/// A run of puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleRun {
    /// How long it lasts.
    pub kind: RunKind,
    /// Puzzles that were answered or passed over.
    pub tried: u32,
    /// Those solved on the first try without a hint.
    pub solved: u32,
}

impl PuzzleRun {
    /// A run that begins.
    #[must_use]
    pub fn new(kind: RunKind) -> Self {
        Self { kind, tried: 0, solved: 0 }
    }

    /// The grade that the next puzzle should have, for a learner of this level: a streak begins easily and gets harder, and
    /// against the clock everyone gets the same mixture.
    #[must_use]
    pub fn grade(&self, level: Option<u16>) -> Option<u16> {
        const FIRST: u16 = 800;
        const HARDER: u16 = 50;
        match self.kind {
            RunKind::Rated(_) => level,
            RunKind::Streak => Some(
                u16::try_from(self.solved)
                    .map_or(u16::MAX, |solved| solved.saturating_mul(HARDER).saturating_add(FIRST)),
            ),
            RunKind::Timed(_) => None,
        }
    }

    /// Counts a puzzle that is done.
    pub fn count(&mut self, solving: &Solving) {
        self.tried += 1;
        self.solved += u32::from(solving.at_once());
    }

    /// Whether it is over after this time.
    #[must_use]
    pub fn is_over(&self, elapsed: Duration) -> bool {
        match self.kind {
            RunKind::Rated(most) => most.is_some_and(|most| self.tried >= most),
            RunKind::Streak => self.solved < self.tried,
            RunKind::Timed(limit) => elapsed >= limit,
        }
    }
}

/// `Streak: 4 of 5 puzzles.`
impl fmt::Display for PuzzleRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.kind == RunKind::Streak { "Streak" } else { "Solved on the first try" };
        write!(f, "{word}: {} of {}.", self.solved, counted(self.tried, "puzzle"))
    }
}
