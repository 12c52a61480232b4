//! A match looked at again: step through it, branch off, see what each move was worth.

mod judged;
mod keys;
mod layout;
mod moves;
mod prompt;
mod retry;
mod session;
mod story;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod trial;
mod view;
mod walk;

use std::time::Duration;

use numberline_table::Record;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Wrap};

pub(crate) use prompt::{Prompt, Typed};
use session::Session;

use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::{Effect, Event, Look, Role, Ticket};

/// A match looked at again.
pub(crate) struct Study {
    /// Or why its match cannot begin.
    session: Result<Box<Session>, String>,
}

impl Study {
    /// Looks at a record, whether or not its match has ended. What the moves were worth is found out beside the screen.
    pub(crate) fn of_record(record: Record, context: &mut Context<'_>) -> (Self, Effect) {
        match Session::new(record, context) {
            Ok((session, effect)) => (Self { session: Ok(Box::new(session)) }, effect),
            Err(reason) => (Self { session: Err(reason) }, Effect::None),
        }
    }
}

impl Screen for Study {
    fn title(&self) -> String {
        match &self.session {
            Ok(session) => format!("Analysis of {}", session.walk.record().game().info().title),
            Err(_) => "Analysis".to_owned(),
        }
    }

    fn keys(&self) -> Vec<KeyHelp> {
        self.session.as_ref().map_or_else(|_| Vec::new(), |session| session.keys())
    }

    fn takes_letters(&self) -> bool {
        self.session.as_ref().is_ok_and(|session| session.is_typing())
    }

    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        match &mut self.session {
            Ok(session) => session.update(event, context),
            Err(_) => Step::PASS,
        }
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        match &self.session {
            Ok(session) => session.draw(frame, area, look),
            Err(reason) => frame.render_widget(
                Paragraph::new(reason.as_str()).style(look.style(Role::Warning)).wrap(Wrap { trim: true }),
                area,
            ),
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.session.as_ref().is_ok_and(|session| session.awaits(ticket))
    }

    fn tick(&self) -> Option<Duration> {
        const TURN: Duration = Duration::from_millis(120);
        self.session.as_ref().is_ok_and(|session| session.is_thinking()).then_some(TURN)
    }
}
