//! What every screen has in common.

use std::sync::Arc;
use std::time::Duration;

use numberline_history::today;
use numberline_table::{Date, OracleCache};
use ratatui::layout::Rect;

use crate::dialog;
use crate::keys::{KeyHelp, TakesKeys, find};
use crate::page::{ClickMap, Mouse, Page, Spot};
use crate::{Answer, Effect, Event, Look, Preferences, Ticket};

/// One screen of the program. Screens are on a stack; the topmost is visible and gets the events.
pub(crate) trait Screen: TakesKeys {
    /// Its title.
    fn title(&self) -> String;

    /// Takes a mouse action.
    fn mouse(&mut self, _mouse: Mouse, _context: &mut Context) -> Step {
        Step::STAY
    }

    /// Takes pasted text.
    fn paste(&mut self, _text: &str) {}

    /// Takes the answer to a question of its own.
    fn answer(&mut self, _ticket: Ticket, _answer: Answer, _context: &mut Context) -> Step {
        Step::STAY
    }

    /// A tick has passed.
    fn pass_moment(&mut self, _context: &mut Context) -> Effect {
        Effect::None
    }

    /// Draws itself, and marks what can be clicked. The same state always looks the same.
    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look);

    /// What the signs on the screen mean; `?` lists them below the keys.
    fn signs(&self, _look: &Look) -> Vec<KeyHelp> {
        Vec::new()
    }

    /// A question to be answered with yes or no before anything else.
    fn question(&self) -> Option<&str> {
        None
    }

    /// Takes the answer to that question.
    fn decide(&mut self, _yes: bool, _context: &mut Context) -> Step {
        Step::STAY
    }

    /// Whether letters are typed into something, so that the common letter keys are off.
    fn takes_letters(&self) -> bool {
        false
    }

    /// The screen above it is gone, and it is visible again.
    fn seen_again(&mut self, _context: &mut Context) -> Effect {
        Effect::None
    }

    /// Whether the answer to a question belongs to this screen.
    fn awaits(&self, _ticket: Ticket) -> bool {
        false
    }

    /// How soon it needs the next tick; none while nothing moves.
    fn tick(&self) -> Option<Duration> {
        None
    }

    /// What would be lost if the program ended now, as a question; `None` if nothing would.
    fn would_lose(&self) -> Option<String> {
        None
    }
}

impl dyn Screen + '_ {
    /// Takes an event; `places` is what was drawn last. While there is a question, keys can only answer it.
    pub(crate) fn update(&mut self, event: Event, places: &ClickMap, context: &mut Context) -> Step {
        match event {
            Event::Mouse(mouse) => match places.read(mouse) {
                Some(Mouse::Click(Spot::Key(code))) => self.update(Event::Key(code.into()), places, context),
                Some(mouse) if self.question().is_none() => self.mouse(mouse, context),
                _ => Step::STAY,
            },
            Event::Key(key) if self.question().is_some() => {
                find(dialog::KEYS, &(), key).map_or(Step::PASS, |yes| self.decide(yes, context))
            }
            Event::Key(key) => self.key(key, context),
            Event::Paste(text) if self.question().is_none() => {
                self.paste(&text);
                Step::STAY
            }
            Event::Tick => self.pass_moment(context).into(),
            Event::Answer(ticket, answer) => self.answer(ticket, answer, context),
            Event::Paste(_) | Event::Resize { .. } | Event::Stop => Step::STAY,
        }
    }

    /// Draws it with its question, if there is one.
    pub(crate) fn show(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        self.draw(page, area, look);
        if let Some(question) = self.question() {
            dialog::draw(question, page, area, look);
        }
    }
}

/// What a screen receives with an event.
pub(crate) struct Context {
    /// Where it is drawn.
    pub(crate) area: Rect,
    /// The preferences. The screen that changes them saves them.
    pub(crate) preferences: Preferences,
    /// Solved games.
    pub(crate) cache: Arc<OracleCache>,
    /// Which day it is where the program runs. A test has a day of its own, so that its screens look the same every day.
    pub(crate) today: fn() -> Option<Date>,
    last_ticket: u64,
}

impl Context {
    /// A context with these preferences. Nothing is solved yet.
    pub(crate) fn new(area: Rect, preferences: Preferences) -> Self {
        Self { area, preferences, cache: OracleCache::shared(), today, last_ticket: 0 }
    }

    /// A ticket for the next question.
    pub(crate) fn ticket(&mut self) -> Ticket {
        self.last_ticket = self.last_ticket.wrapping_add(1);
        Ticket(self.last_ticket)
    }
}

/// A screen's response to an event.
pub(crate) struct Step {
    /// Where to go.
    pub(crate) go: Go,
    /// What to do.
    pub(crate) effect: Effect,
}

/// Where to go after an event.
pub(crate) enum Go {
    /// The event was not for this screen.
    Pass,
    /// Stay here.
    Stay,
    /// Back to the screen below.
    Back,
    /// To another screen, on top of this one.
    Open(Box<dyn Screen>),
    /// To another screen, replacing this one.
    Replace(Box<dyn Screen>),
}

impl Step {
    /// The event was not for this screen.
    pub(crate) const PASS: Self = Self { go: Go::Pass, effect: Effect::None };
    /// The event was handled.
    pub(crate) const STAY: Self = Self { go: Go::Stay, effect: Effect::None };
    /// Back to the screen below.
    pub(crate) const BACK: Self = Self { go: Go::Back, effect: Effect::None };

    /// To another screen, on top of this one.
    pub(crate) fn open(screen: impl Screen + 'static) -> Self {
        Self { go: Go::Open(Box::new(screen)), effect: Effect::None }
    }

    /// To another screen, on top of this one, with its first effect.
    pub(crate) fn opening<S: Screen + 'static>((screen, effect): (S, Effect)) -> Self {
        Self { go: Go::Open(Box::new(screen)), effect }
    }

    /// To another screen in place of this one, with its first effect.
    pub(crate) fn replacing<S: Screen + 'static>((screen, effect): (S, Effect)) -> Self {
        Self { go: Go::Replace(Box::new(screen)), effect }
    }

    /// The same, with another effect.
    pub(crate) fn with(mut self, effect: Effect) -> Self {
        self.effect = self.effect.and(effect);
        self
    }
}

/// The event was handled, with an effect.
impl From<Effect> for Step {
    fn from(effect: Effect) -> Self {
        Self { go: Go::Stay, effect }
    }
}
