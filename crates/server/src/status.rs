//! How the server is: alive, ready, and what it has counted.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::address::Client;
use crate::error::Problem;
use crate::router::counted;
use crate::site::Site;
use crate::store::StoreError;

/// The routes that answer to any name, because whoever watches over a server may not know its name.
pub(crate) fn open_routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new().routes(routes!(alive)).routes(routes!(ready))
}

/// The routes that answer to the server's own names only.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new().routes(routes!(metrics))
}

/// Whether the server is alive
#[utoipa::path(get, path = "/healthz", tag = "server", responses(
    (status = 200, description = "It is", body = String, content_type = "text/plain"),
))]
pub(crate) async fn alive() -> &'static str {
    "alive\n"
}

/// Whether games can be played now
#[utoipa::path(get, path = "/readyz", tag = "server", responses(
    (status = 200, description = "They can", body = String, content_type = "text/plain"),
    (status = 429, description = "This address asks too often"),
    (status = 503, description = "They cannot, and why"),
))]
pub(crate) async fn ready(State(site): State<Site>, request: Request) -> Result<&'static str, Problem> {
    // It is tried out on the disk, so that it must not be asked oftener than anything else.
    counted(&site, &request)?;
    let not_ready = |detail: &str| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail);
    if site.ending.is_cancelled() {
        return Err(not_ready("The server is going down."));
    }
    match site.hub.probe().await {
        Ok(()) => Ok("ready\n"),
        Err(StoreError::Full) => {
            Err(not_ready("The disk is full. Games can be watched, but nothing can be changed."))
        }
        Err(StoreError::Busy) => Err(not_ready("More is going on than the disk can take.")),
        Err(StoreError::Closed) => Err(not_ready("The server is going down.")),
        Err(error) => {
            tracing::error!(%error, "the store cannot be written");
            Err(not_ready(
                "The database cannot be written. Games can be watched, but nothing can be changed.",
            ))
        }
    }
}

/// What the server has counted, for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "Counters in Prometheus' text format", body = String, content_type = "text/plain"),
    (status = 403, description = "They are not for everybody on the internet"),
))]
pub(crate) async fn metrics(State(site): State<Site>, client: Client) -> Result<impl IntoResponse, Problem> {
    if !client.is_near() {
        let detail =
            "The counters are for those who look after the server. Ask from its own machine or network.";
        return Err(Problem::new(StatusCode::FORBIDDEN, "not-near", detail));
    }
    site.meters.rooms.set(f64::from(u32::try_from(site.hub.loaded()).unwrap_or(u32::MAX)));
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], site.meters.render()))
}
