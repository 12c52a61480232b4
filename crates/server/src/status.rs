//! The state of the server: health, readiness and metrics.

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

/// The routes that answer to any host name, because a monitor may not know the server's name.
pub(crate) fn open_routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new().routes(routes!(alive)).routes(routes!(ready))
}

/// The routes that answer to the server's own names only.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new().routes(routes!(metrics))
}

/// Whether the server is alive
#[utoipa::path(get, path = "/healthz", tag = "server", responses(
    (status = 200, description = "The server is alive", body = String, content_type = "text/plain"),
))]
pub(crate) async fn alive() -> &'static str {
    "alive\n"
}

/// Whether games can be played now
#[utoipa::path(get, path = "/readyz", tag = "server", responses(
    (status = 200, description = "Games can be played", body = String, content_type = "text/plain"),
    (status = 429, description = "This address asks too often"),
    (status = 503, description = "Games cannot be played; the problem says why"),
))]
pub(crate) async fn ready(State(site): State<Site>, request: Request) -> Result<&'static str, Problem> {
    // This writes to the disk, so it has the same rate limit as any other request.
    counted(&site, &request)?;
    let not_ready = |detail: &str| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail);
    if site.draining.is_cancelled() || site.ending.is_cancelled() {
        return Err(not_ready("The server is shutting down."));
    }
    match site.hub.probe().await {
        Ok(()) => Ok("ready\n"),
        Err(StoreError::Full) => Err(not_ready("The disk is full. Games can be watched, but not changed.")),
        Err(StoreError::Busy) => Err(not_ready("There is more to write than the disk can handle.")),
        Err(StoreError::Closed) => Err(not_ready("The server is shutting down.")),
        Err(StoreError::Unsure) => {
            Err(not_ready("A commit failed, and nothing more is saved. Restart the server."))
        }
        Err(StoreError::Stopped(reason)) => Err(not_ready(&format!(
            "The server has stopped saving, because {reason}. Games can be watched, but not changed. Restart the server."
        ))),
        Err(error) => {
            tracing::error!(%error, "the store cannot be written");
            Err(not_ready("The database is not writable. Games can be watched, but not changed."))
        }
    }
}

/// The server's metrics, for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "Metrics in Prometheus' text format", body = String, content_type = "text/plain"),
    (status = 403, description = "Metrics are not available from the internet"),
))]
pub(crate) async fn metrics(State(site): State<Site>, client: Client) -> Result<impl IntoResponse, Problem> {
    if !client.is_near() {
        let detail =
            "Metrics are for the server's operator. Request them from the server's own machine or network.";
        return Err(Problem::new(StatusCode::FORBIDDEN, "not-near", detail));
    }
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], site.meters.render(&site)))
}
