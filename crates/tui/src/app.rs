//! The whole program as a state: events go in, effects come out, and drawing only looks at it.

mod bars;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_table::{AnyGame, Wanted};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::dialog::Dialog;
use crate::effect::{Effect, Leave};
use crate::help::Help;
use crate::home::Home;
use crate::screen::{Context, Go, KeyHelp, Screen, Step};
use crate::setup::SetupScreen;
use crate::{Event, Preferences, Role};

/// The whole program as a state.
pub struct App {
    screens: Vec<Box<dyn Screen>>,
    overlay: Overlay,
    preferences: Preferences,
    size: (u16, u16),
    last_ticket: u64,
    start: Option<Start>,
    notice: Option<String>,
}

/// Where the program begins.
#[derive(Clone)]
pub enum Start {
    /// With the games to choose from.
    Home,
    /// With the set-up of a game.
    Game(&'static dyn AnyGame),
    /// In the middle of it: everything has been said.
    Play(Box<Wanted>),
}

/// What lies on top of the screen.
#[derive(PartialEq, Eq, Debug)]
enum Overlay {
    Nothing,
    /// All the keys.
    Keys(Help),
    /// Whether to leave although something would be lost.
    Leaving(Dialog, Leave),
}

impl App {
    /// The program as it begins. What it wants done first, [`App::begin`] says.
    #[must_use]
    pub fn new(preferences: Preferences, (width, height): (u16, u16), start: Start) -> Self {
        Self {
            screens: Vec::new(),
            overlay: Overlay::Nothing,
            preferences,
            size: (width, height),
            last_ticket: 0,
            start: Some(start),
            notice: None,
        }
    }

    /// The same, with something to tell on the first screen.
    #[must_use]
    pub fn with_notice(mut self, notice: Option<String>) -> Self {
        self.notice = notice;
        self
    }

    /// Opens the first screens, and says what is to be done for them.
    pub fn begin(&mut self) -> Effect {
        let Some(start) = self.start.take() else { return Effect::None };
        let notice = self.notice.take();
        let mut context = Context {
            area: body(self.size),
            preferences: &mut self.preferences,
            last_ticket: &mut self.last_ticket,
        };
        let (game, wanted) = match start {
            Start::Home => (None, None),
            Start::Game(game) => (Some(game), None),
            Start::Play(wanted) => (None, Some(wanted)),
        };
        let (home, recall) = Home::new(notice, wanted, &mut context);
        self.screens.push(Box::new(home));
        let Some(game) = game else { return recall };
        let (setup, effect) = SetupScreen::opened(game, &mut context);
        self.screens.push(Box::new(setup));
        recall.and(effect)
    }

    /// Takes an event, and says what is to be done.
    pub fn update(&mut self, event: Event) -> Effect {
        match event {
            Event::Resize { width, height } => {
                self.size = (width, height);
                self.pass_to(self.top(), Event::Resize { width, height })
            }
            Event::Stop => Effect::Leave(Leave::Stopped),
            Event::Answer(ticket, answer) => {
                let place = self.screens.iter().rposition(|screen| screen.awaits(ticket));
                place.map_or(Effect::None, |place| self.pass_to(place, Event::Answer(ticket, answer)))
            }
            Event::Key(key) if is_control(key, 'c') => Effect::Leave(Leave::Stopped),
            Event::Key(key) if is_control(key, 'z') => Effect::Suspend,
            Event::Key(key) if is_control(key, 'l') => Effect::Redraw,
            Event::Mouse(_) if !self.preferences.mouse => Effect::None,
            event @ (Event::Key(_) | Event::Mouse(_) | Event::Paste(_))
                if self.overlay != Overlay::Nothing =>
            {
                self.answer_overlay(&event)
            }
            event => self.pass_to(self.top(), event),
        }
    }

    /// How soon the next tick is wanted; none while nothing moves.
    #[must_use]
    pub fn tick(&self) -> Option<Duration> {
        self.screens.last().and_then(|screen| screen.tick())
    }

    /// Whether the mouse is to be listened to. A person can change that at any time.
    #[must_use]
    pub fn wants_mouse(&self) -> bool {
        self.preferences.mouse
    }

