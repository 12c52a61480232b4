//! The computers in a session: how they come to decide, and what they do with what they have found.

use std::sync::Arc;

use numberline_rules::Seat;

use super::Session;
use crate::{Act, Chosen, Computer, Dice, OracleCache, Progress, Taken};

/// What became of a computer's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputerTurn {
    /// What its move led to; `None` if it has resigned.
    pub taken: Option<Taken>,
    /// Where it falls short of its name, the first time that it does.
    pub note: Option<String>,
}

impl Session {
    /// The computer in a seat, ready for its next decision; `None` where a person sits.
    #[must_use]
    pub fn computer(&self, seat: Seat, cache: &Arc<OracleCache>) -> Option<Computer> {
        let dice = Dice::of_decision(self.seed, self.decisions, seat);
        Some(Computer::new(self.player(seat)?, self.game(), cache, dice))
    }

    /// The move that a computer makes of what it has found; `None` if it resigns. A seat that is asked has a move, so that
    /// should not happen, but resigning is better than asking for ever.
    #[must_use]
    pub fn playable(&self, seat: Seat, found: Option<Chosen>) -> Option<Chosen> {
        found.filter(|chosen| self.ending().is_none() && self.at().check(seat, &chosen.text).is_ok())
    }

    /// Lets the computer in a seat make the move that it has found, or resign.
    pub fn submit_chosen(&mut self, seat: Seat, found: Option<Chosen>) -> ComputerTurn {
        let chosen = self.playable(seat, found);
        let note = chosen.as_ref().and_then(|chosen| chosen.note.clone());
        let taken = chosen.and_then(|chosen| self.submit(seat, &chosen.text).ok());
        if taken.is_none() {
            self.end(Act::Resign(seat));
        }
        ComputerTurn { taken, note: self.excuse(seat, note) }
    }

    /// Where the computers would fall short of their names from here on: to be said before the match begins.
    pub fn shortfalls(&mut self, cache: &OracleCache, progress: &dyn Progress) -> Vec<String> {
        let short = |seat: Seat| {
            let player = self.player(seat).filter(|_| self.ending().is_none())?;
            player.shortfall(self.game(), self.at(), cache, progress)
        };
        let notes = Seat::BOTH.map(short);
        Seat::BOTH.into_iter().zip(notes).filter_map(|(seat, note)| self.excuse(seat, note)).collect()
    }

    /// A computer's note on where it falls short of its name, the first time that it does.
    pub fn excuse(&mut self, seat: Seat, note: Option<String>) -> Option<String> {
        let note = note?;
        let said = std::mem::replace(self.home(seat).of_mut(&mut self.excused), true);
        (!said).then_some(note)
    }
}
