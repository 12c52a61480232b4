//! What can be run on a terminal: the app, or whatever else takes events and draws.

use std::time::Duration;

use ratatui::Frame;

use crate::{Effect, Event};

/// A program that takes events, says what is to be done, and draws what it has come to.
pub trait Program {
    /// What is to be done first of all.
    fn begin(&mut self) -> Effect;

    /// Takes an event, and says what is to be done.
    fn update(&mut self, event: Event) -> Effect;

    /// Draws the screen as it is.
    fn draw(&self, frame: &mut Frame<'_>);

    /// How soon the next tick is wanted; none while nothing moves.
    fn tick(&self) -> Option<Duration>;

    /// Whether the mouse is to be listened to.
    fn wants_mouse(&self) -> bool;
}
