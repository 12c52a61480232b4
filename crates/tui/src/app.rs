//! The whole program as a state: events go in, effects come out, and drawing only reads it.

pub(crate) mod bars;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
#[cfg(test)]
use numberline_table::Date;
use numberline_table::{AnyGame, Record, Request, Terms};
use ratatui::Frame;
use ratatui::layout::Rect;
use signal_hook::consts::SIGINT;

use crate::effect::{Effect, Leave};
use crate::help::{self, Help};
use crate::home::Home;
use crate::keys::{Binding, KeyHelp, KeyList, always, bind, find};
use crate::page::{ClickMap, Mouse, Page, Spot};
use crate::play::Play;
use crate::screen::{Context, Go, Screen, Step};
use crate::setup::SetupScreen;
use crate::study::Study;
use crate::{Event, Preferences, Program, Role, Setting, dialog, scroll};

/// The whole program as a state.
pub struct App {
    screens: Vec<Box<dyn Screen>>,
    overlay: Overlay,
    size: (u16, u16),
    context: Context,
    start: Option<Start>,
    notice: Option<String>,
    /// The clickable places, as last drawn.
    places: RefCell<ClickMap>,
}

/// Where the program begins.
#[derive(Clone)]
pub enum Start {
    /// With the menu of games.
    Home,
    /// With the set-up of a game.
    Game(&'static dyn AnyGame),
    /// In a match: everything has been chosen.
    Play(Box<Terms>),
    /// In a session that was begun before, by its records, with what is to change in it.
    Resume(Vec<Record>, Box<Request>),
    /// With a record, to step through and study.
    Study(Box<Record>),
}

/// What lies on top of the screen.
#[derive(PartialEq, Eq, Debug)]
enum Overlay {
    Nothing,
    /// All the keys.
    Keys(Help),
    /// Whether to quit although something would be lost.
    Leaving(String, Leave),
}

/// The action of a key that every screen has.
type CommonAct = fn(&mut App) -> Effect;

/// The keys that every screen has, unless it uses them itself. Those with Ctrl always come first.
const KEYS: &[Binding<App, CommonAct>] = &[
    bind("Esc", "back", |app| app.screens.len() > 1, App::back),
    bind("q", "quit", App::has_letters, |app| app.leave(Leave::Quit)),
    bind("? F1", "all keys", App::has_letters, App::show_keys),
    bind("F1", "all keys", always, App::show_keys),
    bind("Ctrl-L", "redraw", always, |_| Effect::Redraw),
    bind("Ctrl-Z", "suspend", always, |_| Effect::Suspend),
    bind("Ctrl-C", "stop", always, |_| Effect::Leave(Leave::Signal(SIGINT))),
];

impl App {
    /// The program at its start. Its first effects come from [`Program::begin`].
    #[must_use]
    pub fn new(preferences: Preferences, size: (u16, u16), start: Start) -> Self {
        Self {
            screens: Vec::new(),
            overlay: Overlay::Nothing,
            size,
            context: Context::new(body(size), preferences),
            start: Some(start),
            notice: None,
            places: RefCell::default(),
        }
    }

    /// The same, with a notice on the first screen.
    #[must_use]
    pub fn with_notice(mut self, notice: Option<String>) -> Self {
        self.notice = notice;
        self
    }

    /// The same on a day of its own, so that its screens look the same every day.
    #[cfg(test)]
    pub(crate) fn on_day(mut self, today: fn() -> Option<Date>) -> Self {
        self.context.today = today;
        self
    }

    /// The keys that can be pressed now.
    pub(crate) fn keys(&self) -> KeyList {
        let mut keys = KeyList::default();
        match &self.overlay {
            Overlay::Nothing => return self.screen_keys(),
            Overlay::Keys(_) => {
                keys.add(scroll::KEYS, &());
                keys.add(help::KEYS, &());
            }
            Overlay::Leaving(..) => keys.add(dialog::KEYS, &()),
        }
        keys
    }

