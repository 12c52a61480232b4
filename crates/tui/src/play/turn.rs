//! The life of a turn: a move is weighed if the coach warns, handed in, seen, written down, and the next seat acts.

use numberline_rules::{Choices, Seat};
use numberline_table::{Chosen, Ply, Refusal, Refused, Taken, Undone};

use super::{Note, Play, Question, Sent, State};
use crate::Effect;
use crate::dialog::Dialog;
use crate::effect::Errand;
use crate::screen::Context;

impl Play {
    /// Whoever is to act acts: a computer thinks, a person points or stands behind the curtain.
    pub(super) fn go_on(&mut self, context: &mut Context<'_>) -> Effect {
        let Some(seat) = self.table.next_seat() else { return Effect::None };
        if self.session.is_computer(seat) {
            return self.let_computer_think(seat, context);
        }
        if self.is_secret() {
            if !matches!(self.state, State::Revealed) {
                self.draw_curtain(seat);
            }
        } else {
            self.pointer.settle(self.table.game(), seat);
            self.tell_coach();
        }
        Effect::None
    }

    /// A person wants to make a move.
    pub(super) fn play(&mut self, seat: Seat, text: &str, context: &mut Context<'_>) -> Effect {
        let warns = self.session.coach && !self.is_secret();
        if warns && self.table.game().check(seat, text).is_ok() {
            self.weighed = Some((seat, text.to_owned()));
            return self.coach.weigh(self.table.game(), seat, text, context);
        }
        self.submit(seat, text, context)
    }

    /// Goes on with a move that the coach has looked at, once that is done.
    pub(super) fn weighing_is_done(&mut self, context: &mut Context<'_>) -> Effect {
        let Some((text, weighing)) = self.coach.take_weighing() else { return Effect::None };
        let Some((seat, _)) = self.weighed.take().filter(|(_, wanted)| *wanted == text) else {
            return Effect::None;
        };
        let mistake = match weighing {
            Ok(weighing) => weighing.mistake(),
            Err(Refusal::Stopped) => return Effect::None,
            Err(refusal) => {
                let effect = self.submit(seat, &text, context);
                if !std::mem::replace(&mut self.excused, true) {
                    self.note = Note::said(format!("The coach cannot look that far ahead: {refusal}."));
                }
                return effect;
            }
        };
        let Some(mistake) = mistake else { return self.submit(seat, &text, context) };
        self.ask(Question::Mistake(seat, text), format!("{} Keep it?", mistake.warning()));
        Effect::None
    }

    pub(super) fn ask(&mut self, question: Question, words: String) {
        self.state = State::Asking(question, Dialog::new(words));
    }

    /// Hands in a person's move.
    pub(super) fn submit(&mut self, seat: Seat, text: &str, context: &mut Context<'_>) -> Effect {
        let secret = self.is_secret();
        self.computers.wake();
        match self.table.submit(seat, text) {
            Ok(Taken::Waiting) => {
                let withdrawn = self.withdraw_offer();
                self.note = Note::said("");
                // What the coach told this seat is not for the next one.
                let handed_over = self.coach.moved(self.table.game(), context);
                withdrawn.and(handed_over).and(self.go_on(context))
            }
            Ok(Taken::Played(ply)) => self.withdraw_offer().and(self.played(ply, context)),
            Err(refused) => {
                self.note = Note::warning(self.refusal(seat, &refused, secret));
                self.finish_if_over(context)
            }
        }
    }

    /// Why a move was not taken. A secret choice is not named, so all refusals sound the same there.
    fn refusal(&self, seat: Seat, refused: &Refused, secret: bool) -> String {
        let reason = if secret {
            format!("You can choose {}.", self.table.game().moves(seat, 40).join(", "))
        } else {
            refused.reason.to_string()
        };
        match refused.attempts_left {
            None | Some(0) => reason,
            Some(1) => format!("{reason} One more invalid attempt forfeits the game."),
            Some(left) => format!("{reason} {left} more invalid attempts in a row forfeit the game."),
        }
    }

