//! The life of a turn: a move is checked if the coach warns, submitted, shown, saved, and the next seat acts.

use numberline_rules::{Choices, Seat};
use numberline_table::{Act, Adviser, Chosen, ComputerTurn, Ending, Ply, SolveError, Taken, UndoError};

use super::{MatchQuestion, Play, State};
use crate::bench::Benched;
use crate::board::Pointer;
use crate::effect::{Errand, Thought};
use crate::note::Note;
use crate::screen::Context;
use crate::{Effect, Setting, Ticket};

impl Play {
    /// Lets the next seat act: a computer thinks, a person points or waits behind the curtain.
    pub(super) fn go_on(&mut self, context: &mut Context) -> Effect {
        let Some(seat) = self.session.table().next_seat() else { return Effect::None };
        if self.session.is_computer(seat) {
            return self.let_computer_think(seat, context);
        }
        if !self.session.is_secret() {
            self.bench.pointer.rest(self.session.at(), seat);
            self.tell_coach();
        } else if !matches!(self.state, State::Revealed) {
            self.draw_curtain(seat);
        }
        Effect::None
    }

    /// A player wants to make a move.
    pub(super) fn play(&mut self, seat: Seat, text: &str, context: &mut Context) -> Effect {
        let at = self.session.at();
        if !self.warns || self.session.is_secret() || at.check(seat, text).is_err() {
            return self.submit(seat, text, context);
        }
        let adviser = Adviser::new(self.session.game(), &context.cache);
        let thought = Thought::Warn(adviser, at.copy(), seat, text.to_owned());
        self.weighing.ask((seat, text.to_owned()), thought, context)
    }

    /// Continues with a move that the coach has checked.
    pub(super) fn warned(
        &mut self,
        ticket: Ticket,
        said: Result<Vec<String>, SolveError>,
        context: &mut Context,
    ) -> Effect {
        let Some((seat, text)) = self.weighing.take(ticket) else { return Effect::None };
        match said {
            Ok(said) if said.is_empty() => self.submit(seat, &text, context),
            Ok(said) => {
                let words = format!("{} Keep it?", said.join(" "));
                self.ask(MatchQuestion::Mistake(seat, text), words);
                Effect::None
            }
            Err(refusal) => {
                let effect = self.submit(seat, &text, context);
                if let Some(why) = self.excuse.too_far(&refusal) {
                    self.bench.note = Note::said(why);
                }
                effect
            }
        }
    }

    pub(super) fn ask(&mut self, question: MatchQuestion, words: String) {
        self.state = State::Asking(question, words);
    }

    /// Submits a player's move.
    pub(super) fn submit(&mut self, seat: Seat, text: &str, context: &mut Context) -> Effect {
        let secret = self.session.is_secret();
        self.computers.paused = false;
        match self.session.submit(seat, text) {
            Ok(Taken::Waiting) => {
                let withdrawn = self.withdraw_offer();
                self.bench.note = Note::default();
                // What the coach told this seat is not for the next one.
                let handed_over = self.bench.coach.moved(self.session.at(), context);
                withdrawn.and(handed_over).and(self.go_on(context))
            }
            Ok(Taken::Played(ply)) => self.withdraw_offer().and(self.played(ply, context)),
            Err(refused) if secret => {
                self.bench.note = Note::warning(refused.secret_sentence(self.session.at(), seat));
                self.finish_if_over(context)
            }
            Err(refused) => {
                self.bench.note = Note::warning(refused.sentence());
                self.finish_if_over(context)
            }
        }
    }

    pub(super) fn computer_moves(
        &mut self,
        seat: Seat,
        found: Option<Chosen>,
        context: &mut Context,
    ) -> Effect {
        let ComputerTurn { taken, note } = self.session.submit_chosen(seat, found);
        let effect = match taken {
            Some(Taken::Waiting) => self.go_on(context),
            Some(Taken::Played(ply)) => self.played(ply, context),
            None => self.finish_if_over(context),
        };
        if let Some(note) = note {
            self.bench.note = Note::warning(note);
        }
        effect
    }

    /// A ply is complete.
    fn played(&mut self, ply: Ply, context: &mut Context) -> Effect {
        self.end_choosing();
        self.clicked = false;
        let repetition = self.session.table().repetition().map(|note| format!(" {note}")).unwrap_or_default();
        // The result of a match says what the last move did, but not which two cards were shown.
        let is_won = matches!(self.session.ending(), Some(Ending::Won(_)));
        let is_said = is_won && matches!(ply.choices, Choices::Of(..));
        let told = if is_said { String::new() } else { self.session.played(&ply) + &repetition };
        self.bench.note = Note::said(told);
        self.motion = context.preferences.is_on(Setting::Motion).then_some(0);
        self.hold_replies(context);
        let moved = self.bench.coach.moved(self.session.at(), context);
        let next = if self.session.ending().is_some() {
            self.finish_if_over(context)
        } else {
            self.remember(context).and(self.go_on(context))
        };
        self.show_change(&ply);
        self.last = Some(ply);
        moved.and(next)
    }

