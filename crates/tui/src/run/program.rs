//! What can run on a terminal: the app, or anything else that takes events and draws.

use std::time::Duration;

use ratatui::Frame;

use crate::{Effect, Event};

/// A program that takes events, returns effects, and draws its state.
pub trait Program {
    /// The first effect.
    fn begin(&mut self) -> Effect;

    /// Takes an event, and returns its effect.
    fn update(&mut self, event: Event) -> Effect;

    /// Draws the current screen.
    fn draw(&self, frame: &mut Frame<'_>);

    /// How soon the next tick is needed; none while nothing moves.
    fn tick(&self) -> Option<Duration>;

    /// Whether to capture the mouse.
    fn wants_mouse(&self) -> bool;
}