    /// The keys of the topmost screen.
    fn screen_keys(&self) -> KeyList {
        let mut keys = KeyList::default();
        match self.screens.last() {
            Some(screen) if screen.question().is_some() => keys.add(dialog::KEYS, &()),
            Some(screen) => screen.keys(&mut keys),
            None => {}
        }
        keys.add(KEYS, self);
        keys
    }

    /// Everything that `?` lists: the keys of the topmost screen, and what its signs mean.
    fn help(&self) -> Vec<KeyHelp> {
        let signs = self.screens.last().map(|screen| screen.signs(&self.context.preferences.look()));
        self.screen_keys().rows.into_iter().chain(signs.into_iter().flatten()).collect()
    }

    /// Whether letters are keys, and neither typed nor the answer to a question.
    fn has_letters(&self) -> bool {
        self.screens.last().is_some_and(|screen| !screen.takes_letters() && screen.question().is_none())
    }

    /// Whether keys that are in no table type text, or close the list of keys.
    #[cfg(test)]
    pub(crate) fn is_typed_into(&self) -> bool {
        self.overlay != Overlay::Nothing || self.screens.last().is_some_and(|screen| screen.takes_letters())
    }

    fn show_keys(&mut self) -> Effect {
        self.overlay = Overlay::Keys(Help::default());
        Effect::None
    }

    fn top(&self) -> usize {
        self.screens.len().saturating_sub(1)
    }

    fn pass_to(&mut self, place: usize, event: Event) -> Effect {
        let key = if let Event::Key(key) = &event { Some(*key) } else { None };
        let Some(screen) = self.screens.get_mut(place) else { return Effect::None };
        let Step { go, effect } = screen.update(event, &self.places.borrow(), &mut self.context);
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

    /// The key that a click stands for, if it is one on the name of a key.
    fn key_at(&self, mouse: MouseEvent) -> Option<KeyCode> {
        match self.places.borrow().read(mouse) {
            Some(Mouse::Click(Spot::Key(code))) => Some(code),
            _ => None,
        }
    }

    fn common_key(&mut self, key: KeyEvent) -> Effect {
        find(KEYS, self, key).map_or(Effect::None, |act| act(self))
    }

    fn back(&mut self) -> Effect {
        if self.screens.len() <= 1 {
            return Effect::None;
        }
        self.screens.pop();
        self.seen_again()
    }

    /// Tells the topmost screen that it is visible again.
    fn seen_again(&mut self) -> Effect {
        self.screens.last_mut().map_or(Effect::None, |screen| screen.seen_again(&mut self.context))
    }

    /// Quits, after a question if something would be lost.
    fn leave(&mut self, leave: Leave) -> Effect {
        match self.screens.iter().rev().find_map(|screen| screen.would_lose()) {
            Some(question) => {
                self.overlay = Overlay::Leaving(question, leave);
                Effect::None
            }
            None => Effect::Leave(leave),
        }
    }

    fn answer_overlay(&mut self, event: &Event) -> Effect {
        let key = match event {
            Event::Key(key) => *key,
            Event::Mouse(mouse) => match self.places.borrow().read(*mouse) {
                Some(Mouse::Click(Spot::Key(code))) => code.into(),
                Some(Mouse::Wheel(by, _)) => if by < 0 { KeyCode::Up } else { KeyCode::Down }.into(),
                _ => return Effect::None,
            },
            _ => return Effect::None,
        };
        let all = Rect::new(0, 0, self.size.0, self.size.1);
        let (look, keys) = (self.context.preferences.look(), self.help());
        let stays = match &mut self.overlay {
            Overlay::Nothing => return Effect::None,
            Overlay::Keys(help) => help.key(key, all, &look, &keys),
            Overlay::Leaving(_, leave) => match find(dialog::KEYS, &(), key) {
                Some(true) => return Effect::Leave(*leave),
                said => said.is_none(),
            },
        };
        if !stays {
            self.overlay = Overlay::Nothing;
        }
        Effect::None
    }
}

impl Program for App {
    /// Opens the first screens, and returns their effects.
    fn begin(&mut self) -> Effect {
        let Some(start) = self.start.take() else { return Effect::None };
        let notice = self.notice.take();
        let (start, terms) = match start {
            Start::Play(terms) => (Start::Home, Some(terms)),
            start => (start, None),
        };
        let (home, recall) = Home::new(notice, terms, &mut self.context);
        self.screens.push(Box::new(home));
        let context = &mut self.context;
        let (screen, effect): (Box<dyn Screen>, Effect) = match start {
            Start::Home | Start::Play(_) => return recall,
            Start::Game(game) => {
                let (setup, effect) = SetupScreen::opened(game, context);
                (Box::new(setup), effect)
            }
            // Both were checked when they were read, so there is nothing to say where they cannot be used.
            Start::Resume(records, request) => {
                let Ok((play, effect)) = Play::resume(records, &request, context) else { return recall };
                (Box::new(play), effect)
            }
            Start::Study(record) => {
                let Ok((study, effect)) = Study::new(*record, context) else { return recall };
                (Box::new(study), effect)
            }
        };
        self.screens.push(screen);
        recall.and(effect)
    }