    pub(super) fn computer_moves(
        &mut self,
        seat: Seat,
        chosen: &Chosen,
        context: &mut Context<'_>,
    ) -> Effect {
        let effect = match self.table.submit(seat, &chosen.text) {
            Ok(Taken::Waiting) => self.go_on(context),
            Ok(Taken::Played(ply)) => self.played(ply, context),
            Err(refused) => {
                self.table.resign(seat);
                let effect = self.finish_if_over(context);
                self.note =
                    Note::warning(format!("{} gives up: {}", self.session.name(seat), refused.reason));
                return effect;
            }
        };
        if let Some(note) = &chosen.note {
            self.note = Note::warning(note.clone());
        }
        effect
    }

    /// A ply is complete.
    fn played(&mut self, ply: Ply, context: &mut Context<'_>) -> Effect {
        self.end_choosing();
        self.clicked = false;
        self.note = Note::said(self.words(&ply));
        if self.table.occurrences() == 3 && self.table.ending().is_none() {
            self.note = Note::said("This position has come up for the third time: d offers a draw.");
        }
        self.motion = context.preferences.moves().then_some(0);
        self.hold_replies(context);
        let moved = self.coach.moved(self.table.game(), context);
        let next = if self.table.ending().is_some() {
            self.finish_if_over(context)
        } else {
            self.remember(context).and(self.go_on(context))
        };
        self.show_change(&ply);
        self.last = Some(ply);
        moved.and(next)
    }

    /// The turn is over. Whoever is typing the name of a file or reading a question meanwhile is not interrupted, unless
    /// the match has ended and the question was about how to go on with it.
    fn end_choosing(&mut self) {
        let is_over = self.table.ending().is_some();
        if self.is_secret() {
            // What was chosen is to be seen before the next curtain.
            self.state = State::Revealed;
        } else if match &self.state {
            State::Saving(_) => false,
            State::Asking(question, _) => is_over && *question != Question::Leave,
            _ => true,
        } {
            self.state = State::Pointing;
        }
    }

    /// Scrolls to where something has changed.
    fn show_change(&mut self, ply: &Ply) {
        let cells = ply.after.cells.iter().zip(&ply.before.cells);
        let changed =
            cells.filter(|(after, before)| after.mark != before.mark).map(|(after, _)| after.number);
        let far = self.pointer.focus();
        if let Some(cell) = changed.min_by_key(|cell| cell.abs_diff(far)) {
            let is_computers = matches!(ply.choices, Choices::Of(seat, _) if self.session.is_computer(seat));
            if is_computers || self.session.is_watched() {
                self.pointer.look_at(cell);
            }
        }
    }

    /// What was played, in a sentence.
    fn words(&self, ply: &Ply) -> String {
        match &ply.choices {
            Choices::Of(seat, text) => format!("{} played {text}.", self.session.name(*seat)),
            Choices::Both(one, two) => {
                let [first, second] = self.session.names();
                format!("{first} played {one}, {second} played {two}.")
            }
        }
    }

    /// Writes down how to go on with the match. A choice that waits for the other seat's is no part of that.
    pub(super) fn remember(&mut self, context: &mut Context<'_>) -> Effect {
        match self.session.unfinished(&self.table) {
            Some(unfinished) => self.send(Errand::Remember(Box::new(unfinished)), Sent::Remember, context),
            None => self.send(Errand::Forget, Sent::Remember, context),
        }
    }

    /// If the match has just ended, it is counted and kept.
    pub(super) fn finish_if_over(&mut self, context: &mut Context<'_>) -> Effect {
        if self.table.ending().is_none() {
            return Effect::None;
        }
        self.end_choosing();
        self.pointer.lift();
        self.weighed = None;
        let stopped = self.stop_computers();
        let record = self.session.finish(&self.table);
        let kept = if record.plies().is_empty() {
            Effect::None
        } else {
            self.send(Errand::Keep(Box::new(record)), Sent::Keep, context)
        };
        stopped.and(kept).and(self.remember(context))
    }

