//! A walk through a record: along the match, and off it along a branch.

use numberline_rules::Choices;
use numberline_table::{AnyMatch, MoveError, Ply, Record, StartError};

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
    /// At the beginning of a record.
    pub(crate) fn new(record: Record) -> Result<Self, StartError> {
        let game = record.begin()?;
        Ok(Self { record, game, at: At::Main(0), branch: None, last: None })
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
            At::Branch(_) => self.ply_of_branch(),
        }
    }

    /// After how many plies of the match the branch begins.
    pub(crate) fn ply_of_branch(&self) -> usize {
        self.branch.as_ref().map_or(0, |branch| branch.fork)
    }

    /// Goes there, or as far as there is anything.
    pub(crate) fn go(&mut self, to: At) -> Result<(), String> {
        let to = match (to, &self.branch) {
            (At::Branch(0), Some(branch)) => At::Main(branch.fork),
            (At::Branch(plies), Some(branch)) => At::Branch(plies.min(branch.plies.len())),
            (At::Branch(_), None) => At::Main(self.ply()),
            (At::Main(ply), _) => At::Main(ply.min(self.length())),
        };
        let way = self.way(to);
        let mut gone = self.way(self.at);
        let goes_on = gone.0 <= way.0 && gone.1 <= way.1 && (gone.1 == 0 || gone.0 == way.0);
        if !goes_on {
            self.game = self.record.begin().map_err(|error| error.to_string())?;
            self.last = None;
            gone = (0, 0);
        }
        let branch = self.branch.as_ref().map_or(&[][..], |branch| branch.plies.as_slice());
        let main = self.record.plies().iter().take(way.0).skip(gone.0);
        let ahead = main.chain(branch.iter().take(way.1).skip(gone.1));
        let mut left = way.0 + way.1 - gone.0 - gone.1;
        for choices in ahead {
            left = left.saturating_sub(1);
            let text = choices.to_string();
            // Only the last ply is looked at.
            let played = if left == 0 {
                self.game.play_turn(&text).map(|ply| self.last = Some(ply))
            } else {
                self.game.play_turn_unseen(&text)
            };
            played.map_err(|error| error.to_string())?;
        }
        self.at = to;
        Ok(())
    }

    /// One ply on: along the branch if one is on it.
    pub(crate) fn forward(&mut self, plies: usize) -> Result<(), String> {
        match self.at {
            At::Main(ply) => self.go(At::Main(ply.saturating_add(plies))),
            At::Branch(ply) => self.go(At::Branch(ply.saturating_add(plies))),
        }
    }

    /// One ply back, and off the branch where it begins.
    pub(crate) fn back(&mut self, plies: usize) -> Result<(), String> {
        match self.at {
            At::Main(ply) => self.go(At::Main(ply.saturating_sub(plies))),
            At::Branch(ply) if ply >= plies => self.go(At::Branch(ply - plies)),
            At::Branch(ply) => self.go(At::Main(self.ply().saturating_sub(plies - ply))),
        }
    }

    /// To the end of the line one is on.
    pub(crate) fn end(&mut self) -> Result<(), String> {
        self.forward(usize::MAX)
    }

    /// Plays a finished turn: the next one of the line one is on, or the beginning of another branch.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mut tried = self.game.copy();
        let ply = tried.play_turn(text)?;
        let choices = ply.choices.clone();
        self.at = match self.at {
            At::Main(ply) if self.record.plies().get(ply) == Some(&choices) => At::Main(ply + 1),
            At::Main(ply) => {
                let goes_on = |branch: &&Branch| branch.fork == ply && branch.plies.first() == Some(&choices);
                if self.branch.as_ref().filter(goes_on).is_none() {
                    self.branch = Some(Branch { fork: ply, plies: vec![choices] });
                }
                At::Branch(1)
            }
            At::Branch(ply) => {
                if let Some(branch) = &mut self.branch
                    && branch.plies.get(ply) != Some(&choices)
                {
                    branch.plies.truncate(ply);
                    branch.plies.push(choices);
                }
                At::Branch(ply + 1)
            }
        };
        self.game = tried;
        self.last = Some(ply);
        Ok(())
    }

    /// Back to the match, where the branch began; the branch is forgotten. Says whether there was one.
    pub(crate) fn leave_branch(&mut self) -> Result<bool, String> {
        if let At::Branch(_) = self.at {
            self.go(At::Main(self.ply()))?;
        }
        Ok(self.branch.take().is_some())
    }

    /// How many plies of the match and of the branch lead there.
    fn way(&self, to: At) -> (usize, usize) {
        match to {
            At::Main(ply) => (ply, 0),
            At::Branch(ply) => (self.ply_of_branch(), ply),
        }
    }
}
