//! A walk through a record: along the match, and off it along a branch.

use numberline_rules::Choices;
use numberline_table::{AnyMatch, MoveError, Ply, Record, ReplayError};

/// A walk through a record.
pub struct Walk {
    record: Record,
    game: Box<dyn AnyMatch>,
    at: Place,
    branch: Option<Branch>,
    last: Option<Ply>,
}

/// The current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// After this many plies of the match.
    Main(usize),
    /// After this many plies of the branch.
    Branch(usize),
}

/// What was tried instead of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// After how many plies of the match it begins.
    pub fork: usize,
    /// Its plies; at least one.
    pub plies: Vec<Choices<String>>,
}

impl Walk {
    /// Starts at the end of a record.
    pub fn new(record: Record) -> Result<Self, ReplayError> {
        let game = record.begin()?;
        let mut walk = Self { record, game, at: Place::Main(0), branch: None, last: None };
        walk.end()?;
        Ok(walk)
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The match at the current position.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// The current position.
    #[must_use]
    pub fn at(&self) -> Place {
        self.at
    }

    /// What was tried instead of the match, if anything was.
    #[must_use]
    pub fn branch(&self) -> Option<&Branch> {
        self.branch.as_ref()
    }

    /// What the last ply changed.
    #[must_use]
    pub fn last(&self) -> Option<&Ply> {
        self.last.as_ref()
    }

    /// How many plies the match has.
    #[must_use]
    pub fn length(&self) -> usize {
        self.record.plies().len()
    }

    /// After how many plies of the match the current position comes; on a branch, where the branch begins.
    #[must_use]
    pub fn ply(&self) -> usize {
        match self.at {
            Place::Main(ply) => ply,
            Place::Branch(_) => self.fork(),
        }
    }

    /// After how many plies of the match the branch begins.
    #[must_use]
    pub fn fork(&self) -> usize {
        self.branch.as_ref().map_or(0, |branch| branch.fork)
    }

    /// Goes there, or as far in that direction as possible.
    pub fn go(&mut self, to: Place) -> Result<(), ReplayError> {
        let side = self.branch.as_ref().map_or(&[][..], |branch| &branch.plies);
        let (main, aside) = match to {
            Place::Main(ply) => (ply.min(self.length()), 0),
            Place::Branch(ply) => (self.fork(), ply.min(side.len())),
        };
        let way: Vec<_> = self.record.plies().iter().take(main).chain(side.iter().take(aside)).collect();
        let mut game = self.record.begin()?;
        // Only the last ply is shown.
        self.last = match way.split_last() {
            None => None,
            Some((last, before)) => {
                for choices in before {
                    game.play_turn(&choices.to_string())?;
                }
                let ply = game.preview(&last.to_string())?;
                game.play_turn(&last.to_string())?;
                Some(ply)
            }
        };
        self.game = game;
        self.at = if aside > 0 { Place::Branch(aside) } else { Place::Main(main) };
        Ok(())
    }

    /// This many plies forward: along the branch if on one.
    pub fn forward(&mut self, plies: usize) -> Result<(), ReplayError> {
        self.go(match self.at {
            Place::Main(ply) => Place::Main(ply.saturating_add(plies)),
            Place::Branch(ply) => Place::Branch(ply.saturating_add(plies)),
        })
    }

    /// This many plies back, leaving the branch where it begins.
    pub fn back(&mut self, plies: usize) -> Result<(), ReplayError> {
        self.go(match self.at {
            Place::Main(ply) => Place::Main(ply.saturating_sub(plies)),
            Place::Branch(ply) if ply >= plies => Place::Branch(ply - plies),
            Place::Branch(ply) => Place::Main(self.fork().saturating_sub(plies - ply)),
        })
    }

    /// To the beginning of the match.
    pub fn start(&mut self) -> Result<(), ReplayError> {
        self.go(Place::Main(0))
    }

    /// To the end of the current line.
    pub fn end(&mut self) -> Result<(), ReplayError> {
        self.forward(usize::MAX)
    }

    /// Plays a finished turn: the next one of the current line, or the first of a new branch.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.last = Some(self.game.preview(text)?);
        let choices = self.game.play_turn(text)?;
        self.at = match (self.at, &mut self.branch) {
            (Place::Main(ply), _) if self.record.plies().get(ply) == Some(&choices) => Place::Main(ply + 1),
            (Place::Main(fork), Some(branch))
                if branch.fork == fork && branch.plies.first() == Some(&choices) =>
            {
                Place::Branch(1)
            }
            (Place::Branch(ply), Some(branch)) => {
                if branch.plies.get(ply) != Some(&choices) {
                    branch.plies.truncate(ply);
                    branch.plies.push(choices);
                }
                Place::Branch(ply + 1)
            }
            (Place::Main(fork) | Place::Branch(fork), branch) => {
                *branch = Some(Branch { fork, plies: vec![choices] });
                Place::Branch(1)
            }
        };
        Ok(())
    }

    /// Back to the match, where the branch began; the branch is dropped.
    pub fn leave_branch(&mut self) -> Result<(), ReplayError> {
        if let Place::Branch(_) = self.at {
            self.go(Place::Main(self.fork()))?;
        }
        self.branch = None;
        Ok(())
    }
}
