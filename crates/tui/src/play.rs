//! A match being played: people at one screen, computers beside it, and the rounds around it.

mod computers;
mod curtain;
mod keys;
mod mouse;
mod session;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use std::time::Duration;

use numberline_rules::{Seat, Turn};
use numberline_table::{Ply, Table, Wanted};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::Unfinished;
use crate::board::Pointer;
use crate::coach::Coach;
use crate::dialog::Dialog;
use crate::effect::Errand;
use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::text_field::TextField;
use crate::{Answer, Effect, Event, Look, Role, Ticket};
use computers::Computers;
use session::Session;

/// A moment while something moves.
const MOMENT: Duration = Duration::from_millis(50);
/// A moment while somebody thinks.
const THINKING: Duration = Duration::from_millis(120);
/// So many moments a move is on its way.
const MOTION: u16 = 4;

/// A match being played.
pub(crate) struct Play {
    session: Session,
    table: Table,
    computers: Computers,
    pointer: Pointer,
    /// Whether the mouse has pointed where the pointer is: the same click again plays.
    clicked: bool,
    coach: Coach,
    /// A move that the coach is looking at before it is made.
    weighed: Option<(Seat, String)>,
    /// Whether it was said that the coach knows nothing here.
    excused: bool,
    state: State,
    last: Option<Ply>,
    /// How far the last ply is on its way; none once it has arrived.
    motion: Option<u16>,
    note: Note,
    errands: Vec<(Ticket, Sent)>,
    /// Why the match could not be written down, so that leaving would lose it.
    lost: Option<String>,
}

/// What the keys are for.
enum State {
    /// Pointing at the line or at one's hand.
    Pointing,
    /// Typing a move.
    Typing(TextField),
    /// Typing the name of a file.
    Saving(TextField),
    /// Answering a question.
    Asking(Question, Dialog),
    /// Nobody sees anything until this seat is alone with the screen.
    Curtain(Seat),
    /// This seat chooses, and nothing of what it types is seen.
    Choosing(Seat, String),
    /// Both choices are shown, until somebody goes on to the next curtain.
    Revealed,
}

/// A question about the match.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Question {
    /// Does this seat give up?
    Resign(Seat),
    /// Does the other seat take the draw that this one offers?
    Draw(Seat),
    /// Is this move to be kept although it throws something away?
    Mistake(Seat, String),
    /// Is the match to be left although it will be lost?
    Leave,
}

/// What an errand was for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Sent {
    Keep,
    Remember,
    Export(String),
}

/// The last thing that was said, in a line.
struct Note {
    text: String,
    role: Role,
}

impl Note {
    fn said(text: impl Into<String>) -> Self {
        Self { text: text.into(), role: Role::Text }
    }

    fn warning(text: impl Into<String>) -> Self {
        Self { text: text.into(), role: Role::Warning }
    }
}

impl Play {
    /// Begins a session.
    pub(crate) fn begin(wanted: Wanted, context: &mut Context<'_>) -> Result<(Self, Effect), String> {
        let (session, table, toss) = Session::begin(wanted)?;
        let mut play = Self::at(session, table);
        play.note = Note::said(toss.unwrap_or_default());
        play.show_nimbers(context);
        let effect = play.go_on(context);
        Ok((play, effect))
    }

    /// Goes on with a session that was left unfinished.
    pub(crate) fn resume(
        unfinished: &Unfinished,
        context: &mut Context<'_>,
    ) -> Result<(Self, Effect), String> {
        let (session, table) = Session::resume(unfinished)?;
        let mut play = Self::at(session, table);
        play.show_nimbers(context);
        let effect = play.go_on(context);
        Ok((play, effect))
    }

    fn at(session: Session, table: Table) -> Self {
        let computers = Computers::new(session.computers());
        let coach = Coach::new(session.game).call(session.names());
        Self {
            session,
            table,
            computers,
            pointer: Pointer::new(),
            clicked: false,
            coach,
            weighed: None,
            excused: false,
            state: State::Pointing,
            last: None,
            motion: None,
            note: Note::said(""),
            errands: Vec::new(),
            lost: None,
        }
    }