    /// Takes an event, and returns its effect.
    fn update(&mut self, event: Event) -> Effect {
        match event {
            Event::Resize { width, height } => {
                self.size = (width, height);
                self.context.area = body(self.size);
                Effect::None
            }
            Event::Stop => Effect::Leave(Leave::Signal(SIGINT)),
            Event::Answer(ticket, answer) => {
                let place = self.screens.iter().rposition(|screen| screen.awaits(ticket));
                place.map_or(Effect::None, |place| self.pass_to(place, Event::Answer(ticket, answer)))
            }
            Event::Key(key)
                if key.modifiers.contains(KeyModifiers::CONTROL) && find(KEYS, self, key).is_some() =>
            {
                self.common_key(key)
            }
            Event::Mouse(_) if !self.wants_mouse() => Effect::None,
            Event::Mouse(mouse) if self.overlay == Overlay::Nothing && self.key_at(mouse).is_some() => {
                self.key_at(mouse).map_or(Effect::None, |code| self.update(Event::Key(code.into())))
            }
            event @ (Event::Key(_) | Event::Mouse(_) | Event::Paste(_))
                if self.overlay != Overlay::Nothing =>
            {
                self.answer_overlay(&event)
            }
            event => self.pass_to(self.top(), event),
        }
    }

    /// How soon the next tick is needed; none while nothing moves.
    fn tick(&self) -> Option<Duration> {
        self.screens.last().and_then(|screen| screen.tick())
    }

    /// Whether to capture the mouse. The player can change that at any time.
    fn wants_mouse(&self) -> bool {
        self.context.preferences.is_on(Setting::Mouse)
    }

    /// Draws the current screen.
    fn draw(&self, frame: &mut Frame<'_>) {
        let look = self.context.preferences.look();
        let all = frame.area();
        let mut places = self.places.borrow_mut();
        let page = &mut Page::new(frame, &mut places);
        page.buffer_mut().set_style(all, look.style(Role::Text));
        let Some(screen) = self.screens.last() else { return };
        let [head, body, foot] = bars::rows(all);
        let titles: Vec<String> = self.screens.iter().map(|screen| screen.title()).collect();
        bars::draw_head(page, head, &look, &titles);
        screen.show(page, body, &look);
        bars::draw_foot(page, foot, &look, &self.keys().rows);
        match &self.overlay {
            Overlay::Nothing => {}
            Overlay::Keys(help) => help.draw(page, all, &look, &self.help()),
            Overlay::Leaving(question, _) => dialog::draw(question, page, all, &look),
        }
        look.restrain(page.buffer_mut());
    }
}

/// Where screens are drawn on a terminal of this size.
fn body((width, height): (u16, u16)) -> Rect {
    let [_, body, _] = bars::rows(Rect::new(0, 0, width, height));
    body
}
