//! The table's values for other programs: one JSON format for `numberline … --json` and for the server.
//!
//! Nothing in here knows a game. It passes on what a game says about itself, so a sixth game works as well.
//!
//! ```
//! use numberline_wire::GameJson;
//!
//! let json = serde_json::to_value(GameJson::all())?;
//! assert_eq!(json[0]["slug"], "duel");
//! assert_eq!(json[0]["parameters"][0]["name"], "length");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod analysis;
mod attempt;
mod board;
mod drill;
mod games;
mod hint;
mod lesson;
mod moves;
mod odds;
mod played;
mod players;
mod progress;
mod puzzle;
mod reply;
mod review;
mod reviewed;
mod rules;
mod told;
mod value;
mod whole;

pub use analysis::{AnalysisJson, CardJson, JudgedJson, StrategyJson};
pub use attempt::{AttemptError, AttemptJson};
pub use board::{BoardJson, MOST_CELLS, Window};
pub use drill::DrillJson;
pub use games::{GameJson, ParameterJson, RangeJson};
pub use hint::{HintJson, RungError, rung};
pub use lesson::{
    AskedJson, CourseJson, LessonEntryJson, LessonJson, RivalJson, StandJson, StepJson, VersusJson, WordJson,
};
pub use moves::{MoveView, letter};
pub use odds::{EvenJson, OddsJson, SeatingJson};
pub use played::{OutcomeJson, PlayedJson, StrengthJson};
pub use players::{PlayerJson, RefutationJson};
pub use progress::{GameProgressJson, IdeaProgressJson, LearnerProgressJson};
pub use puzzle::{AskedPuzzleJson, DailyJson, PuzzleJson};
pub use reply::{ReplyJson, RunJson};
pub use review::{AccuracyJson, MistakeJson, PlyJson, ReviewJson, ReviewedMoveJson, SeatPair, WorthJson};
pub use reviewed::{ExerciseJson, MisconceptionJson, PointJson, ReviewedJson, TriedJson};
pub use rules::{BlockJson, InlineJson, ParameterHelpJson, RulesJson, SectionJson};
pub use told::{LandmarkJson, LastPlyJson, by};
pub use value::{TurnJson, ValueJson, VariantJson};
pub use whole::WholeJson;
