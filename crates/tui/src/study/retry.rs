//! A mistake tried again: the answer stays hidden until it is found, or given up.

use numberline_rules::Seat;
use numberline_table::{Mistake, Outcome, Refusal, Weighing};

use crate::coach::refused;

/// A mistake that is tried again.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Retry {
    /// After how many plies of the match.
    pub(super) ply: usize,
    /// Whose mistake it was.
    pub(super) seat: Seat,
    played: String,
    mistake: Mistake,
    keepers: Vec<String>,
    tried: Vec<String>,
}

/// What came of a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tried {
    /// It keeps the value; what is to be said about it.
    Right(String),
    /// It does not, or nobody knows.
    Wrong(String),
}

impl Retry {
    /// Tries a mistake again.
    pub(super) fn new((ply, seat, weighing): (usize, Seat, &Weighing)) -> Option<Self> {
        Some(Self {
            ply,
            seat,
            played: weighing.text.clone(),
            mistake: weighing.mistake()?,
            keepers: weighing.keepers.clone(),
            tried: Vec::new(),
        })
    }

    /// What to look for.
    pub(super) fn wanted(&self) -> &'static str {
        match self.mistake {
            Mistake::Outcome { before: Outcome::Win, .. } => "Find a move that wins.",
            Mistake::Outcome { .. } => "Find a move that keeps the game going.",
            Mistake::Regret(_) => "Find a card without regret.",
        }
    }

    /// What happened, and what to look for.
    pub(super) fn task(&self, name: &str) -> String {
        format!("Move {}: {name} played {}. {}", self.ply + 1, self.played, self.wanted())
    }

    /// What was tried without success.
    pub(super) fn tried(&self) -> &[String] {
        &self.tried
    }

    /// Takes a try.
    pub(super) fn take(&mut self, weighing: &Result<Weighing, Refusal>) -> Tried {
        let weighing = match weighing {
            Ok(weighing) => weighing,
            Err(refusal) => return Tried::Wrong(refused(refusal)),
        };
        let why = weighing.why.as_ref().map(|why| format!(" {why}")).unwrap_or_default();
        if weighing.mistake().is_none() {
            return Tried::Right(format!("Right: {}.{why}", weighing.text));
        }
        if !self.tried.contains(&weighing.text) {
            self.tried.push(weighing.text.clone());
        }
        Tried::Wrong(format!("Not {}.{why}", weighing.text))
    }

    /// What would have been right.
    pub(super) fn answer(&self) -> String {
        self.mistake.better(&self.keepers)
    }
}
