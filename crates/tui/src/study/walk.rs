//! A walk through a record: along the match, and off it along a branch.

use numberline_rules::Choices;
use numberline_table::{AnyMatch, MoveError, Ply, Record, ReplayError};

/// A walk through a record.
pub(crate) struct Walk {
    record: Record,
    game: Box<dyn AnyMatch>,
    at: At,
    branch: Option<Branch>,
    last: Option<Ply>,
}

/// Where one stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    /// After so many plies of the match.
    Main(usize),
    /// After so many plies of the branch.
    Branch(usize),
}

/// What was tried instead of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Branch {
    /// After how many plies of the match it begins.
    pub(crate) fork: usize,
    /// Its plies; at least one.
    pub(crate) plies: Vec<Choices<String>>,
}

impl Walk {
    /// At the end of a record.
    pub(crate) fn new(record: Record) -> Result<Self, ReplayError> {
        let game = record.begin()?;
        let mut walk = Self { record, game, at: At::Main(0), branch: None, last: None };
        walk.end()?;
        Ok(walk)
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The match as it stands here.
    pub(crate) fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    pub(crate) fn at(&self) -> At {
        self.at
    }

    pub(crate) fn branch(&self) -> Option<&Branch> {
        self.branch.as_ref()
    }

    /// What the last ply changed.
    pub(crate) fn last(&self) -> Option<&Ply> {
        self.last.as_ref()
    }

    /// How many plies the match has.
    pub(crate) fn length(&self) -> usize {
        self.record.plies().len()
    }

    /// After how many plies of the match one stands; on a branch, where it begins.
    pub(crate) fn ply(&self) -> usize {
        match self.at {
            At::Main(ply) => ply,
            At::Branch(_) => self.fork(),
        }
    }

    /// After how many plies of the match the branch begins.
    pub(crate) fn fork(&self) -> usize {
        self.branch.as_ref().map_or(0, |branch| branch.fork)
    }

    /// Goes there, or as far as there is anything.
    pub(crate) fn go(&mut self, to: At) -> Result<(), ReplayError> {
        let side = self.branch.as_ref().map_or(&[][..], |branch| &branch.plies);
        let (main, aside) = match to {
            At::Main(ply) => (ply.min(self.length()), 0),
            At::Branch(ply) => (self.fork(), ply.min(side.len())),
        };
        let way: Vec<_> = self.record.plies().iter().take(main).chain(side.iter().take(aside)).collect();
        let mut game = self.record.begin()?;
        // Only the last ply is looked at.
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
        self.at = if aside > 0 { At::Branch(aside) } else { At::Main(main) };
        Ok(())
    }

    /// So many plies on: along the branch if one is on it.
    pub(crate) fn forward(&mut self, plies: usize) -> Result<(), ReplayError> {
        self.go(match self.at {
            At::Main(ply) => At::Main(ply.saturating_add(plies)),
            At::Branch(ply) => At::Branch(ply.saturating_add(plies)),
        })
    }

    /// So many plies back, and off the branch where it begins.
    pub(crate) fn back(&mut self, plies: usize) -> Result<(), ReplayError> {
        self.go(match self.at {
            At::Main(ply) => At::Main(ply.saturating_sub(plies)),
            At::Branch(ply) if ply >= plies => At::Branch(ply - plies),
            At::Branch(ply) => At::Main(self.fork().saturating_sub(plies - ply)),
        })
    }

    /// To the beginning of the match.
    pub(crate) fn start(&mut self) -> Result<(), ReplayError> {
        self.go(At::Main(0))
    }

    /// To the end of the line one is on.
    pub(crate) fn end(&mut self) -> Result<(), ReplayError> {
        self.forward(usize::MAX)
    }

    /// Plays a finished turn: the next one of the line one is on, or the beginning of another branch.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.last = Some(self.game.preview(text)?);
        let choices = self.game.play_turn(text)?;
        self.at = match (self.at, &mut self.branch) {
            (At::Main(ply), _) if self.record.plies().get(ply) == Some(&choices) => At::Main(ply + 1),
            (At::Main(fork), Some(branch))
                if branch.fork == fork && branch.plies.first() == Some(&choices) =>
            {
                At::Branch(1)
            }
            (At::Branch(ply), Some(branch)) => {
                if branch.plies.get(ply) != Some(&choices) {
                    branch.plies.truncate(ply);
                    branch.plies.push(choices);
                }
                At::Branch(ply + 1)
            }
            (At::Main(fork) | At::Branch(fork), branch) => {
                *branch = Some(Branch { fork, plies: vec![choices] });
                At::Branch(1)
            }
        };
        Ok(())
    }

    /// Back to the match, where the branch began; the branch is forgotten.
    pub(crate) fn leave_branch(&mut self) -> Result<(), ReplayError> {
        if let At::Branch(_) = self.at {
            self.go(At::Main(self.fork()))?;
        }
        self.branch = None;
        Ok(())
    }
}
