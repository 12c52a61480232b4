//! Everything around the rules: the catalog of games, matches of any game behind one interface, endings and records, and
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
mod cost;
mod dice;
mod draw_offer;
mod effect;
mod ending;
mod excuse;
mod favour;
mod hint;
mod locale;
mod look;
mod name;
mod oracle;
mod oracle_cache;
mod player;
mod reason;
mod record;
mod record_text;
mod request;
mod review;
mod rules_text;
mod save;
mod score;
mod seating;
mod session;
mod strength;
mod suggest;
mod table;
mod terms;
mod variant;
mod weighing;
mod words;

pub use adviser::Adviser;
pub use analysis::{Analysis, Judged, Known, Mixed, Outcome, Verdict};
pub use any_game::{AnyGame, StartError, game};
pub use any_match::{AnyMatch, MoveError, Ply};
pub use arena::{Arena, Bound, Rating, Standing, Tally, Venue, standings};
pub use catalog::{catalog, find};
pub use certificate::{
    Certificate, CertificateError, LARGEST_CERTIFICATE, LONGEST_CERTIFICATE_LINE, MOST_CERTIFIED,
    MOST_CERTIFIED_PLIES,
};
pub use clean::{clean, cleaned, is_clean, may_be_typed};
pub use cost::Cost;
pub use dice::{Dice, draw_seed};
pub use draw_offer::DrawOffer;
pub use effect::{MoveEffect, Travel, explain_landmark};
pub use ending::{Act, Ending};
pub use excuse::CoachExcuse;
pub use favour::{EvenVariant, Favour, seat_against_computer};
pub use hint::{Hint, Ladder, Rung};
pub use locale::has_unicode;
pub use look::WhereToLook;
pub use name::{Name, NameError};
pub use oracle::{AnyOracle, ByInduction, ByRetrograde, BySquares, Knows, Method};
pub use oracle::{Prospect, Seen, Sight, Weight};
pub use oracle_cache::{OracleCache, Scope};
pub use player::{
    AnyRule, Chosen, Computer, Level, Named, Player, PlayerError, Refutation, Skill, UnknownPlayerError,
};
pub use reason::{
    CardReason, Continuation, Doom, ForcedReason, FreeRuns, Heaps, MisereReason, RaceReason, Reason,
    SquareReason, SumReason, Then,
};
pub use record::{Date, Record, ReplayError, RoundTag, Tags};
pub use record_text::{RecordError, read_records};
pub use request::{Bounds, Field, Request, RequestError};
pub use review::{Accuracy, Point, Review, ReviewError, ReviewedPly};
pub use rules_text::{Block, Inline, InlineStyle, RulesLine, RulesText, Section, Surface, plain_text};
pub use save::{LARGEST_FILE, LoadError, OwnFiles, SaveError, load, save, write_atomically};
pub use score::{NextRound, Rounds, Score};
pub use seating::{First, Seats, usual_names};
pub use session::{ComputerTurn, ResumeError, RoundError, Session};
pub use strength::{Strength, with_margin};
pub use table::{COMPUTER_TURNS, Limits, RefusedMove, Table, Taken, UndoError, Undone};
pub use terms::Terms;
pub use variant::{changed_settings, explain_parameter, titled};
pub use weighing::{Mistake, Weighing, Worth};
pub use words::{capital, counted, share, short_share, turns, unsolved};

pub use numberline_solver::{Effort, Fraction, Progress, SolveError};
