//! Runs of puzzles over HTTP: the client counts what it was told, and the server says how the run goes.

use std::time::Duration;

use numberline_learn::{PuzzleRun, RunKind, Solving};
use numberline_wire::RunJson;
use serde::Deserialize;
use utoipa::ToSchema;

/// How long a run of puzzles lasts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunName {
    /// As long as the learner likes.
    #[default]
    Rated,
    /// Until the first one that is not solved at once.
    Streak,
    /// For some minutes.
    Timed,
}

/// The run of puzzles that an answer belongs to, before the answer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunSoFar {
    /// How long it lasts.
    kind: RunName,
    /// How many minutes, if it is timed; 3 by default.
    #[serde(default)]
    minutes: Option<u32>,
    /// The seconds since it began.
    #[serde(default)]
    seconds: u32,
    /// Puzzles that were answered or given up.
    tried: u32,
    /// Those solved on the first try without a hint.
    solved: u32,
}

impl RunName {
    /// A run of this kind in which so many puzzles were solved, and none was not.
    pub(crate) fn begin(self, solved: u32) -> PuzzleRun {
        PuzzleRun { tried: solved, solved, ..PuzzleRun::new(self.kind(None)) }
    }

    fn kind(self, minutes: Option<u32>) -> RunKind {
        const MINUTES: u32 = 3;
        match self {
            Self::Rated => RunKind::Rated(None),
            Self::Streak => RunKind::Streak,
            Self::Timed => RunKind::Timed(Duration::from_secs(60 * u64::from(minutes.unwrap_or(MINUTES)))),
        }
    }
}

impl RunSoFar {
    /// The run after a puzzle that is done.
    pub(crate) fn after(&self, solving: &Solving) -> RunJson {
        let mut run =
            PuzzleRun { kind: self.kind.kind(self.minutes), tried: self.tried, solved: self.solved };
        run.count(solving);
        RunJson::new(&run, Duration::from_secs(self.seconds.into()))
    }
}
