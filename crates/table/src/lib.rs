//! What lies around the rules: the catalog of games, matches of any game behind one interface, endings and records, and
//! what is known about every position.
//!
//! This is the boundary of plain data that every front end uses. Nothing in here draws, prompts or listens.
//!
//! ```
//! use numberline_rules::{Seat, Turn};
//!
//! let siege = numberline_table::find("siege").unwrap();
//! let mut game = siege.start(&siege.book_settings(), Seat::One).unwrap();
//! game.submit(Seat::One, "3").unwrap();
//! assert_eq!(game.position(), "3 10 2");
//! assert_eq!(game.turn(), Turn::Of(Seat::Two));
//! ```

mod adviser;
mod analysis;
mod any_game;
mod any_match;
mod arena;
mod catalog;
mod certificate;
mod clean;
mod dice;
mod ending;
mod hint;
mod look;
mod name;
mod oracle;
mod player;
mod reason;
mod record;
mod record_text;
mod review;
mod save;
mod score;
mod seating;
mod setup;
mod table;
mod wanted;
mod words;

pub use adviser::{Adviser, Mistake, Weighing, Worth};
pub use analysis::{Analysis, Judged, Known, Mixed, Outcome, Verdict};
pub use any_game::{AnyGame, StartError, game};
pub use any_match::{AnyMatch, MoveError, Ply};
pub use arena::{Arena, MOST_PLANNED, Plan, Standing, Tally, standings};
pub use catalog::{catalog, find};
pub use certificate::{
    Certificate, LARGEST_CERTIFICATE, LONGEST_CERTIFICATE_LINE, MOST_CERTIFIED, MOST_CERTIFIED_PLIES,
    Uncertified,
};
pub use clean::{clean, is_clean};
pub use dice::Dice;
pub use ending::Ending;
pub use hint::{Hint, Ladder, Rung};
pub use look::Look;
pub use name::{Name, NameError};
pub use oracle::{AnyOracle, ByInduction, ByRace, ByRetrograde, BySquares, BySums, Knows, Method};
pub use oracle::{Prospect, Seen, Sight, Weight};
pub use player::{
    AnyRule, Chosen, Computer, Level, MOST_LINES, Named, NoSuchPlayer, NotSeated, Player, Refutation, Skill,
};
pub use reason::{CardReason, ForcedReason, RaceReason, Reason, Runs, SquareReason, SumReason};
pub use record::{Date, Record, RoundTag, Tags};
pub use record_text::{RecordError, read_records};
pub use review::{Accuracy, Review, ReviewError, ReviewedPly, from_ply};
pub use save::{LARGEST_FILE, LoadError, SaveError, check_free, load, save, write_atomically};
pub use score::{NextRound, Rounds, Score};
pub use seating::{First, Seating, SeatingError};
pub use setup::{Setup, SetupError};
pub use table::{COMPUTER_TURNS, Limits, Refused, Table, Taken, Undone};
pub use wanted::Wanted;
pub use words::share;

pub use numberline_solver::{Fraction, Progress, Refusal};
