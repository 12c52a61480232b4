//! Studying over HTTP: the catalog, any position of any game as a picture and with everything that is known about it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use numberline_learn::Tried;
use numberline_rules::FirstTurn;
use numberline_table::{
    AnyGame, AnyMatch, Limits, Name, Record, Request, Table, Tags, catalog, read_records,
};
use numberline_wire::{
    AnalysisJson, BoardJson, GameJson, HintJson, PlayerJson, PointJson, ReviewedJson, RulesJson, TriedJson,
    rung,
};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Problem, sentence};
use crate::extract::Sent;
use crate::question::{Asking, Slug, StudyQuery, game_of};
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
        .routes(routes!(try_move))
        .routes(routes!(review))
        .routes(routes!(review_record))
}

/// A game of the catalog, and what a page asks besides before a match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offered {
    /// What `numberline games --json` says.
    #[serde(flatten)]
    game: GameJson,
    /// Who takes the first turn: `fixed`, `playerOne` if the players agree who that is, or `either` if they agree which
    /// seat begins.
    first: &'static str,
    /// A move as one types it.
    example: &'static str,
    /// The most rounds of a session.
    most_rounds: u32,
}

impl Offered {
    fn new(game: &dyn AnyGame) -> Self {
        let info = game.info();
        let first = match info.first {
            FirstTurn::Fixed => "fixed",
            FirstTurn::WhoIsPlayerOne => "playerOne",
            FirstTurn::EitherSeat => "either",
        };
        Self { game: GameJson::new(game), first, example: info.example, most_rounds: Request::MOST_ROUNDS }
    }
}

/// What is known about a position, and its point in a chart.
#[derive(Serialize, ToSchema)]
pub(crate) struct Analysed {
    /// What `numberline analyze --json` says.
    #[serde(flatten)]
    analysis: AnalysisJson,
    /// What the position is worth to Player 1.
    point: PointJson,
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
#[utoipa::path(get, path = "/api/games/{slug}/rules", tag = "study", params(Slug), responses(
    (status = 200, description = "The rules, section by section, with the rulings one by one", body = RulesJson),
    (status = 404, description = "There is no such game"),
))]
pub(crate) async fn rules(Path(Slug(slug)): Path<Slug>) -> Result<Json<RulesJson>, Problem> {
    Ok(Json(RulesJson::new(game_of(&slug)?)))
}

/// A position as a page draws it
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/board", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "A window of the line, the hands, and the moves that one can point at", body = BoardJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position"),
))]
pub(crate) async fn board(State(site): State<Site>, asking: Asking) -> Result<Json<BoardJson>, Problem> {
    let Asking { game, question } = asking;
    let at = set_up(&site.study, game, &question).await?;
    Ok(Json(site.study.board(at, question.window()).await?))
}

/// Everything that is known about a position
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/analysis", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "What `numberline analyze --json` says", body = Analysed),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position, or it is too large to be solved"),
    (status = 503, description = "The server is busy; ask again"),
))]
pub(crate) async fn analysis(State(site): State<Site>, asking: Asking) -> Result<Json<Analysed>, Problem> {
    let Asking { game, question } = asking;
    let at = set_up(&site.study, game, &question).await?;
    let (known, analysis) = site.study.analyse(game, at).await?;
    let point = PointJson::new(&known.point(), &Name::of_both_seats(), false);
    Ok(Json(Analysed { analysis, point }))
}

/// One step of the hint ladder
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/hint", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "What that step tells the seat to move, or the seat that asks", body = HintJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position, or it is too large to be solved"),
    (status = 503, description = "The server is busy; ask again"),
))]
pub(crate) async fn hint(State(site): State<Site>, asking: Asking) -> Result<Json<HintJson>, Problem> {
    let Asking { game, question } = asking;
    let rung = rung(question.rung.unwrap_or(1)).map_err(|_| Problem::bad("Rung is 1, 2, 3 or 4."))?;
    let at = set_up(&site.study, game, &question).await?;
    let seat = question.asker(&*at)?;
    let (analysis, _) = site.study.analyse(game, at).await?;
    Ok(Json(HintJson::new(&analysis, seat, rung)))
}

/// Whether a move keeps what a position is worth, in words: for trying a mistake again
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/try", operation_id = "try_move", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "Whether it is right, and why", body = TriedJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position or move, or it is too large to be solved"),
    (status = 503, description = "The server is busy; ask again"),
))]
pub(crate) async fn try_move(State(site): State<Site>, asking: Asking) -> Result<Json<TriedJson>, Problem> {
    let Asking { game, mut question } = asking;
    let text = question.r#move.take().ok_or_else(|| Problem::bad("Say with move which move is tried."))?;
    let at = set_up(&site.study, game, &question).await?;
    let seat = question.asker(&*at)?;
    at.check(seat, &text)
        .map_err(|error| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "move", sentence(&error)))?;
    let weighing = site.study.weigh(game, at, seat, text).await?;
    Ok(Json(Tried::of(&weighing).into()))
}

/// What each move of a match was worth
///
/// What does not fit into an address can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/review", operation_id = "review_game", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "What `numberline review --json` says, and the value of each position", body = ReviewedJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such match, or it is too large to be solved"),
    (status = 503, description = "The server is busy; ask again"),
))]
pub(crate) async fn review(State(site): State<Site>, asking: Asking) -> Result<Json<ReviewedJson>, Problem> {
    let Asking { game, question } = asking;
    let at = set_up(&site.study, game, &question).await?;
    let table = Table::new(at, Name::of_both_seats(), Limits::default());
    let record = Record::of(game, &table, Tags::default());
    Ok(Json(site.study.review(record).await?))
}

/// What each move of a recorded match was worth
#[utoipa::path(post, path = "/api/review", tag = "study", request_body = Written, responses(
    (status = 200, description = "What `numberline review --json` says, and the value of each position", body = ReviewedJson),
    (status = 422, description = "That is no record, or its match is too large to be solved"),
    (status = 503, description = "The server is busy; ask again"),
))]
pub(crate) async fn review_record(
    State(site): State<Site>,
    Sent(Written { record, round }): Sent<Written>,
) -> Result<Json<ReviewedJson>, Problem> {
    let wrong = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "record", detail);
    let read = site.study.pool().run(move |_| Ok(read_records(&record))).await?;
    let mut records = read.map_err(|error| wrong(sentence(&format!("that is no record: {error}"))))?;
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
    question: &StudyQuery,
) -> Result<Box<dyn AnyMatch>, Problem> {
    let texts = [&question.position, &question.moves];
    if texts.into_iter().flatten().map(String::len).sum::<usize>() <= SHORT {
        return question.start(game);
    }
    let question = question.clone();
    study.pool().run(move |_| Ok(question.start(game))).await?
}