    /// The next round, or the same again.
    pub(super) fn next_round(&mut self, context: &mut Context<'_>) -> Effect {
        let again = !self.session.goes_on();
        match self.session.next() {
            Ok(table) => self.table = table,
            Err(error) => {
                self.note = Note::warning(error);
                return Effect::None;
            }
        }
        let stopped = self.stop_computers();
        if again {
            self.computers.reseat(self.session.computers());
        }
        self.last = None;
        self.motion = None;
        self.note = Note::said("");
        self.pointer = crate::board::Pointer::new();
        self.state = State::Pointing;
        let moved = self.coach.moved(self.table.game(), context);
        stopped.and(moved).and(self.go_on(context))
    }

    /// Takes back a choice or a ply; against a computer, everything since the person's last turn.
    pub(super) fn undo(&mut self, context: &mut Context<'_>) -> Effect {
        if self.table.ending().is_some() {
            self.note = Note::said("The game is over: nothing can be taken back any more.");
            return Effect::None;
        }
        let stopped = self.stop_computers();
        let said = match self.session.only_person() {
            Some(seat) => {
                self.computers.wake();
                self.undo_for(seat)
            }
            None => match self.table.undo() {
                Undone::Nothing => None,
                Undone::Choice(seat) => Some(format!("{}'s choice is taken back.", self.session.name(seat))),
                Undone::Ply => Some("The last move is taken back.".to_owned()),
            },
        };
        let Some(said) = said else {
            self.note = Note::warning("There is nothing to take back.");
            return stopped.and(self.go_on(context));
        };
        self.note = Note::said(said);
        self.last = None;
        self.motion = None;
        self.state = State::Pointing;
        let paused = if self.session.is_watched() { self.pause() } else { Effect::None };
        let moved = self.coach.moved(self.table.game(), context);
        let remembered = self.remember(context);
        stopped.and(paused).and(moved).and(remembered).and(self.go_on(context))
    }

    fn undo_for(&mut self, seat: Seat) -> Option<String> {
        if self.table.game().has_chosen(seat) {
            self.table.undo();
            return Some("Your choice is taken back.".to_owned());
        }
        let acted = |plies: &[Choices<String>]| plies.iter().filter(|ply| ply.get(seat).is_some()).count();
        let before = acted(&self.table.game().plies());
        if before == 0 {
            return None;
        }
        while acted(&self.table.game().plies()) == before {
            self.table.undo();
        }
        Some("Your last move is taken back.".to_owned())
    }

    /// A person offers a draw: the other person is asked, or the computer thinks about it.
    pub(super) fn offer_draw(&mut self, seat: Seat, context: &mut Context<'_>) -> Effect {
        let other = seat.other();
        let (offering, name) = (self.session.name(seat).clone(), self.session.name(other).clone());
        if self.session.is_computer(other) {
            return match self.ask_for_draw(other, context) {
                Some(effect) => {
                    self.note = Note::said(format!("{name} thinks about a draw."));
                    effect
                }
                None => {
                    self.note = Note::said(format!("{name} is still thinking."));
                    Effect::None
                }
            };
        }
        self.ask(Question::Draw(seat), format!("{offering} offers a draw. {name}, do you accept?"));
        Effect::None
    }

    /// The draw that was offered to this seat is answered.
    pub(super) fn draw_is_answered(
        &mut self,
        seat: Seat,
        accepts: bool,
        context: &mut Context<'_>,
    ) -> Effect {
        if accepts {
            self.table.agree_draw();
            return self.finish_if_over(context);
        }
        self.note = Note::said(format!("{} declines the draw.", self.session.name(seat)));
        self.go_on(context)
    }

    /// Shows the reason of the move that one points at, where the coach shows reasons.
    pub(super) fn tell_coach(&mut self) {
        let game = self.table.game();
        let text = match (self.pointing(), self.pointer.aim()) {
            (Some(seat), Some(aim)) => game.meant(seat, aim).and_then(|text| game.spell(&text).ok()),
            _ => None,
        };
        self.coach.look_at(text.as_deref());
    }
}
