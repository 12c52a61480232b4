//! Pictures over HTTP: positions as PNG for link previews and sharing, and invitations as QR codes.

use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::Asker;
use crate::error::Problem;
use crate::extract::{Asked, InRoom};
use crate::freshness::Freshness;
use crate::picture;
use crate::question::{Asking, Slug, StudyQuery};
use crate::site::Site;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(room_picture))
        .routes(routes!(room_code))
        .routes(routes!(position_picture))
        .layer(from_fn_with_state(Freshness::Checked, Freshness::of_answers))
}

/// How the page is reached.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Reached {
    /// Whether the link begins with `https`.
    #[serde(default)]
    secure: bool,
}

/// A picture of a room's position
#[utoipa::path(get, path = "/api/rooms/{room}/picture.png", tag = "rooms", params(InRoom), responses(
    (status = 200, description = "A picture of 1200 × 630 pixels, as link previews show it", body = String, content_type = "image/png"),
    (status = 404, description = "There is no such room"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn room_picture(
    State(site): State<Site>,
    asker: Asker,
    InRoom(room): InRoom,
) -> Result<Response, Problem> {
    let line = site.hub.line(room).await?;
    asker.png(move |_| Ok(picture::png(&line))).await
}

/// The link to a room as a QR code
#[utoipa::path(get, path = "/api/rooms/{room}/code.svg", tag = "rooms", params(InRoom, Reached), responses(
    (status = 200, description = "The code as SVG", body = String, content_type = "image/svg+xml"),
    (status = 404, description = "There is no such room"),
))]
pub(crate) async fn room_code(
    State(site): State<Site>,
    InRoom(room): InRoom,
    Asked(Reached { secure }): Asked<Reached>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    site.hub.find(room).await?;
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).ok_or_else(Problem::broken)?;
    let scheme = if secure { "https" } else { "http" };
    let code = QrCode::new(format!("{scheme}://{host}/r/{room}")).map_err(|_| {
        let detail = "The address of this server is too long for a code. Copy the link instead.";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-large", detail)
    })?;
    let drawn = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}

/// A picture of any position
#[utoipa::path(get, path = "/api/games/{slug}/picture.png", tag = "study", params(Slug, StudyQuery), responses(
    (status = 200, description = "A picture of 1200 × 630 pixels", body = String, content_type = "image/png"),
    (status = 404, description = "There is no such game"),
    (status = 422, description = "There is no such position"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn position_picture(
    asker: Asker,
    Asking { game, question }: Asking,
) -> Result<Response, Problem> {
    let drawn = move |_: &crate::pool::Watch| {
        let at = question.start(game)?;
        let extent = at.extent();
        let most = i64::try_from(picture::MOST_CELLS).unwrap_or(i64::MAX);
        let last = extent.last.min(extent.first.saturating_add(most - 1));
        Ok(picture::png(&at.line(numberline_rules::Span { first: extent.first, last })))
    };
    asker.png(drawn).await
}
