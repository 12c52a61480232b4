//! The whole program as a state: events go in, effects come out, and drawing only looks at it.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

use crate::dialog::Dialog;
use crate::effect::{Effect, Leave};
use crate::help;
use crate::home::Home;
use crate::screen::{Context, Go, KeyHelp, Screen, Step};
use crate::{Event, Look, Preferences, Role};

/// The whole program as a state.
pub struct App {
    screens: Vec<Box<dyn Screen>>,
    overlay: Overlay,
    preferences: Preferences,
    size: (u16, u16),
    last_ticket: u64,
}

/// What lies on top of the screen.
#[derive(PartialEq, Eq, Debug)]
enum Overlay {
    Nothing,
    /// All the keys.
    Keys,
    /// Whether to leave although something would be lost.
    Leaving(Dialog, Leave),
}

impl App {
    /// The program as it begins.
    #[must_use]
    pub fn new(preferences: Preferences, (width, height): (u16, u16)) -> Self {
        Self {
            screens: vec![Box::new(Home::new())],
            overlay: Overlay::Nothing,
            preferences,
            size: (width, height),
            last_ticket: 0,
        }
    }

    /// Takes an event, and says what is to be done.
    pub fn update(&mut self, event: Event) -> Effect {
        match event {
            Event::Resize { width, height } => {
                self.size = (width, height);
                Effect::None
            }
            Event::Stop => Effect::Leave(Leave::Stopped),
            Event::Answer(ticket, answer) => {
                let place = self.screens.iter().rposition(|screen| screen.awaits(ticket));
                place.map_or(Effect::None, |place| self.pass_to(place, Event::Answer(ticket, answer)))
            }
            Event::Key(key) if is_control(key, 'c') => Effect::Leave(Leave::Stopped),
            Event::Key(key) if is_control(key, 'z') => Effect::Suspend,
            Event::Key(key) if is_control(key, 'l') => Effect::Redraw,
            Event::Key(key) if self.overlay != Overlay::Nothing => self.answer_overlay(key),
            Event::Mouse(_) | Event::Paste(_) if self.overlay != Overlay::Nothing => Effect::None,
            event => self.pass_to(self.screens.len().saturating_sub(1), event),
        }
    }

    /// What is to be done first of all.
    pub(crate) fn begin(&mut self) -> Effect {
        Effect::None
    }

    /// Whether the mouse is listened to.
    pub(crate) fn wants_mouse(&self) -> bool {
        self.preferences.mouse
    }

    /// How soon the next tick is wanted; none while nothing moves.
    #[must_use]
    pub fn tick(&self) -> Option<Duration> {
        self.screens.last().and_then(|screen| screen.tick())
    }

    /// Draws the screen as it is.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let look = self.preferences.look();
        let all = frame.area();
        frame.buffer_mut().set_style(all, look.style(Role::Text));
        let Some(screen) = self.screens.last() else { return };
        let [head, body, foot] = rows(all);
        draw_head(frame, head, &look, &screen.title());
        screen.draw(frame, body, &look);
        draw_foot(frame, foot, &look, &self.keys());
        match &self.overlay {
            Overlay::Nothing => {}
            Overlay::Keys => help::draw(frame, frame.area(), &look, &self.keys()),
            Overlay::Leaving(dialog, _) => dialog.draw(frame, frame.area(), &look),
        }
    }

    fn keys(&self) -> Vec<KeyHelp> {
        let mut keys = self.screens.last().map_or_else(Vec::new, |screen| screen.keys());
        keys.extend([KeyHelp::new("?", "all keys"), KeyHelp::new("Esc", "back"), KeyHelp::new("q", "quit")]);
        keys
    }

    fn pass_to(&mut self, place: usize, event: Event) -> Effect {
        let [_, area, _] = rows(Rect::new(0, 0, self.size.0, self.size.1));
        let key = if let Event::Key(key) = &event { Some(*key) } else { None };
        let mut context =
            Context { area, preferences: &mut self.preferences, last_ticket: &mut self.last_ticket };
        let Some(screen) = self.screens.get_mut(place) else { return Effect::None };
        let Step { go, effect } = screen.update(event, &mut context);
        match go {
            Go::Pass => return effect.and(key.map_or(Effect::None, |key| self.common_key(key))),
            Go::Stay => {}
            Go::Back => self.back(),
            Go::Open(screen) => self.screens.push(screen),
            Go::Replace(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Go::Home => self.screens.truncate(1),
        }
        effect
    }

    /// The keys that every screen has.
    fn common_key(&mut self, key: KeyEvent) -> Effect {
        match key.code {
            KeyCode::Char('?') => self.overlay = Overlay::Keys,
            KeyCode::Esc => self.back(),
            KeyCode::Char('q') => return self.leave(Leave::Quit),
            _ => {}
        }
        Effect::None
    }

    fn back(&mut self) {
        if self.screens.len() > 1 {
            self.screens.pop();
        }
    }

    /// Leaves, after a question if something would be lost.
    fn leave(&mut self, leave: Leave) -> Effect {
        match self.screens.iter().rev().find_map(|screen| screen.would_lose()) {
            Some(question) => {
                self.overlay = Overlay::Leaving(Dialog::new(question), leave);
                Effect::None
            }
            None => Effect::Leave(leave),
        }
    }

    fn answer_overlay(&mut self, key: KeyEvent) -> Effect {
        if let Overlay::Leaving(dialog, leave) = &self.overlay {
            let leave = *leave;
            match dialog.answer(key) {
                None => return Effect::None,
                Some(false) => {}
                Some(true) => return Effect::Leave(leave),
            }
        }
        self.overlay = Overlay::Nothing;
        Effect::None
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

/// The head, the body and the foot of the screen.
fn rows(area: Rect) -> [Rect; 3] {
    Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area)
}

fn draw_head(frame: &mut Frame<'_>, area: Rect, look: &Look, title: &str) {
    frame.render_widget(Block::new().style(look.style(Role::Selected)), area);
    frame.render_widget(Paragraph::new(title).style(look.style(Role::Selected)).centered(), area);
}

fn draw_foot(frame: &mut Frame<'_>, area: Rect, look: &Look, keys: &[KeyHelp]) {
    let spans = keys.iter().flat_map(|key| {
        [
            Span::styled(format!(" {} ", key.keys), look.style(Role::Accent)),
            Span::styled(key.does.clone(), look.style(Role::Faint)),
        ]
    });
    frame.render_widget(Paragraph::new(Line::from_iter(spans)), area);
}
