//! Study over HTTP: the catalog, and any position of any game as a board and with its analysis.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use numberline_learn::{Tried, TutorialOffer};
use numberline_rules::{Domain, FirstTurn, Parameter};
use numberline_table::{
    AnyGame, Bounds, Limits, Name, Player, Record, Request, Table, Tags, catalog, read_records,
};
use numberline_wire::{
    AnalysisJson, BoardJson, GameJson, HintJson, PlayerJson, PointJson, ReviewedJson, RulesJson, TriedJson,
};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::Asker;
use crate::charter::TimeControl;
use crate::error::{Problem, sentence};
use crate::extract::Sent;
use crate::freshness::{Freshness, unchanging_json};
use crate::placing::{self, Deal, Placement};
use crate::pool::Watch;
use crate::question::{Asking, Slug, StudyQuery};
use crate::site::Site;
use crate::study::Study;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(players))
        .routes(routes!(rules))
        .routes(routes!(board))
        .routes(routes!(placements))
        .routes(routes!(analysis))
        .routes(routes!(hint))
        .routes(routes!(try_move))
        .routes(routes!(review))
        .routes(routes!(review_record))
        .layer(from_fn_with_state(Freshness::Lasting, Freshness::of_answers))
}

/// A game from the catalog, with what a page needs to set up a match.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Offered {
    /// The same as `numberline games --json`.
    #[serde(flatten)]
    game: GameJson,
    /// Who takes the first turn: `fixed`, `playerOne` if the players agree who that is, or `either` if they agree which
    /// seat begins.
    first: &'static str,
    /// An example of a move as a player types it.
    example: &'static str,
    /// The maximum number of rounds in a session.
    most_rounds: u32,
    /// The most seconds that a player may have for a match.
    most_seconds: u32,
    /// The most seconds that may be added after a move.
    most_increment: u32,
    /// The maximum number of characters in a name.
    longest_name: usize,
    /// The offer of its tutorial, where the game is new to a learner.
    tutorial: Option<String>,
    /// The computer player that `computer` alone means.
    usual_player: String,
    /// The largest value of each parameter in a room, where that is less than in a study.
    most_in_room: BTreeMap<&'static str, u64>,
}

impl Offered {
    fn new(game: &dyn AnyGame) -> Self {
        let info = game.info();
        let first = match info.first {
            FirstTurn::Fixed => "fixed",
            FirstTurn::WhoIsPlayerOne => "playerOne",
            FirstTurn::EitherSeat => "either",
        };
        Self {
            game: GameJson::new(game),
            first,
            example: info.example,
            most_rounds: Request::MOST_ROUNDS,
            most_seconds: TimeControl::MOST_SECONDS,
            most_increment: TimeControl::MOST_INCREMENT,
            longest_name: Name::LONGEST,
            tutorial: TutorialOffer::of(info.slug, &[]).map(|offer| offer.words),
            usual_player: Player::USUAL.to_string(),
            most_in_room: game
                .parameters()
                .iter()
                .filter_map(|parameter| most_in_room(game, parameter))
                .collect(),
        }
    }
}

/// The largest value of a parameter that a room takes with the book's other settings, if a study takes more.
fn most_in_room(game: &dyn AnyGame, parameter: &Parameter) -> Option<(&'static str, u64)> {
    let Domain::Number { min, max, .. } = parameter.domain else { return None };
    let fits = |value: u64| {
        let request = Request { set: vec![format!("{}={value}", parameter.name)], ..Request::default() };
        request.start(game).is_ok_and(|at| at.extent().last.abs_diff(at.extent().first) < Bounds::ROOM.line)
    };
    // A room's line is short, so nothing larger needs to be tried.
    let most = max.min(Bounds::ROOM.line * 2);
    let largest = (min..=most).rev().find(|value| fits(*value))?;
    (largest < max).then_some((parameter.name, largest))
}

/// The analysis of a position, with its point in a chart.
#[derive(Serialize, ToSchema)]
pub(crate) struct Analysed {
    /// The same as `numberline analyze --json`.
    #[serde(flatten)]
    analysis: AnalysisJson,
    /// What the position is worth to Player 1.
    point: PointJson,
}

/// A record to review.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    /// The record, as `numberline play --record` writes it.
    record: String,
    /// Which of its games, counted from 1.
    #[serde(default)]
    round: Option<usize>,
}

/// Lists the games
#[utoipa::path(get, path = "/api/games", tag = "study", responses(
    (status = 200, description = "The same as `numberline games --json`, with who begins", body = Vec<Offered>),
    (status = 304, description = "You have the current list"),
))]
pub(crate) async fn games(asked: HeaderMap) -> Result<Response, Problem> {
    unchanging_json(&asked, &catalog().into_iter().map(Offered::new).collect::<Vec<_>>())
}

/// Lists the computer players
#[utoipa::path(get, path = "/api/players", tag = "study", responses(
    (status = 200, description = "The same as `numberline players --json`", body = Vec<PlayerJson>),
    (status = 304, description = "You have the current list"),
))]
pub(crate) async fn players(State(site): State<Site>, asked: HeaderMap) -> Result<Response, Problem> {
    // How to beat each of them is computed once, because it takes a moment.
    static ALL: OnceCell<Vec<PlayerJson>> = OnceCell::const_new();
    let all = ALL.get_or_try_init(|| site.study.pool().run(|_| Ok(PlayerJson::all()))).await?;
    unchanging_json(&asked, all)
}