    /// The coach shows nimbers from the first to those who like them.
    fn show_nimbers(&mut self, context: &Context<'_>) {
        if context.preferences.nimbers {
            self.coach.toggle_nimbers();
        }
    }

    /// The seat that is to act, if a person sits there.
    fn person(&self) -> Option<Seat> {
        self.table.next_seat().filter(|seat| !self.session.is_computer(*seat))
    }

    /// Whether both choose at once at this screen. A person alone has nobody to hide a choice from.
    fn is_secret(&self) -> bool {
        self.table.ending().is_none() && self.table.game().turn() == Turn::Both && self.session.is_shared()
    }

    /// The seat whose pointer is to be seen.
    fn pointing(&self) -> Option<Seat> {
        self.person().filter(|_| !self.is_secret() && self.weighed.is_none())
    }

    fn send(&mut self, errand: Errand, sent: Sent, context: &mut Context<'_>) -> Effect {
        let (ticket, effect) = context.run(errand);
        self.errands.push((ticket, sent));
        effect
    }

    fn returned(&mut self, ticket: Ticket, written: Result<(), String>) {
        let Some(place) = self.errands.iter().position(|(awaited, _)| *awaited == ticket) else { return };
        let (_, sent) = self.errands.swap_remove(place);
        match (sent, written) {
            (Sent::Export(path), Ok(())) => self.note = Note::said(format!("Saved to {path}.")),
            (Sent::Export(_), Err(error)) => self.note = Note::warning(error),
            (Sent::Keep, Err(error)) => {
                self.note = Note::warning(format!("This game is not kept in the history: {error}"));
            }
            (Sent::Remember, Err(error)) => self.lost = Some(error),
            (Sent::Remember, Ok(())) => self.lost = None,
            (Sent::Keep, Ok(())) => {}
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context<'_>) -> Effect {
        if self.coach.awaits(ticket) {
            let effect = self.coach.answer(ticket, answer, self.table.game(), context);
            self.tell_coach();
            return effect.and(self.weighing_is_done(context));
        }
        match answer {
            Answer::Written(written) => {
                self.returned(ticket, written);
                Effect::None
            }
            answer => self.computer_says(ticket, answer, context),
        }
    }
}

impl Screen for Play {
    fn title(&self) -> String {
        let title = self.session.game.info().title;
        match self.session.announcement() {
            Some(round) => format!("{title} · {round}"),
            None => title.to_owned(),
        }
    }

    fn keys(&self) -> Vec<KeyHelp> {
        self.key_list()
    }

    fn takes_letters(&self) -> bool {
        matches!(self.state, State::Typing(_) | State::Saving(_) | State::Asking(..))
    }

    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        match event {
            Event::Key(key) => self.key(key, context),
            Event::Mouse(mouse) => self.mouse(mouse, context),
            Event::Paste(text) => self.paste(&text),
            Event::Tick => self.pass_moment(context).into(),
            Event::Answer(ticket, answer) => self.answer(ticket, answer, context).into(),
            Event::Resize { .. } | Event::Stop => Step::STAY,
        }
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        self.draw_all(frame, area, look);
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.coach.awaits(ticket)
            || self.computers.awaits(ticket)
            || self.errands.iter().any(|(awaited, _)| *awaited == ticket)
    }

    fn tick(&self) -> Option<Duration> {
        if self.motion.is_some() || self.computers.holds() {
            Some(MOMENT)
        } else {
            (self.computers.is_thinking() || self.coach.is_thinking()).then_some(THINKING)
        }
    }

    /// A match is written down after every ply, so that nothing is lost by leaving it. Only where that failed there is
    /// something to ask.
    fn would_lose(&self) -> Option<String> {
        let under_way = self.table.ending().is_none() && self.table.game().length() > 0;
        let error = self.lost.as_ref().filter(|_| under_way)?;
        Some(format!("This game could not be written down ({error}). Leave it for good?"))
    }
}
