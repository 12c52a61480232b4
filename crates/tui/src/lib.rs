//! The games on a full screen: events in, state, draw out.
//!
//! Nothing in here knows the rules of a game: a match is an [`numberline_table::AnyMatch`], drawn from its line and moved by
//! pointing at it. The data flows one way: [`Program::update`] takes an [`Event`] and returns an [`Effect`], drawing is a
//! function of the state, and anything that takes time runs in the background and returns as an event.
//!
//! ```
//! use numberline_tui::{App, Headless, Preferences, Start};
//!
//! let size = (80, 24);
//! let mut program = Headless::new(App::new(Preferences::default(), size, Start::Home), None, size);
//! let page: String = program.page().content().iter().map(|cell| cell.symbol()).collect();
//! assert!(page.contains("Siege"));
//! ```

mod app;
mod archive;
mod bench;
mod board;
mod chart;
mod clerk;
mod coach;
mod desk;
mod dialog;
mod effect;
mod environment;
mod event;
mod form;
mod headless;
mod help;
mod home;
mod keys;
mod learn;
mod look;
mod miniature;
mod note;
mod page;
mod pages;
mod pane;
mod pending;
mod play;
mod preferences;
mod run;
mod screen;
mod scroll;
mod settings;
mod setup;
mod shelf;
mod study;
#[cfg(test)]
mod tests;
mod text_field;
mod theme;
mod unfinished;

pub use app::{App, Start};
pub use effect::{Effect, Leave};
pub use environment::Environment;
pub use event::{Answer, Event, Ticket};
pub use headless::Headless;
pub use look::{Look, Symbols};
pub use preferences::{About, NoSuchWordError, Preferences, PreferencesError, Setting};
pub use run::{Program, run, run_recording, terminal_size};
pub use theme::{Depth, Role, Theme, ThemeName};