    /// The turn is over. A player who is typing a file name or reading a question is not interrupted, unless the match has
    /// ended and the question was about how to continue it.
    fn end_choosing(&mut self) {
        let is_over = self.session.ending().is_some();
        if self.session.is_secret() {
            // Both choices are shown before the next curtain.
            self.state = State::Revealed;
        } else if match &self.state {
            State::Asking(question, _) => is_over && *question != MatchQuestion::Leave,
            _ => true,
        } {
            self.state = State::Pointing;
            self.bench.drop_move();
        }
    }

    /// Scrolls to where a computer has changed something.
    fn show_change(&mut self, ply: &Ply) {
        let is_computers = matches!(ply.choices, Choices::Of(seat, _) if self.session.is_computer(seat));
        let cells = ply.after.cells.iter().zip(&ply.before.cells);
        let changed =
            cells.filter(|(after, before)| after.mark != before.mark).map(|(after, _)| after.number);
        let far = self.bench.pointer.focus;
        if let Some(cell) = changed.min_by_key(|cell| cell.abs_diff(far))
            && (is_computers || self.session.is_watched())
        {
            self.bench.pointer.focus = cell;
        }
    }

    /// Saves the session, so that it can be resumed. A choice that waits for the other seat's is not part of that.
    fn remember(&mut self, context: &mut Context) -> Effect {
        let over = || Errand::Forget(self.session.records());
        let errand = self.session.to_resume().map_or_else(over, Errand::Remember);
        self.remembering.ask((), errand, context)
    }

    /// If the match has just ended, it is kept.
    pub(super) fn finish_if_over(&mut self, context: &mut Context) -> Effect {
        if self.session.ending().is_none() {
            return Effect::None;
        }
        self.end_choosing();
        self.bench.pointer.lift();
        let stopped = self.weighing.stop().and(self.stop_computers());
        let kept = self
            .session
            .kept()
            .map_or(Effect::None, |record| self.keeping.ask((), Errand::Keep(Box::new(record)), context));
        stopped.and(kept).and(self.remember(context))
    }

    /// The next round, or the same again.
    pub(super) fn next_round(&mut self, context: &mut Context) -> Effect {
        self.session.play_on(numberline_table::draw_seed());
        self.bench.coach.names.clone_from(self.session.names());
        self.bench.note = Note::said(self.session.round_note().unwrap_or_default());
        self.bench.pointer = Pointer::default();
        self.start_over(context)
    }

    /// Takes back a choice or a ply; against a computer, everything since the player's last turn.
    pub(super) fn undo(&mut self, context: &mut Context) -> Effect {
        let undone = self.session.take_back();
        if self.session.only_person().is_some() {
            self.computers.paused = false;
        }
        self.bench.note = match undone {
            Ok(undone) => Note::said(undone.sentence(self.session.names())),
            Err(error) => Note::warning(error.to_string()),
        };
        match undone {
            Err(UndoError::Over) => return Effect::None,
            Err(UndoError::Nothing) => return self.stop_computers().and(self.go_on(context)),
            Ok(_) => {}
        }
        let paused = if self.session.is_watched() { self.pause() } else { Effect::None };
        let remembered = self.remember(context);
        paused.and(remembered).and(self.start_over(context))
    }

    /// Drops everything that was thought or shown.
    fn start_over(&mut self, context: &mut Context) -> Effect {
        self.last = None;
        self.motion = None;
        self.state = State::Pointing;
        let stopped = self.stop_computers();
        let moved = self.bench.coach.moved(self.session.at(), context);
        stopped.and(moved).and(self.go_on(context))
    }

    /// A player offers a draw: the other player is asked, or the player whether to ask a computer, which may accept at once.
    pub(super) fn offer_draw(&mut self, seat: Seat, _: &mut Context) -> Effect {
        match self.session.draw_question(seat) {
            Some(question) => self.ask(MatchQuestion::Offer(seat), question),
            None => self.ask(MatchQuestion::Draw(seat), self.session.draw_offer(seat).question()),
        }
        Effect::None
    }

    /// The computer thinks about the draw that it is offered.
    pub(super) fn ask_computer(&mut self, seat: Seat, context: &mut Context) -> Effect {
        let other = seat.other();
        let name = self.session.name(other).clone();
        let asked = self.ask_for_draw(other, context);
        let does = if asked.is_some() { "is considering the draw" } else { "is still thinking" };
        self.bench.note = Note::said(format!("{name} {does}."));
        asked.unwrap_or_default()
    }

    /// The draw that was offered to this seat is answered.
    pub(super) fn draw_is_answered(&mut self, seat: Seat, accepts: bool, context: &mut Context) -> Effect {
        if accepts {
            self.bench.note = Note::default();
            self.session.end(Act::AgreeDraw);
            return self.finish_if_over(context);
        }
        self.bench.note = Note::said(self.session.draw_offer(seat.other()).answer(false));
        self.go_on(context)
    }
}
