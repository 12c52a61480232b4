//! Learning the games. Line mode, full screen and server drive what is in here, and decide nothing about it.
//!
//! ```
//! use numberline_learn::Walk;
//!
//! let record = "[Game \"siege\"]\n[Variant \"length=10 step=3\"]\n[Player1 \"Ada\"]\n[Player2 \"Grace\"]\n\
//!     [Result \"1-0\"]\n[Ending \"won\"]\n\n1. 2 2. 2 3. 3 4. 1 5. 2 1-0\n";
//! let records = numberline_table::read_records(record)?;
//! let mut walk = Walk::new(records[0].clone())?;
//! walk.start()?;
//! walk.forward(1)?;
//! // Try something other than what was played, and return to the record.
//! walk.play("3")?;
//! assert!(walk.branch().is_some());
//! walk.leave_branch()?;
//! assert_eq!((walk.ply(), walk.length()), (1, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod afterwards;
mod attempt;
mod belief;
mod claim;
mod course;
mod daily;
mod drill;
mod filing;
mod forecast;
mod lesson;
mod mix;
mod offer;
mod progress;
mod puzzle;
mod question;
mod setup;
mod solving;
mod stream;
mod task;
mod teacher;
mod trainer;
mod tutor;
mod walk;

pub use afterwards::{Afterwards, Versus};
pub use attempt::{Attempt, AttemptKind};
pub use belief::{Belief, Misconception};
pub use claim::{LessonClaim, Query};
pub use course::Course;
pub use daily::{Daily, DailyStanding};
pub use drill::Drill;
pub use forecast::Forecast;
pub use lesson::{Lesson, LessonError, LessonStep, Paragraph, Response, Rival};
pub use mix::{Guarantee, MixAnswer};
pub use offer::TutorialOffer;
pub use progress::{GameProgress, IdeaProgress, LearnerProgress};
pub use puzzle::{Puzzle, PuzzleError, PuzzleTheme};
pub use question::{AnswerError, Judgement, Question};
pub use setup::Setup;
pub use solving::Solving;
pub use stream::{PuzzleFilter, PuzzleRun, PuzzleStream, RunKind};
pub use task::Task;
pub use teacher::{Reply, Teacher};
pub use trainer::{Exercise, Trainer, Tried};
pub use tutor::Tutor;
pub use walk::{Branch, Place, Walk};