    /// Draws the screen as it is.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let look = self.preferences.look();
        let all = frame.area();
        frame.buffer_mut().set_style(all, look.style(Role::Text));
        let Some(screen) = self.screens.last() else { return };
        let [head, body, foot] = bars::rows(all);
        let titles: Vec<String> = self.screens.iter().map(|screen| screen.title()).collect();
        bars::draw_head(frame, head, &look, &titles);
        screen.draw(frame, body, &look);
        bars::draw_foot(frame, foot, &look, &self.keys());
        match &self.overlay {
            Overlay::Nothing => {}
            Overlay::Keys(help) => help.draw(frame, all, &look, &self.keys()),
            Overlay::Leaving(dialog, _) => dialog.draw(frame, all, &look),
        }
        look.restrain(frame.buffer_mut());
    }

    fn keys(&self) -> Vec<KeyHelp> {
        let mut keys = self.screens.last().map_or_else(Vec::new, |screen| screen.keys());
        let back = if self.screens.len() > 1 { Some(KeyHelp::new("Esc", "back")) } else { None };
        keys.extend(back.filter(|back| keys.iter().all(|key| key.keys != back.keys)));
        if !self.screens.last().is_some_and(|screen| screen.takes_letters()) {
            keys.extend([KeyHelp::new("q", "quit"), KeyHelp::new("?", "all keys")]);
        }
        keys.extend([KeyHelp::new("Ctrl-L", "draw anew"), KeyHelp::new("Ctrl-Z", "suspend")]);
        keys
    }

    fn top(&self) -> usize {
        self.screens.len().saturating_sub(1)
    }

    fn pass_to(&mut self, place: usize, event: Event) -> Effect {
        let key = if let Event::Key(key) = &event { Some(*key) } else { None };
        let mut context = Context {
            area: body(self.size),
            preferences: &mut self.preferences,
            last_ticket: &mut self.last_ticket,
        };
        let Some(screen) = self.screens.get_mut(place) else { return Effect::None };
        let Step { go, effect } = screen.update(event, &mut context);
        match go {
            Go::Pass => return effect.and(key.map_or(Effect::None, |key| self.common_key(key))),
            Go::Stay => {}
            Go::Back => return effect.and(self.back()),
            Go::Open(screen) => self.screens.push(screen),
            Go::Replace(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
        }
        effect
    }

    /// The keys that every screen has.
    fn common_key(&mut self, key: KeyEvent) -> Effect {
        match key.code {
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Overlay::Keys(Help::default()),
            KeyCode::Esc => return self.back(),
            KeyCode::Char('q') => return self.leave(Leave::Quit),
            _ => {}
        }
        Effect::None
    }

    fn back(&mut self) -> Effect {
        if self.screens.len() <= 1 {
            return Effect::None;
        }
        self.screens.pop();
        self.seen_again()
    }

    /// Tells the topmost screen that it is seen again.
    fn seen_again(&mut self) -> Effect {
        let mut context = Context {
            area: body(self.size),
            preferences: &mut self.preferences,
            last_ticket: &mut self.last_ticket,
        };
        self.screens.last_mut().map_or(Effect::None, |screen| screen.seen_again(&mut context))
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

    fn answer_overlay(&mut self, event: &Event) -> Effect {
        let all = Rect::new(0, 0, self.size.0, self.size.1);
        let (look, keys) = (self.preferences.look(), self.keys());
        let stays = match (&mut self.overlay, event) {
            (Overlay::Keys(help), Event::Key(key)) => help.key(*key, all, &look, &keys),
            (Overlay::Keys(help), Event::Mouse(mouse)) => help.mouse(*mouse, all, &look, &keys),
            (Overlay::Leaving(dialog, leave), event) => {
                let leave = *leave;
                let answer = match event {
                    Event::Key(key) => dialog.answer(*key),
                    Event::Mouse(mouse) => dialog.click(all, *mouse),
                    _ => None,
                };
                match answer {
                    Some(true) => return Effect::Leave(leave),
                    Some(false) => false,
                    None => true,
                }
            }
            _ => true,
        };
        if !stays {
            self.overlay = Overlay::Nothing;
        }
        Effect::None
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

/// Where screens are drawn on a terminal of this size.
fn body((width, height): (u16, u16)) -> Rect {
    let [_, body, _] = bars::rows(Rect::new(0, 0, width, height));
    body
}
