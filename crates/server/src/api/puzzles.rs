//! Puzzles over HTTP: streams by seed, the puzzle of a day, and what is said to an answer.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use numberline_learn::{
    AttemptKind, Daily, Puzzle, PuzzleError, PuzzleFilter, PuzzleStream, PuzzleTheme, Solving, Teacher,
};
use numberline_table::{AnyGame, Date, catalog};
use numberline_wire::{AskedPuzzleJson, AttemptJson, DailyJson, ReplyJson};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::{Asker, Unanswered};
use crate::api::runs::{RunName, RunSoFar};
use crate::error::{Problem, sentence};
use crate::extract::{Asked, Sent};
use crate::freshness::{Freshness, unchanging_json};
use crate::learning::{Clue, Solution, today, unanswered};
use crate::pool::Watch;
use crate::question::game_of;
use crate::site::Site;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(puzzles))
        .routes(routes!(themes))
        .routes(routes!(daily))
        .routes(routes!(puzzle))
        .routes(routes!(answer_puzzle))
        .routes(routes!(puzzle_hint))
        .routes(routes!(puzzle_solution))
        .layer(from_fn_with_state(Freshness::Lasting, Freshness::of_answers))
}

/// Which puzzles.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// The slug of the game; without one, all of them in turn.
    game: Option<String>,
    /// Only those decided by this; `/api/puzzles/themes` lists the themes.
    theme: Option<String>,
    /// Only of variants with these values: `length=8 misere=yes`.
    set: Option<String>,
    /// The learner's level, as `/api/progress` computes it.
    #[param(maximum = 4000)]
    near: Option<u16>,
    /// What they are for: a rated run keeps close to the level, a streak gets harder, and the clock is the same for everyone.
    #[serde(default)]
    run: RunName,
    /// How many puzzles of the run were solved so far.
    #[serde(default)]
    solved: u32,
    /// The same seed gives the same puzzles, as `numberline puzzle --seed` does.
    #[param(maximum = 9_007_199_254_740_991_u64)]
    seed: u64,
    /// How many, up to 20; 1 if this is left out.
    #[param(minimum = 1, maximum = 20)]
    count: Option<u32>,
}

const MOST: u32 = 20;

/// The day of a puzzle.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfDay {
    /// The day, such as 2026-11-18.
    date: String,
    /// The slug of the game; without one, the games take turns.
    game: Option<String>,
    /// Whether the learner has answered it.
    #[serde(default)]
    answered: bool,
}

/// The themes of a game's puzzles.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameThemes {
    /// The slug of the game.
    game: &'static str,
    /// What decides its puzzles.
    themes: Vec<ThemeEntry>,
}

/// A theme.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ThemeEntry {
    /// The word that addresses and commands take.
    theme: &'static str,
    /// What it means, in a few words.
    help: &'static str,
}

/// What a puzzle was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Purpose {
    /// One of a stream.
    #[default]
    Puzzle,
    /// The puzzle of a day, which `date` names.
    Daily,
    /// A drill.
    Drill,
}

/// An answer to a puzzle, or how far the learner is with it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleTry {
    /// The answer to judge.
    #[serde(default)]
    answer: Option<String>,
    /// What the puzzle was asked for.
    #[serde(default)]
    purpose: Purpose,
    /// The day whose puzzle this is.
    #[serde(default)]
    date: Option<String>,
    /// This day where the learner is, such as 2026-11-18.
    #[serde(default)]
    today: Option<String>,
    /// How many wrong answers were given before.
    #[serde(default)]
    wrong: u32,
    /// How many hints were given.
    #[serde(default)]
    hints: u32,
    /// Whether the learner has answered the puzzle of this day before; a second answer is not kept.
    #[serde(default)]
    answered: bool,
    /// The run that it belongs to.
    #[serde(default)]
    run: Option<RunSoFar>,
}

