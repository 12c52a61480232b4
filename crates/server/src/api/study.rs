//! Studying over HTTP: the catalog, any position of any game as a picture and with everything that is known about it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use numberline_rules::{FirstTurn, Seat, Turn};
use numberline_table::{AnyGame, AnyMatch, Limits, Name, Record, Table, Tags, catalog, read_records};
use numberline_wire::{
    AnalysisJson, BoardJson, GameJson, HintJson, PlayerJson, ReviewedJson, RulesJson, rung,
};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Problem, ProblemBody};
use crate::extract::Sent;
use crate::pool::NotDone;
use crate::question::{Asking, Question, capital, game_of, seat};
use crate::site::Site;
use crate::study::Study;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(players))
        .routes(routes!(rules))
        .routes(routes!(board))
        .routes(routes!(analysis))
        .routes(routes!(hint))
        .routes(routes!(review))
        .routes(routes!(review_record))
}

/// A game of the catalog, and what a page asks besides before a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct Offered {
    /// What `numberline games --json` says.
    #[serde(flatten)]
    game: GameJson,
    /// Who takes the first turn: `fixed`, `playerOne` if the players agree who that is, or `either` if they agree which
    /// seat begins.
    first: &'static str,
    /// A move as one types it.
    example: &'static str,
}

impl Offered {
    fn new(game: &dyn AnyGame) -> Self {
        let info = game.info();
        let first = match info.first {
            FirstTurn::Fixed => "fixed",
            FirstTurn::WhoIsPlayerOne => "playerOne",
            FirstTurn::EitherSeat => "either",
        };
        Self { game: GameJson::new(game), first, example: info.example }
    }
}

/// A record to be looked at again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    /// The record, as `numberline play --record` writes it.
    record: String,
    /// Which of its games, counted from 1.
    #[serde(default)]
    round: Option<usize>,
}

impl From<NotDone> for Problem {
    fn from(error: NotDone) -> Self {
        let detail = format!("{}.", capital(&error.to_string()));
        match error {
            NotDone::Busy => Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail),
            NotDone::TooMuch { .. } | NotDone::TooLong | NotDone::TooSlow { .. } => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "too-much", detail)
            }
            NotDone::Refused(_) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "unsolved", detail),
            NotDone::Broken => Self::broken(),
        }
    }
}

/// The games there are
#[utoipa::path(get, path = "/api/games", tag = "study", responses(
    (status = 200, description = "What `numberline games --json` lists, and who begins", body = Vec<Offered>),
))]
pub(crate) async fn games() -> Json<Vec<Offered>> {
    Json(catalog().into_iter().map(Offered::new).collect())
}

/// The computer players there are
#[utoipa::path(get, path = "/api/players", tag = "study", responses(
    (status = 200, description = "What `numberline players --json` lists", body = Vec<PlayerJson>),
))]
pub(crate) async fn players(State(site): State<Site>) -> Result<Json<&'static [PlayerJson]>, Problem> {
    // How each of them is beaten is found out once: that takes a moment.
    static ALL: OnceCell<Vec<PlayerJson>> = OnceCell::const_new();
    let all = ALL.get_or_try_init(|| site.study.pool().run(|_| Ok(PlayerJson::all()))).await?;
    Ok(Json(all))
}

