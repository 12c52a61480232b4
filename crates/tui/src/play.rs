//! A match being played: people at one screen, computers in the background, and the rounds around it.

mod computers;
mod curtain;
mod keys;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use std::time::Duration;

use numberline_rules::Seat;
use numberline_table::{
    Adviser, CoachExcuse, Ply, Record, Request, ResumeError, Session, Terms, capital, draw_seed,
};
use ratatui::layout::Rect;

use crate::bench::{Bench, Benched};
use crate::coach::Coach;
use crate::effect::Errand;
use crate::keys::KeyHelp;
use crate::note::Note;
use crate::page::{Mouse, Page, Spot};
use crate::pending::Pending;
use crate::screen::{Context, Screen, Step};
use crate::{Answer, Effect, Look, Setting, Ticket};
use computers::Computers;

/// A tick while something moves.
const MOMENT: Duration = Duration::from_millis(50);
/// A tick while a computer thinks.
const THINKING: Duration = Duration::from_millis(120);
/// An animated move takes this many ticks.
const MOTION: u16 = 4;

/// A match being played.
pub(crate) struct Play {
    session: Session,
    computers: Computers,
    bench: Bench,
    /// Whether the mouse set the pointer: the same click again plays.
    clicked: bool,
    /// Whether the coach warns before a mistake.
    warns: bool,
    /// A move that the coach checks before it is made.
    weighing: Pending<(Seat, String)>,
    excuse: CoachExcuse,
    state: State,
    last: Option<Ply>,
    /// How far the animation of the last ply is; `None` once it has ended.
    motion: Option<u16>,
    keeping: Pending<()>,
    /// The preferences of the setup.
    preferring: Pending<()>,
    remembering: Pending<()>,
    /// Why the match could not be saved, so that leaving would lose it.
    lost: Option<String>,
}

/// What the keys are for.
enum State {
    /// Pointing at the line or at the player's hand.
    Pointing,
    /// Answering a question.
    Asking(MatchQuestion, String),
    /// The screen is hidden until this player is alone with it.
    Curtain(Seat),
    /// This seat chooses, and nothing that it types is shown.
    Choosing(Seat, String),
    /// Both choices are shown, until a key closes the next curtain.
    Revealed,
}

/// A question about the match.
#[derive(Clone, PartialEq, Eq, Debug)]
enum MatchQuestion {
    /// Does this seat resign?
    Resign(Seat),
    /// Offer a draw to a computer, which answers at once?
    Offer(Seat),
    /// Does the other seat accept the draw that this one offers?
    Draw(Seat),
    /// Keep this move although it is a mistake?
    Mistake(Seat, String),
    /// Leave the match although it will be lost?
    Leave,
}

impl Play {
    /// Begins a session.
    pub(crate) fn begin(terms: Terms, context: &mut Context) -> (Self, Effect) {
        Self::new(Session::begin(terms, (context.today)(), draw_seed()), context)
    }

    /// Resumes a session by its records, with what is to change in it.
    pub(crate) fn resume(
        records: Vec<Record>,
        request: &Request,
        context: &mut Context,
    ) -> Result<(Self, Effect), ResumeError> {
        let session = Session::resume(records, request, (context.today)(), draw_seed())?;
        Ok(Self::new(session, context))
    }

    fn new(session: Session, context: &mut Context) -> (Self, Effect) {
        let mut coach = Coach::new(Adviser::new(session.game(), &context.cache), session.names());
        if context.preferences.is_on(Setting::Nimbers) {
            coach.toggle_nimbers();
        }
        let mut play = Self {
            bench: Bench::new(coach, session.toss().unwrap_or_default()),
            session,
            computers: Computers::default(),
            clicked: false,
            warns: context.preferences.is_on(Setting::Coach),
            weighing: Pending::default(),
            excuse: CoachExcuse::default(),
            state: State::Pointing,
            last: None,
            motion: None,
            keeping: Pending::default(),
            preferring: Pending::default(),
            remembering: Pending::default(),
            lost: None,
        };
        let effect = play.go_on(context);
        (play, effect)
    }

