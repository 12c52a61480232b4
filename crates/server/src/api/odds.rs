//! What a player wants to know before a match: whom the variant favours, and what a computer cannot do in it.

use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use numberline_table::{Player, seat_against_computer};
use numberline_wire::{OddsJson, SeatingJson};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::Asker;
use crate::error::{Problem, sentence};
use crate::freshness::Freshness;
use crate::pool::Watch;
use crate::question::{Asking, Slug, StudyQuery};
use crate::site::Site;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(odds))
        .routes(routes!(seating))
        .layer(from_fn_with_state(Freshness::Lasting, Freshness::of_answers))
}

/// Whom a variant favours
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/odds", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "Whom best play favours, and the variant that is closest to even", body = OddsJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position, or it is too large to solve"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn odds(
    State(site): State<Site>,
    asker: Asker,
    Asking { game, question }: Asking,
) -> Result<Response, Problem> {
    let found = move |watch: &Watch| {
        let at = question.start(game)?;
        let favour = site.study.favour(game, &*at, watch)?;
        Ok(OddsJson::new(game, &*at, &favour))
    };
    asker.json(found).await
}

/// Where a person sits against a computer
///
/// A query that does not fit into the URL can be sent with POST: the same names, as JSON.
#[utoipa::path(method(get, post), path = "/api/games/{slug}/seating", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "The seat that best play favours, and what the computer cannot do", body = SeatingJson),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position or computer player"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn seating(
    State(site): State<Site>,
    asker: Asker,
    Asking { game, question }: Asking,
) -> Result<Response, Problem> {
    let player: Player = match &question.player {
        Some(name) => name.parse().map_err(|error| Problem::bad(sentence(&error)))?,
        None => Player::USUAL,
    };
    let found = move |watch: &Watch| {
        let at = question.start(game)?;
        let cache = site.study.cache();
        let seat = seat_against_computer(game, &*at, cache).number();
        let half = watch.half();
        let shortfall = player.shortfall(game, &*at, cache, &half);
        Ok(SeatingJson { seat, shortfall: shortfall.or_else(|| player.doubt().filter(|_| half.is_over())) })
    };
    asker.json(found).await
}
