//! Predictions over HTTP: what can be asked about a position before its value is shown, and the judgement of an answer.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use numberline_learn::{Forecast, Teacher};
use numberline_table::AnyGame;
use numberline_wire::{AskedJson, ReplyJson};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::{Asker, Unanswered};
use crate::error::Problem;
use crate::extract::Sent;
use crate::freshness::Freshness;
use crate::learning::{today, unanswered};
use crate::pool::{Watch, WorkError};
use crate::question::{Asking, Slug, StudyQuery, game_of};
use crate::site::Site;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(predictions))
        .routes(routes!(predict))
        .layer(from_fn_with_state(Freshness::Lasting, Freshness::of_answers))
}

/// Something that can be predicted about a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct Prediction {
    /// Which: `value`, `plies`, `nimber` or `chance`.
    task: &'static str,
    /// The question.
    asked: AskedJson,
}

impl Prediction {
    /// The next question of a forecast.
    pub(crate) fn first_of(forecast: &Forecast) -> Option<Self> {
        let (question, words) = forecast.question().zip(forecast.ask())?;
        Some(Self { task: question.task().word(), asked: AskedJson::new(&question, words) })
    }
}

/// A prediction about a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Predicted {
    /// The position.
    question: StudyQuery,
    /// What is predicted: `value`, `plies`, `nimber` or `chance`.
    task: String,
    /// The prediction.
    answer: String,
}

/// What can be predicted about a position
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/predictions", tag = "learn", params(Slug, StudyQuery), responses(
    (status = 200, description = "The questions, one after another; none where there is nothing to predict", body = Vec<Prediction>),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position, or it is too large to solve"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn predictions(
    State(site): State<Site>,
    asker: Asker,
    Asking { game, question }: Asking,
) -> Result<Response, Problem> {
    let found = move |watch: &Watch| {
        let mut all = Vec::new();
        let Some(mut forecast) = forecast(game, &question, &site, watch)? else { return Ok(all) };
        while let Some(prediction) = Prediction::first_of(&forecast) {
            all.push(prediction);
            forecast.skip();
        }
        Ok(all)
    };
    asker.json(found).await
}

/// Judges a prediction
#[utoipa::path(post, path = "/api/games/{slug}/predict", tag = "learn", params(Slug), request_body = Predicted, responses(
    (status = 200, description = "Whether it is right, the truth, and what to keep", body = ReplyJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "That cannot be predicted there, or the answer cannot be read; it does not count"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn predict(
    State(site): State<Site>,
    Path(Slug(slug)): Path<Slug>,
    asker: Asker,
    Sent(Predicted { question, task, answer }): Sent<Predicted>,
) -> Result<Response, Problem> {
    let game = game_of(&slug)?;
    let question = question.checked()?;
    let judged = move |watch: &Watch| {
        let mut forecast = forecast(game, &question, &site, watch)?.ok_or_else(nothing)?;
        while forecast.question().ok_or_else(nothing)?.task().word() != task {
            forecast.skip();
        }
        let reply = forecast.attempt(&answer, watch).map_err(unanswered)?;
        let mut reply = ReplyJson::new(reply, Vec::new());
        reply.attempt = forecast.learned(today()).pop().map(Into::into);
        Ok(reply)
    };
    asker.json(judged).await
}

fn nothing() -> Problem {
    let detail = "That cannot be predicted about this position. /api/games/…/predictions lists what can be.";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "task", detail)
}

fn forecast(
    game: &'static dyn AnyGame,
    question: &StudyQuery,
    site: &Site,
    watch: &Watch,
) -> Result<Option<Forecast>, Unanswered> {
    let at = question.start(game)?;
    // This refuses what would take far too long, and the answer is needed in a moment anyway.
    site.study.analyse(game, &*at, watch)?;
    Ok(Forecast::new(game, &*at, site.study.cache(), watch).map_err(WorkError::from)?)
}