impl PuzzleTry {
    /// What is kept of a puzzle that is done.
    fn kept(&self, solving: &mut Solving, daily: Option<&Daily>) -> Option<AttemptJson> {
        let counts = daily.is_none_or(|daily| daily.standing(self.answered, None).kind.is_some());
        solving.learned(today()).pop().filter(|_| counts).map(AttemptJson::from)
    }

    fn kind(&self) -> AttemptKind {
        match self.purpose {
            Purpose::Puzzle => AttemptKind::Puzzle,
            Purpose::Daily => AttemptKind::Daily,
            Purpose::Drill => AttemptKind::Drill,
        }
    }

    /// The puzzle as far as the learner is with it, and the day that it is of, if it is asked as one.
    fn solving(&self, id: &str, site: &Site) -> Result<(Solving, Option<Daily>), Problem> {
        let cache = site.study.cache();
        let found = match self.purpose {
            Purpose::Drill => Puzzle::find_for_drill(id, cache),
            Purpose::Puzzle | Purpose::Daily => Puzzle::find(id, cache),
        };
        let puzzle = found.map_err(|error| no_such(&error))?;
        let daily = match self.purpose {
            Purpose::Daily => Some(self.daily(&puzzle, site)?),
            Purpose::Puzzle | Purpose::Drill => None,
        };
        let solving = Solving::new(puzzle, self.kind(), cache).ok_or_else(Problem::broken)?;
        Ok((solving.tried(self.wrong, self.hints), daily))
    }

    fn daily(&self, puzzle: &Puzzle, site: &Site) -> Result<Daily, Problem> {
        let date = read_date(self.date.as_deref().unwrap_or_default())?;
        for game in [None, Some(puzzle.game)] {
            let daily = Daily::of(date, game, site.study.cache()).map_err(|error| no_such(&error))?;
            if daily.puzzle.id == puzzle.id {
                return Ok(daily);
            }
        }
        let detail = format!("This is not the puzzle of {date}. Load the puzzle of that day, and answer it.");
        Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not-that-day", detail))
    }
}

/// Puzzles of a seed
#[utoipa::path(get, path = "/api/puzzles", tag = "learn", params(Wanted), responses(
    (status = 200, description = "Puzzles, each with exactly one right answer", body = Vec<AskedPuzzleJson>),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such theme, or too many are asked for"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn puzzles(
    State(site): State<Site>,
    asker: Asker,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, Problem> {
    let Wanted { game, theme, set, near, run, solved, seed, count } = wanted;
    let game = game.as_deref().map(game_of).transpose()?;
    let count = count.unwrap_or(1);
    if !(1..=MOST).contains(&count) {
        return Err(Problem::bad(format!("The count must be 1 to {MOST}.")));
    }
    // A search for a theme that there is not would be long.
    let theme = match theme {
        Some(theme) => Some(known_theme(&site, game, theme).await?),
        None => None,
    };
    let drawn = move |_: &Watch| {
        let set = set.iter().flat_map(|set| set.split_whitespace()).map(str::to_owned).collect();
        let game = game.map(|game| game.info().slug.to_owned());
        let mut stream = PuzzleStream::new(PuzzleFilter { game, theme, set }, seed, site.study.cache());
        let grade = run.begin(solved).grade(near);
        let mut all = Vec::new();
        while all.len() < count as usize {
            match stream.next_puzzle(grade) {
                Ok(puzzle) => all.push(asked(&puzzle, &site)?),
                // Those that were found are better than none.
                Err(_) if !all.is_empty() => break,
                Err(error) => return Err(no_such(&error).into()),
            }
        }
        Ok(all)
    };
    asker.json(drawn).await
}