/// The rules of a game
#[utoipa::path(get, path = "/api/games/{slug}/rules", tag = "study", params(
    Slug,
    ("set" = Option<Vec<String>>, Query, description = "`name=value` for each parameter that differs from the book; may be repeated"),
), responses(
    (status = 200, description = "The rules of the variant by section, with each ruling", body = RulesJson),
    (status = 304, description = "You have the current rules"),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such variant"),
))]
pub(crate) async fn rules(asked: HeaderMap, Asking { game, question }: Asking) -> Result<Response, Problem> {
    let variant = StudyQuery { set: question.set, ..StudyQuery::default() };
    unchanging_json(&asked, &RulesJson::of(game, &variant.start(game)?.settings()))
}

/// A position, ready to draw
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/board", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "A window of the line, the hands, and the moves a player can click", body = BoardJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position"),
))]
pub(crate) async fn board(asker: Asker, asking: Asking) -> Result<Response, Problem> {
    let Asking { game, question } = asking;
    let window = question.window();
    if question.is_short() {
        let at = question.start(game)?;
        if Study::draws_at_once(&*at) {
            return Ok(Json(BoardJson::new(&*at, window)).into_response());
        }
    }
    asker.json(move |_| Ok(BoardJson::new(&*question.start(game)?, window))).await
}

/// The positions around a position, to set one up by pointing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Placements {
    /// Those in which something else stands on the cell `from`.
    cell: Vec<Placement>,
    /// The one in which the other player is to move.
    other_mover: Option<String>,
    /// The hands, in a game with cards, and those that `hands` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<Deal>,
}

/// What else could stand on a cell
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/placements", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "The positions that differ in what stands on the cell `from`, or in the `hands`", body = Placements),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position"),
))]
pub(crate) async fn placements(asker: Asker, asking: Asking) -> Result<Response, Problem> {
    let Asking { game, question } = asking;
    let found = move |_: &Watch| {
        let at = question.start(game)?;
        let cell = question.from.map(|cell| placing::placements(game, &*at, cell.cell()));
        Ok(Placements {
            cell: cell.unwrap_or_default(),
            other_mover: placing::handed_over(game, &*at),
            deal: Deal::of(game, &*at, question.hands.as_deref()),
        })
    };
    asker.json(found).await
}

/// Analyzes a position
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/analysis", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "The same as `numberline analyze --json`", body = Analysed),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position, or it is too large to solve"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn analysis(
    State(site): State<Site>,
    asker: Asker,
    Asking { game, question }: Asking,
) -> Result<Response, Problem> {
    let found = move |watch: &Watch| {
        let at = question.start(game)?;
        let known = site.study.analyse(game, &*at, watch)?;
        let point = PointJson::new(&known.point(), &Name::of_both_seats(), false);
        Ok(Analysed { analysis: AnalysisJson::new(&*at, &known), point })
    };
    asker.json(found).await
}

/// One step of the hint ladder
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/hint", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "The hint for the seat to move, or for the seat that asks", body = HintJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position, or it is too large to solve"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn hint(
    State(site): State<Site>,
    asker: Asker,
    Asking { game, question }: Asking,
) -> Result<Response, Problem> {
    let rung = question.step()?;
    let found = move |watch: &Watch| {
        let at = question.start(game)?;
        let seat = question.asker(&*at)?;
        Ok(HintJson::new(&site.study.analyse(game, &*at, watch)?, seat, rung))
    };
    asker.json(found).await
}

/// Judges a move: whether it keeps the value of the position, in words. For retrying a mistake
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/try", operation_id = "try_move", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "Whether the move is right, and why", body = TriedJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position or move, or it is too large to solve"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn try_move(
    State(site): State<Site>,
    asker: Asker,
    Asking { game, mut question }: Asking,
) -> Result<Response, Problem> {
    let text = question.r#move.take().ok_or_else(|| Problem::bad("Add move=… to say which move to try."))?;
    let found = move |watch: &Watch| {
        let at = question.start(game)?;
        let seat = question.asker(&*at)?;
        at.check(seat, &text)
            .map_err(|error| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "move", sentence(&error)))?;
        Ok(TriedJson::from(Tried::of(&site.study.weigh(game, &*at, (seat, &text), watch)?)))
    };
    asker.json(found).await
}

/// Reviews the moves of a match
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/review", operation_id = "review_game", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "The same as `numberline review --json`, with the value of each position", body = ReviewedJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such match, or it is too large to solve"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn review(
    State(site): State<Site>,
    asker: Asker,
    Asking { game, question }: Asking,
) -> Result<Response, Problem> {
    let found = move |watch: &Watch| {
        let table = Table::new(question.start(game)?, Name::of_both_seats(), Limits::default());
        Ok(site.study.review(&Record::of(game, &table, Tags::default()), watch)?)
    };
    asker.json(found).await
}

/// Reviews the moves of a recorded match
#[utoipa::path(post, path = "/api/review", tag = "study", request_body = Written, responses(
    (status = 200, description = "The same as `numberline review --json`, with the value of each position", body = ReviewedJson),
    (status = 422, description = "The text is not a record, or its match is too large to solve"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn review_record(
    State(site): State<Site>,
    asker: Asker,
    Sent(Written { record, round }): Sent<Written>,
) -> Result<Response, Problem> {
    let found = move |watch: &Watch| {
        let wrong = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "record", detail);
        let records = read_records(&record);
        let records = records.map_err(|error| wrong(sentence(&format!("this is not a record: {error}"))))?;
        let (number, games) = (round.unwrap_or(1), records.len());
        let record = number.checked_sub(1).and_then(|place| records.get(place));
        let record = record
            .ok_or_else(|| wrong(format!("The record has {games} games; the round must be 1 to {games}.")))?;
        Ok(site.study.review(record, watch)?)
    };
    asker.json(found).await
}
