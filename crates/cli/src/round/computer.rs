//! A computer's turns in a match, and how it answers a draw offer.

use std::io;

use numberline_rules::Seat;
use numberline_table::{Act, Taken};

use super::{Answer, Round};
use crate::Tone;
use crate::thinking::Thinking;

impl Round<'_> {
    /// The computer's move. A choice that waits for the player's stays as secret as a player's would.
    pub(super) fn let_computer_move(&mut self, seat: Seat) -> io::Result<()> {
        let thinking = Thinking::new(self.out, self.console.is_a_person());
        let computer = self.session.computer(seat, self.cache);
        let chosen = computer.and_then(|mut computer| computer.choose(self.session.at(), seat, &thinking));
        if let Some(note) = self.session.excuse(seat, chosen.as_ref().and_then(|chosen| chosen.note.clone()))
        {
            self.out.remark(Tone::Warning, &note)?;
        }
        match chosen.and_then(|chosen| self.session.submit(seat, &chosen.text).ok()) {
            Some(Taken::Waiting) => Ok(()),
            Some(Taken::Played(ply)) => {
                self.out.say(Tone::Plain, &self.voice.played_by_computer(self.session.table(), &ply))?;
                self.after_a_ply()
            }
            None => {
                // A seat that is asked has a move. Resigning is better than asking for ever.
                self.session.end(Act::Resign(seat));
                Ok(())
            }
        }
    }

    /// The computer accepts a draw exactly if its position is not better.
    pub(super) fn offer_draw_to_computer(&mut self, seat: Seat) -> io::Result<Answer> {
        let other = seat.other();
        let computer = self.session.computer(other, self.cache);
        let accepts = computer.is_some_and(|computer| computer.accepts_draw(self.session.at(), other, &()));
        let (offering, name) = (self.session.name(seat), self.session.name(other));
        let answer = if accepts { "accepts" } else { "declines" };
        self.out.say(Tone::Plain, &format!("{offering} offers a draw. {name} {answer}."))?;
        if accepts {
            self.session.end(Act::AgreeDraw);
        }
        Ok(Answer::Changed)
    }
}
