//! A computer's turns in a match, and how it answers a draw offer.

use std::io;

use numberline_rules::Seat;
use numberline_table::{Act, ComputerTurn, Taken};

use super::{Answer, Round};
use crate::Tone;
use crate::thinking::Thinking;

impl Round<'_> {
    /// The computer's move. A choice that waits for the player's stays as secret as a player's would.
    pub(super) fn let_computer_move(&mut self, seat: Seat) -> io::Result<()> {
        let thinking = Thinking::new(self.out, self.console.is_a_person());
        let computer = self.session.computer(seat, self.cache);
        let chosen = computer.and_then(|mut computer| computer.choose(self.session.at(), seat, &thinking));
        let ComputerTurn { taken, note } = self.session.submit_chosen(seat, chosen);
        if let Some(note) = note {
            self.out.remark(Tone::Warning, &note)?;
        }
        if let Some(Taken::Played(ply)) = taken {
            self.out.say(Tone::Plain, &self.voice.played_by_computer(self.session.table(), &ply))?;
            self.after_a_ply()?;
        }
        Ok(())
    }

    /// The computer accepts a draw exactly if its position is not better.
    pub(super) fn offer_draw_to_computer(&mut self, seat: Seat) -> io::Result<Answer> {
        let other = seat.other();
        if let Some(question) = self.session.draw_question(seat)
            && let Some(instead) = self.is_sure(seat, &question)?
        {
            return Ok(instead);
        }
        let computer = self.session.computer(other, self.cache);
        let accepts = computer.is_some_and(|computer| computer.accepts_draw(self.session.at(), other, &()));
        let offer = self.session.draw_offer(seat);
        self.out.say(Tone::Plain, &format!("{offer} {}", offer.answer(accepts)))?;
        if accepts {
            self.session.end(Act::AgreeDraw);
        }
        Ok(Answer::Changed)
    }
}