    /// The seat that is to act, if a person sits there.
    fn person(&self) -> Option<Seat> {
        self.session.table().next_seat().filter(|seat| !self.session.is_computer(*seat))
    }

    /// Saves the preferences with which the match was set up, and reports it here if that fails.
    pub(crate) fn save_preferences(&mut self, context: &mut Context) -> Effect {
        let errand = Errand::Prefer(context.preferences.clone());
        self.preferring.ask((), errand, context)
    }

    fn written(&mut self, ticket: Ticket, written: Result<(), String>) {
        self.bench.exported(ticket, &written);
        if self.remembering.take(ticket).is_some() {
            self.lost = written.err();
        } else if self.preferring.take(ticket).is_some() {
            if let Err(error) = written {
                self.bench.note = Note::warning(format!("Your settings are not saved: {error}"));
            }
        } else if let (Some(()), Err(error)) = (self.keeping.take(ticket), written) {
            self.bench.note = Note::warning(capital(&error));
        }
    }
}

impl Screen for Play {
    fn title(&self) -> String {
        let title = self.session.game().info().title;
        match self.session.announcement() {
            Some(round) => format!("{title} · {round}"),
            None => title.to_owned(),
        }
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        // Behind the curtain, mouse clicks would show where a player has pointed.
        if !matches!(self.state, State::Pointing | State::Revealed) || self.is_saving() {
            return Step::STAY;
        }
        let mouse = match mouse {
            Mouse::Wheel(by, None) => Mouse::Wheel(by, Some(Spot::Board)),
            mouse => mouse,
        };
        self.use_mouse(mouse, context).unwrap_or(Step::STAY)
    }

    fn paste(&mut self, text: &str) {
        self.take_paste(text);
    }

    fn pass_moment(&mut self, context: &mut Context) -> Effect {
        self.go_on_moving(context)
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context) -> Step {
        match answer {
            Answer::Thinking { done, total } => {
                self.bench.coach.thinking.advance(ticket, done, total);
                self.computers.thinking.advance(ticket, done, total);
                Effect::None
            }
            Answer::Analysed(analysis) => {
                let effect = self.bench.coach.answer(ticket, analysis, self.session.at(), context);
                self.tell_coach();
                effect
            }
            Answer::Warned(said) => self.warned(ticket, said, context),
            Answer::Chosen(chosen) => self.computer_chose(ticket, chosen, context),
            Answer::Accepted(accepts) => self.computer_decided(ticket, accepts, context),
            Answer::Written(written) => {
                self.written(ticket, written);
                Effect::None
            }
            _ => Effect::None,
        }
        .into()
    }

    fn takes_letters(&self) -> bool {
        self.bench.prompt().is_some() || self.is_spelling()
    }

    fn question(&self) -> Option<&str> {
        match &self.state {
            State::Asking(_, question) => Some(question),
            _ => None,
        }
    }

    fn decide(&mut self, yes: bool, context: &mut Context) -> Step {
        self.answered(yes, context)
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        self.draw_all(page, area, look);
    }

    fn signs(&self, look: &Look) -> Vec<KeyHelp> {
        self.board_signs(look)
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.bench.awaits(ticket)
            || self.computers.thinking.awaits(ticket)
            || self.weighing.awaits(ticket)
            || self.keeping.awaits(ticket)
            || self.preferring.awaits(ticket)
            || self.remembering.awaits(ticket)
    }

    fn tick(&self) -> Option<Duration> {
        if self.motion.is_some() || self.computers.holds() {
            return Some(MOMENT);
        }
        let thinks = self.computers.thinking.is_some() || self.bench.coach.thinking.is_some();
        thinks.then_some(THINKING)
    }

    /// A match is saved after every ply, so that leaving it loses nothing. Only if that failed there is
    /// something to ask.
    fn would_lose(&self) -> Option<String> {
        let under_way = self.session.ending().is_none() && self.session.was_played();
        let error = self.lost.as_ref().filter(|_| under_way)?;
        Some(format!("This game could not be saved ({error}). Leave and lose it?"))
    }
}
