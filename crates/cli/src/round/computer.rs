//! The turns that a computer takes in a match, and what a person can ask of it.

use std::io;

use numberline_rules::Seat;
use numberline_table::Taken;

use super::{Answer, Round};
use crate::Tone;
use crate::thinking::Thinking;

impl<'a> super::Round<'a> {
    /// Lets computers take seats; where there is none, a person is asked.
    #[must_use]
    pub fn with_computers(mut self, computers: &'a mut [Option<numberline_table::Computer>; 2]) -> Self {
        self.computers = Some(computers);
        self
    }
}

impl Round<'_> {
    pub(super) fn is_computer(&self, seat: Seat) -> bool {
        self.computers.as_deref().is_some_and(|computers| seat.of(computers).is_some())
    }

    pub(super) fn has_computer(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.is_computer(seat))
    }

    /// The computer's move. A choice that waits for a person's stays as secret as a person's would.
    pub(super) fn let_computer_move(&mut self, seat: Seat) -> io::Result<()> {
        let thinking = Thinking::new(self.out, self.console.is_a_person());
        let computer = self.computers.as_deref_mut().and_then(|computers| seat.of_mut(computers).as_mut());
        let chosen = computer.and_then(|computer| computer.choose(self.table.game(), seat, &thinking));
        let Some(chosen) = chosen else {
            // It cannot happen: a seat that is asked has a move. Giving up is better than asking for ever.
            self.table.resign(seat);
            return Ok(());
        };
        if let Some(note) = &chosen.note {
            self.out.remark(Tone::Warning, note)?;
        }
        match self.table.submit(seat, &chosen.text) {
            Ok(Taken::Waiting) => Ok(()),
            Ok(Taken::Played(ply)) => {
                self.out.say(Tone::Plain, &self.voice.played_by_computer(self.table, &ply))?;
                self.after_a_ply()
            }
            Err(refused) => {
                let why = format!("{} gives up: {}", self.table.name(seat), refused.reason);
                self.out.remark(Tone::Warning, &why)?;
                self.table.resign(seat);
                Ok(())
            }
        }
    }

    /// Takes everything back to the person's turn before this one.
    pub(super) fn undo_for(&mut self, seat: Seat) -> io::Result<Answer> {
        let acted = |plies: &[numberline_rules::Choices<String>]| {
            plies.iter().filter(|choices| choices.get(seat).is_some()).count()
        };
        let before = acted(&self.table.game().plies());
        if before == 0 {
            self.out.say(Tone::Refusal, "There is nothing to take back.")?;
            return Ok(Answer::Shown);
        }
        while acted(&self.table.game().plies()) == before {
            self.table.undo();
        }
        self.out.say(Tone::Plain, "Your last move is taken back.")?;
        self.show_board_unless_the_turn_does()?;
        Ok(Answer::Changed)
    }

    /// The computer takes a draw exactly if it does not stand better.
    pub(super) fn offer_draw_to_computer(&mut self, seat: Seat) -> io::Result<Answer> {
        let other = seat.other();
        let computer = self.computers.as_deref_mut().and_then(|computers| other.of_mut(computers).as_mut());
        let accepts = computer.is_some_and(|computer| computer.accepts_draw(self.table.game(), other, &()));
        let (offering, name) = (self.table.name(seat), self.table.name(other));
        let answer = if accepts { "accepts" } else { "declines" };
        self.out.say(Tone::Plain, &format!("{offering} offers a draw. {name} {answer}."))?;
        if accepts {
            self.table.agree_draw();
        }
        Ok(Answer::Changed)
    }
}
