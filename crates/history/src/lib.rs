//! Finished games, kept in an embedded database in the player's data directory, listed, counted and rated; the files of the
//! unfinished ones; and the name of the person who plays.
//!
//! The history is a convenience: whatever is wrong with it, a game must be able to continue. So everything in here returns
//! a [`HistoryError`], whose text is one line that says what happened and what to do. What is read back is not
//! trusted: names and texts are cleaned again, and a row that no match could have left is an error.
//!
//! ```
//! use numberline_history::{Filter, History, Home};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let home = Home::at(folder.path());
//! let record = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n\
//!     [Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0\n";
//! let records = numberline_table::read_records(record).unwrap();
//!
//! let mut history = History::open(&home).unwrap();
//! let number = history.keep(&records[0], "2026-11-15T20:00:00Z").unwrap();
//! assert_eq!(history.list(&Filter::default()).unwrap()[0].winner, Some(1));
//! assert_eq!(history.record(number).unwrap().as_deref(), Some(record));
//! ```

mod column;
mod database;
mod entry;
mod error;
mod filter;
mod history;
mod home;
mod person;
mod rating;
mod results;
mod schema;
mod stats;
mod study;
mod time;
mod unfinished;

pub use entry::Entry;
pub use error::{HistoryError, NotKeptError};
pub use filter::Filter;
pub use history::History;
pub use home::{Home, HomeError};
pub use person::Person;
pub use rating::PersonRating;
pub use results::Results;
pub use stats::{GameStats, PlayerStats, Stats};
pub use time::{day, now, today};
pub use unfinished::{Unfinished, UnfinishedError};
