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
mod continuable;
mod desk;
mod dialog;
mod doors;
mod effect;
mod environment;
mod event;
mod form;
mod headless;
mod help;
mod home;
mod look;
mod miniature;
mod pages;
mod pane;
mod play;
mod preferences;
#[cfg(test)]
mod rehearsal;
mod run;
mod screen;
mod settings;
mod setup;
mod spinner;
mod study;
mod text_field;
mod theme;
mod unfinished;
mod word;
mod words;

pub use app::{App, Start};
pub use effect::{Effect, Leave};
pub use environment::Environment;
pub use event::{Answer, Event, Ticket};
pub use headless::Headless;
pub use look::{Look, Symbols};
pub use preferences::{DepthChoice, Overrides, Preferences, PreferencesError, SymbolsChoice};
pub use run::{Left, Program, run, terminal_size};
pub use theme::{Depth, Role, Theme, ThemeName};
pub use unfinished::Unfinished;
pub use word::{NoSuchWord, Word};