/// The rules of a game
#[utoipa::path(get, path = "/api/games/{slug}/rules", tag = "study", params(("slug" = String, Path, description = "The slug of the game")), responses(
    (status = 200, description = "The rules, and the rulings one by one", body = RulesJson),
    (status = 404, description = "There is no such game", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn rules(Path(slug): Path<String>) -> Result<Json<RulesJson>, Problem> {
    Ok(Json(RulesJson::new(game_of(&slug)?.info())))
}

/// A position as a page draws it
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/board", tag = "study", params(("slug" = String, Path, description = "The slug of the game"), Question), responses(
    (status = 200, description = "A window of the line, the hands, and the moves that one can point at", body = BoardJson),
    (status = 404, description = "There is no such game", body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, description = "There is no such position", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn board(State(site): State<Site>, asking: Asking) -> Result<Json<BoardJson>, Problem> {
    let Asking { game, question } = asking;
    let at = set_up(&site.study, game, &question).await?;
    Ok(Json(site.study.board(at, question.window()).await?))
}

/// Everything that is known about a position
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/analysis", tag = "study", params(("slug" = String, Path, description = "The slug of the game"), Question), responses(
    (status = 200, description = "What `numberline analyze --json` says", body = AnalysisJson),
    (status = 404, description = "There is no such game", body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, description = "There is no such position, or it is too large to be solved", body = ProblemBody, content_type = "application/problem+json"),
    (status = 503, description = "The server is busy; ask again", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn analysis(
    State(site): State<Site>,
    asking: Asking,
) -> Result<Json<AnalysisJson>, Problem> {
    let Asking { game, question } = asking;
    let at = set_up(&site.study, game, &question).await?;
    let (_, json) = site.study.analyse(game, at).await?;
    Ok(Json(json))
}

/// One step of the hint ladder
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/hint", tag = "study", params(("slug" = String, Path, description = "The slug of the game"), Question), responses(
    (status = 200, description = "What that step tells the seat to move, or the seat that asks", body = HintJson),
    (status = 404, description = "There is no such game", body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, description = "There is no such position, or it is too large to be solved", body = ProblemBody, content_type = "application/problem+json"),
    (status = 503, description = "The server is busy; ask again", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn hint(State(site): State<Site>, asking: Asking) -> Result<Json<HintJson>, Problem> {
    let Asking { game, question } = asking;
    let rung = rung(question.rung.unwrap_or(1)).map_err(|_| Problem::bad("Rung is 1, 2, 3 or 4."))?;
    let at = set_up(&site.study, game, &question).await?;
    let asked = question.seat.map(|number| seat("seat", number)).transpose()?;
    let seat = match (at.turn(), asked) {
        (Turn::Of(mover), None) => mover,
        (Turn::Of(mover), Some(asked)) if asked != mover => {
            let detail = format!("It is Player {mover}'s turn, so the hint is for them.");
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "turn", detail));
        }
        (Turn::Both, None) => {
            return Err(Problem::bad("Both players act here: say with seat=1 or seat=2 who asks."));
        }
        (_, asked) => asked.unwrap_or(Seat::One),
    };
    let (analysis, _) = site.study.analyse(game, at).await?;
    Ok(Json(HintJson::new(&analysis, seat, rung)))
}

/// What each move of a match was worth
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/review", operation_id = "review_game", tag = "study", params(("slug" = String, Path, description = "The slug of the game"), Question), responses(
    (status = 200, description = "What `numberline review --json` says, and the value of each position", body = ReviewedJson),
    (status = 404, description = "There is no such game", body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, description = "There is no such match, or it is too large to be solved", body = ProblemBody, content_type = "application/problem+json"),
    (status = 503, description = "The server is busy; ask again", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn review(State(site): State<Site>, asking: Asking) -> Result<Json<ReviewedJson>, Problem> {
    let Asking { game, question } = asking;
    let at = set_up(&site.study, game, &question).await?;
    let names = Name::of_both_seats();
    let table = Table::new(at, names.clone(), Limits::default());
    let record = Record::of(game, &table, Tags { names, date: None, round: None, seed: None });
    Ok(Json(site.study.review(record).await?))
}

/// What each move of a recorded match was worth
#[utoipa::path(post, path = "/api/review", tag = "study", request_body = Written, responses(
    (status = 200, description = "What `numberline review --json` says, and the value of each position", body = ReviewedJson),
    (status = 422, description = "That is no record, or its match is too large to be solved", body = ProblemBody, content_type = "application/problem+json"),
    (status = 503, description = "The server is busy; ask again", body = ProblemBody, content_type = "application/problem+json"),
))]
pub(crate) async fn review_record(
    State(site): State<Site>,
    Sent(Written { record, round }): Sent<Written>,
) -> Result<Json<ReviewedJson>, Problem> {
    let wrong = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "record", detail);
    let read = site.study.pool().run(move |_| Ok(read_records(&record))).await?;
    let mut records = read.map_err(|error| {
        let text = error.to_string();
        let said = numberline_table::clean(&text);
        let said: String = said.trim_end_matches('.').chars().take(400).collect();
        wrong(format!("That is no record: {said}."))
    })?;
    let (number, games) = (round.unwrap_or(1), records.len());
    if !(1..=games).contains(&number) {
        return Err(wrong(format!("The record holds {games} games; round is 1 to {games}.")));
    }
    Ok(Json(site.study.review(records.swap_remove(number - 1)).await?))
}

/// More text than this takes long enough to be read that it is read beside the other requests.
const SHORT: usize = 4_096;

/// Sets up the match that a question is about.
async fn set_up(
    study: &Study,
    game: &'static dyn AnyGame,
    question: &Question,
) -> Result<Box<dyn AnyMatch>, Problem> {
    let texts = [&question.position, &question.moves];
    if texts.into_iter().flatten().map(String::len).sum::<usize>() <= SHORT {
        return question.start(game);
    }
    let question = question.clone();
    study.pool().run(move |_| Ok(question.start(game))).await?
}
