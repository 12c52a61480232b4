//! What every screen has in common.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::effect::{Errand, Thought};
use crate::{Effect, Event, Look, Preferences, Ticket};

/// One screen of the program. Screens lie on a stack; the topmost is seen and gets the events.
pub(crate) trait Screen {
    /// What stands above it.
    fn title(&self) -> String;

    /// The keys it takes, with what they do. The first few stand at the foot of the screen, all of them behind `?`.
    fn keys(&self) -> Vec<KeyHelp>;

    /// Takes an event. What it does not know it passes on, and the keys that every screen has are tried.
    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step;

    /// Draws itself. The same state always looks the same.
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look);

    /// Whether letters are typed into something or answer a question, so that the keys that every screen has are no keys.
    fn takes_letters(&self) -> bool {
        false
    }

    /// The screen above it is gone, and it is seen again.
    fn seen_again(&mut self, _context: &mut Context<'_>) -> Effect {
        Effect::None
    }

    /// Whether the answer to a question belongs to this screen.
    fn awaits(&self, _ticket: Ticket) -> bool {
        false
    }

    /// How soon it wants the next tick; none while nothing moves.
    fn tick(&self) -> Option<Duration> {
        None
    }

    /// What would be lost if the program ended now, as a question; none if nothing would.
    fn would_lose(&self) -> Option<String> {
        None
    }
}

/// A key, or several, with what they do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeyHelp {
    /// Such as `← →`.
    pub(crate) keys: &'static str,
    /// Such as `choose a cell`.
    pub(crate) does: String,
}

impl KeyHelp {
    pub(crate) fn new(keys: &'static str, does: impl Into<String>) -> Self {
        Self { keys, does: does.into() }
    }
}

/// What a screen gets to know with an event.
pub(crate) struct Context<'a> {
    /// Where it is drawn.
    pub(crate) area: Rect,
    /// What the person likes. Changes are written down by the screen that makes them.
    pub(crate) preferences: &'a mut Preferences,
    pub(crate) last_ticket: &'a mut u64,
}

impl Context<'_> {
    /// Asks somebody to think; the ticket is how the answer will be known.
    pub(crate) fn think(&mut self, thought: Thought) -> (Ticket, Effect) {
        let ticket = self.ticket();
        (ticket, Effect::Think(ticket, thought))
    }

    /// Sends somebody on an errand; the ticket is how the answer will be known.
    pub(crate) fn run(&mut self, errand: Errand) -> (Ticket, Effect) {
        let ticket = self.ticket();
        (ticket, Effect::Run(ticket, errand))
    }

    fn ticket(&mut self) -> Ticket {
        *self.last_ticket = self.last_ticket.wrapping_add(1);
        Ticket(*self.last_ticket)
    }
}

/// What a screen makes of an event.
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
    /// To another screen, which lies on this one.
    Open(Box<dyn Screen>),
    /// To another screen in this one's place.
    Replace(Box<dyn Screen>),
}

impl Step {
    /// The event was not for this screen.
    pub(crate) const PASS: Self = Self { go: Go::Pass, effect: Effect::None };
    /// The event was taken.
    pub(crate) const STAY: Self = Self { go: Go::Stay, effect: Effect::None };
    /// Back to the screen below.
    pub(crate) const BACK: Self = Self { go: Go::Back, effect: Effect::None };

    /// To another screen, which lies on this one.
    pub(crate) fn open(screen: impl Screen + 'static) -> Self {
        Self { go: Go::Open(Box::new(screen)), effect: Effect::None }
    }

    /// To another screen in this one's place.
    pub(crate) fn replace(screen: impl Screen + 'static) -> Self {
        Self { go: Go::Replace(Box::new(screen)), effect: Effect::None }
    }

    /// The same, and something is done too.
    pub(crate) fn with(mut self, effect: Effect) -> Self {
        self.effect = self.effect.and(effect);
        self
    }
}

/// The event was taken, and something is to be done.
impl From<Effect> for Step {
    fn from(effect: Effect) -> Self {
        Self { go: Go::Stay, effect }
    }
}
