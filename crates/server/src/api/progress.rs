//! A learner's progress over HTTP. The client keeps the answers and sends them; the server keeps nothing.

use std::collections::BTreeMap;

use axum::RequestExt;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use numberline_learn::{Attempt, AttemptKind, Drill, Forecast, LearnerProgress, Solving, Teacher};
use numberline_table::{Strength, draw_seed};
use numberline_wire::{
    AskedPuzzleJson, AttemptJson, DrillJson, LearnerProgressJson, PlayedJson, StrengthJson,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::Asker;
use crate::api::predictions::Prediction;
use crate::error::{Problem, sentence};
use crate::extract::Sent;
use crate::learning::today;
use crate::pool::Watch;
use crate::site::Site;

/// The most answers that are taken at once.
const MOST: usize = 5_000;
/// The most games that are taken at once.
const MOST_GAMES: usize = 1_000;

/// The routes, for lists of this many bytes.
pub(crate) fn routes(bytes: u32) -> OpenApiRouter<Site> {
    let most = usize::try_from(bytes).unwrap_or(usize::MAX);
    OpenApiRouter::new().routes(routes!(progress)).routes(routes!(drills)).layer(DefaultBodyLimit::max(most))
}

/// What a learner has answered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answered {
    /// The answers, the oldest first.
    #[schema(max_items = 5_000)]
    attempts: Vec<AttemptJson>,
}

/// What a learner has answered and played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Learned {
    /// The answers, the oldest first.
    #[schema(max_items = 5_000)]
    attempts: Vec<AttemptJson>,
    /// The finished games against computers, the oldest first.
    #[serde(default)]
    #[schema(max_items = 1_000)]
    games: Vec<PlayedJson>,
}

/// A learner's progress, and what comes back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LearnerStanding {
    /// The same as `numberline progress --json`.
    #[serde(flatten)]
    progress: LearnerProgressJson,
    /// This day, counted from 1 January 1970.
    today: i64,
    /// Everything that comes back, the first due first.
    coming: Vec<DrillJson>,
    /// The grade of puzzles that suits the learner, in each game.
    levels: BTreeMap<&'static str, u16>,
    /// The same for puzzles of all games.
    level: u16,
    /// The rating by the games against computers, in each game that was played.
    strengths: Vec<StrengthJson>,
    /// What the number behind the ± of a rating means.
    margin: &'static str,
}

/// The drills of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrillsOfDay {
    /// What is due, at most a few a day.
    drills: Vec<AskedDrill>,
    /// What to say where nothing is due.
    nothing: Option<String>,
    /// What to say after the last one.
    done: &'static str,
}

/// A reason that is due, on a position that was not asked before.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskedDrill {
    /// `Drill 1 of 3: Leave the right distance`
    heading: String,
    /// What is predicted about the position before; none where there is nothing to predict.
    before: Option<Prediction>,
    /// The puzzle.
    puzzle: AskedPuzzleJson,
}

/// Computes a learner's progress
///
/// The answers are what `/api/lessons` and `/api/puzzles` return to be kept, and the games are those of the rooms where the
/// learner played against a computer. Nothing is stored.
#[utoipa::path(post, path = "/api/progress", tag = "learn", request_body = Learned, responses(
    (status = 200, description = "Ratings, ideas, streaks, what is due, and what to do next", body = LearnerStanding),
    (status = 422, description = "An answer is out of range, or there are too many answers or games"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn progress(asker: Asker, request: Request) -> Result<Response, Problem> {
    let (asker, Learned { attempts, games }) = read(asker, request).await?;
    let attempts = checked(attempts)?;
    if games.len() > MOST_GAMES {
        return Err(wrong("games", format!("Send at most {MOST_GAMES} games, the newest ones.")));
    }
    let computed = move |_: &Watch| {
        let today = today();
        let progress = LearnerProgress::of(&attempts, today);
        let slugs = progress.games.iter().map(|game| game.game);
        Ok(LearnerStanding {
            levels: slugs.map(|game| (game, progress.level(Some(game)))).collect(),
            level: progress.level(None),
            progress: LearnerProgressJson::new(&progress),
            today,
            coming: Drill::all(&attempts).iter().map(DrillJson::new).collect(),
            strengths: StrengthJson::all(&games),
            margin: Strength::MARGIN,
        })
    };
    asker.json(computed).await
}

/// What is due for a drill
///
/// The answers are the same as for `/api/progress`. Each reason that is due comes back on a new position.
#[utoipa::path(post, path = "/api/drills", tag = "learn", request_body = Answered, responses(
    (status = 200, description = "The drills of this day", body = DrillsOfDay),
    (status = 422, description = "An answer is out of range, or there are too many"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn drills(
    State(site): State<Site>,
    asker: Asker,
    request: Request,
) -> Result<Response, Problem> {
    let (asker, Answered { attempts }) = read(asker, request).await?;
    let attempts = checked(attempts)?;
    let drawn = move |watch: &Watch| {
        let (today, cache) = (today(), site.study.cache());
        let due = Drill::due(&attempts, today);
        let nothing = due.is_empty().then(|| Drill::nothing_due(&attempts, today));
        let mut drills = Vec::new();
        for (number, drill) in (1..).zip(&due) {
            // A reason without a puzzle, such as one that only another version knows, is passed over.
            let Ok(puzzle) = drill.puzzle(draw_seed(), &attempts, cache) else { continue };
            let heading = drill.heading(number, due.len());
            let before = Solving::new(puzzle.clone(), AttemptKind::Drill, cache)
                .and_then(|solving| solving.board())
                .and_then(|at| Forecast::new(puzzle.game, &*at, cache, watch).ok().flatten())
                .and_then(|forecast| Prediction::first_of(&Drill::before(forecast)));
            drills.extend(AskedPuzzleJson::new(&puzzle, cache).map(|puzzle| AskedDrill {
                heading,
                before,
                puzzle,
            }));
        }
        Ok(DrillsOfDay { drills, nothing, done: Drill::DONE })
    };
    asker.json(drawn).await
}

/// Reads what a learner sends. The list may be long, so an address sends only as many at once as it may have answers.
async fn read<T>(asker: Asker, request: Request) -> Result<(Asker, T), Problem>
where
    T: DeserializeOwned + 'static,
{
    let asker = asker.admitted()?;
    let Sent(sent) = request.extract().await?;
    Ok((asker, sent))
}

/// The answers, if each can be one.
fn checked(attempts: Vec<AttemptJson>) -> Result<Vec<Attempt>, Problem> {
    if attempts.len() > MOST {
        return Err(wrong("attempts", format!("Send at most {MOST} answers, the newest ones.")));
    }
    let read = |(number, attempt): (usize, AttemptJson)| {
        attempt.read().map_err(|error| wrong("attempts", sentence(&format!("answer {number}: {error}"))))
    };
    (1..).zip(attempts).map(read).collect()
}

fn wrong(what: &'static str, detail: String) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, what, detail)
}
