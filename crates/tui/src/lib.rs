//! The games on a full screen: events in, state, draw out.
//!
//! Nothing in here knows the rules of a game: a match is an [`numberline_table::AnyMatch`], drawn from its line and moved by
//! pointing at it. The data flows one way: [`App::update`] takes an [`Event`] and answers with an [`Effect`], drawing is
//! a function of the state, and whatever takes time is done beside the screen and comes back as an event.

mod app;
mod archive;
mod board;
mod chart;
mod clerk;
mod coach;
mod desk;
mod dialog;
mod effect;
mod event;
mod help;
mod home;
mod look;
mod pages;
mod pane;
mod play;
mod preferences;
mod run;
mod screen;
mod settings;
mod setup;
mod spinner;
mod study;
mod theme;
mod words;

pub use app::App;
pub use effect::{Effect, Leave};
pub use event::{Answer, Event, Ticket};
pub use look::{Look, Symbols};
pub use preferences::{Preferences, PreferencesError};
pub use theme::{Depth, Role, Theme};