/// The themes of the puzzles
#[utoipa::path(get, path = "/api/puzzles/themes", tag = "learn", responses(
    (status = 200, description = "What decides the puzzles of each game", body = Vec<GameThemes>),
    (status = 304, description = "You have the current list"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn themes(State(site): State<Site>, asked: HeaderMap) -> Result<Response, Problem> {
    unchanging_json(&asked, &all_themes(&site).await?)
}

/// The puzzle of a day
#[utoipa::path(get, path = "/api/puzzles/daily", operation_id = "daily_puzzle", tag = "learn", params(OfDay), responses(
    (status = 200, description = "The same as `numberline puzzle --daily --date`", body = DailyJson),
    (status = 404, description = "There is no such game"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn daily(
    State(site): State<Site>,
    asker: Asker,
    Asked(OfDay { date, game, answered }): Asked<OfDay>,
) -> Result<Response, Problem> {
    let date = read_date(&date)?;
    let game = game.as_deref().map(game_of).transpose()?;
    let drawn = move |_: &Watch| {
        let daily = Daily::of(date, game, site.study.cache()).map_err(|error| no_such(&error))?;
        DailyJson::new(&daily, answered, site.study.cache()).ok_or_else(|| Problem::broken().into())
    };
    asker.json(drawn).await
}

/// The puzzle in a request's path.
#[derive(Deserialize, IntoParams)]
#[into_params(names("id"), parameter_in = Path)]
pub(crate) struct InPuzzle(
    /// The name of the puzzle
    String,
);

/// A puzzle by its name
#[utoipa::path(get, path = "/api/puzzles/{id}", tag = "learn", params(InPuzzle), responses(
    (status = 200, description = "The puzzle: the same name always means the same one", body = AskedPuzzleJson),
    (status = 404, description = "There is no such puzzle"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn puzzle(
    State(site): State<Site>,
    Path(InPuzzle(id)): Path<InPuzzle>,
    asker: Asker,
) -> Result<Response, Problem> {
    asker.json(move |_| asked(&found(&id, &site)?, &site)).await
}

/// Judges an answer to a puzzle
#[utoipa::path(post, path = "/api/puzzles/{id}/answer", tag = "learn", params(InPuzzle), request_body = PuzzleTry, responses(
    (status = 200, description = "Whether it is right, and what to say; once it is, what to keep", body = ReplyJson),
    (status = 404, description = "There is no such puzzle"),
    (status = 422, description = "The answer cannot be read, or this is not the puzzle of that day; it does not count as a try"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn answer_puzzle(
    State(site): State<Site>,
    Path(InPuzzle(id)): Path<InPuzzle>,
    asker: Asker,
    Sent(given): Sent<PuzzleTry>,
) -> Result<Response, Problem> {
    let judged = move |watch: &Watch| {
        let (mut solving, daily) = given.solving(&id, &site)?;
        let answer = given.answer.as_deref().unwrap_or_default();
        let reply = solving.attempt(answer, watch).map_err(unanswered)?;
        let mut reply = ReplyJson::new(reply, Vec::new());
        if let Some(daily) = daily.as_ref().filter(|_| reply.done) {
            let today = given.today.as_deref().map(read_date).transpose()?;
            reply.said.extend(daily.too_late(today));
            reply.share = Some(daily.share(&solving));
        }
        reply.run = given.run.as_ref().filter(|_| reply.done).map(|run| run.after(&solving));
        reply.attempt = given.kept(&mut solving, daily.as_ref());
        Ok(reply)
    };
    asker.json(judged).await
}

/// The next hint to a puzzle
#[utoipa::path(post, path = "/api/puzzles/{id}/hint", tag = "learn", params(InPuzzle), request_body = PuzzleTry, responses(
    (status = 200, description = "The hint after those that were given", body = Clue),
    (status = 404, description = "There is no such puzzle"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn puzzle_hint(
    State(site): State<Site>,
    Path(InPuzzle(id)): Path<InPuzzle>,
    asker: Asker,
    Sent(given): Sent<PuzzleTry>,
) -> Result<Response, Problem> {
    let hinted = move |watch: &Watch| {
        let (mut solving, _) = given.solving(&id, &site)?;
        Ok(Clue { text: solving.hint(watch).map_err(|error| unanswered(error.into()))? })
    };
    asker.json(hinted).await
}

/// The answer to a puzzle, which gives it up
#[utoipa::path(post, path = "/api/puzzles/{id}/solution", tag = "learn", params(InPuzzle), request_body = PuzzleTry, responses(
    (status = 200, description = "The right answer, why it is right, and what to keep", body = Solution),
    (status = 404, description = "There is no such puzzle"),
    (status = 422, description = "This is not the puzzle of that day"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn puzzle_solution(
    State(site): State<Site>,
    Path(InPuzzle(id)): Path<InPuzzle>,
    asker: Asker,
    Sent(given): Sent<PuzzleTry>,
) -> Result<Response, Problem> {
    let solved = move |watch: &Watch| {
        let (mut solving, daily) = given.solving(&id, &site)?;
        let text = solving.show(watch).map_err(|error| unanswered(error.into()))?;
        let run = given.run.as_ref().map(|run| run.after(&solving));
        Ok(Solution { text, attempt: given.kept(&mut solving, daily.as_ref()), run })
    };
    asker.json(solved).await
}

fn found(id: &str, site: &Site) -> Result<Puzzle, Unanswered> {
    Puzzle::find(id, site.study.cache()).map_err(|error| no_such(&error).into())
}

fn asked(puzzle: &Puzzle, site: &Site) -> Result<AskedPuzzleJson, Unanswered> {
    AskedPuzzleJson::new(puzzle, site.study.cache()).ok_or_else(|| Problem::broken().into())
}

fn no_such(error: &PuzzleError) -> Problem {
    let (status, kind) = match error {
        PuzzleError::Unknown(_) => (StatusCode::NOT_FOUND, "no-such-puzzle"),
        PuzzleError::NoTheme { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "no-such-theme"),
        PuzzleError::NoVariant { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "no-such-variant"),
        PuzzleError::NoMore => (StatusCode::UNPROCESSABLE_ENTITY, "no-more-puzzles"),
    };
    Problem::new(status, kind, sentence(error))
}

fn read_date(text: &str) -> Result<Date, Problem> {
    Date::read(text).ok_or_else(|| Problem::bad("The date must be a day such as 2026-11-18."))
}

/// The themes of every game, found once.
async fn all_themes(site: &Site) -> Result<Vec<GameThemes>, Problem> {
    static ALL: OnceCell<Vec<GameThemes>> = OnceCell::const_new();
    let cache = site.study.cache();
    let find = || async {
        let cache = std::sync::Arc::clone(cache);
        let all = site.study.pool().run(move |_| {
            let of_game = |game: &'static dyn AnyGame| {
                let themes = PuzzleTheme::of_game(game.info().slug, &cache).into_iter();
                let themes = themes.map(|theme| ThemeEntry { theme: theme.name(), help: theme.help() });
                GameThemes { game: game.info().slug, themes: themes.collect() }
            };
            Ok(catalog().into_iter().map(of_game).collect())
        });
        all.await.map_err(Problem::from)
    };
    ALL.get_or_try_init(find).await.cloned()
}

/// A theme that puzzles of the game have, or of any game.
async fn known_theme(
    site: &Site,
    game: Option<&'static dyn AnyGame>,
    theme: String,
) -> Result<String, Problem> {
    let all = all_themes(site).await?;
    let mut here =
        all.iter().filter(|entry| game.is_none_or(|game| game.info().slug == entry.game)).peekable();
    if here.clone().any(|entry| entry.themes.iter().any(|known| known.theme == theme)) {
        return Ok(theme);
    }
    let mut known: Vec<&str> = here.by_ref().flat_map(|entry| &entry.themes).map(|it| it.theme).collect();
    known.sort_unstable();
    known.dedup();
    let detail = format!("No puzzle has this theme. The themes are {}.", known.join(", "));
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-such-theme", detail))
}
