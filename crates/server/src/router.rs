//! The one list of routes, with the layers around them.

use std::any::Any;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Bytes, HttpBody};
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tracing::Instrument;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::address::Client;
use crate::connection::Place;
use crate::error::Problem;
use crate::freshness::{Freshness, unchanging_text};
use crate::mark::Mark;
use crate::meters::Limited;
use crate::openapi::{self, Description};
use crate::site::Site;
use crate::{api, page, socket, status, stream};

/// What a request gets from its connection: the peer, and the connection's slot.
#[derive(Clone)]
pub(crate) struct Peer(pub(crate) SocketAddr, pub(crate) Arc<Place>);

/// The router for everything the server serves.
pub(crate) fn router(site: &Site) -> Router {
    let (answers, mut described) = OpenApiRouter::with_openapi(Description::openapi())
        .merge(api::rooms::routes())
        .merge(api::study::routes())
        .merge(api::odds::routes())
        .merge(api::lessons::routes())
        .merge(api::puzzles::routes())
        .merge(api::predictions::routes())
        .merge(api::progress::routes(site.limits.learner_bytes))
        .merge(api::pictures::routes())
        .merge(status::routes())
        .split_for_parts();
    // Streams are not compressed: the encoder would buffer them.
    let (live, also) = OpenApiRouter::new()
        .routes(routes!(socket::socket))
        .routes(routes!(stream::stream))
        .split_for_parts();
    let (open, more) = status::open_routes().split_for_parts();
    described.merge(also);
    described.merge(more);
    let description = Bytes::from(openapi::text(described));
    let body = usize::try_from(site.limits.request_bytes).unwrap_or(usize::MAX);
    let guarded = answers
        .route(
            "/api/openapi.json",
            get(async move |asked: HeaderMap| unchanging_text(&asked, description.clone())),
        )
        .merge(pages())
        .fallback(no_such_page)
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_compressing()))
        .merge(live)
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(body))
        .layer(from_fn_with_state(site.clone(), admit));
    open.method_not_allowed_fallback(no_such_method)
        .merge(guarded)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(protect))
        .layer(from_fn_with_state(site.clone(), count))
        .with_state(site.clone())
}

/// What is compressed between other requests. Anything larger was compressed on a thread for long work, or is sent as it
/// is.
#[derive(Clone, Copy)]
struct Small;

impl Predicate for Small {
    fn should_compress<B: HttpBody>(&self, response: &axum::http::Response<B>) -> bool {
        response.body().size_hint().upper().is_some_and(|size| size <= LARGEST_AT_ONCE)
    }
}

fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new().and(Small)
}

/// How many bytes are compressed between other requests.
const LARGEST_AT_ONCE: u64 = 65_536;

/// The paths of the page, and its files.
fn pages() -> Router<Site> {
    Router::new()
        .route("/", get(page::index))
        .route("/r/{room}", get(page::index))
        .route("/study", get(page::index))
        .route("/study/{game}", get(page::index))
        .route("/review", get(page::index))
        .route("/review/{room}", get(page::index))
        .route("/learn", get(page::index))
        .route("/learn/{game}", get(page::index))
        .route("/learn/{game}/{lesson}", get(page::index))
        .route("/puzzles", get(page::index))
        .route("/puzzles/{id}", get(page::index))
        .route("/drill", get(page::index))
        .route("/progress", get(page::index))
        .route("/rules", get(page::index))
        .route("/rules/{game}", get(page::index))
        .route("/assets/{name}", get(page::asset))
        .route("/worker.js", get(page::worker))
        .route("/favicon.ico", get(page::icon))
}

/// Admits a request if its host, its origin and its address's limits allow it.
async fn admit(State(site): State<Site>, mut request: Request, next: Next) -> Result<Response, Problem> {
    site.guard.check(request.method(), request.uri(), request.headers())?;
    let client = counted(&site, &request)?;
    request.extensions_mut().insert(client);
    let limit = site.limits.request_time;
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => Ok(response),
        Err(_) => {
            site.meters.limited(Limited::RequestTime);
            let detail = "The request took too long. Send it in one go, or ask for less.";
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "time", detail))
        }
    }
}

/// The client of a request, if its address is below the request limit.
pub(crate) fn counted(site: &Site, request: &Request) -> Result<Client, Problem> {
    let Peer(peer, _) = request.extensions().get().ok_or_else(Problem::broken)?;
    let client = Client::behind(peer.ip(), request.headers(), &site.trusted);
    let path = request.uri().path();
    site.gate.request(client, path).inspect_err(|_| site.meters.limited(Limited::Requests))?;
    Ok(client)
}

/// The headers of every response.
async fn protect(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(CONTENT_SECURITY_POLICY, page::current_policy());
    Freshness::by_default(headers);
    response
}

/// Counts and logs the responses. A request is logged by its route: the URL may hold private data.
async fn count(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let since = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mark = Mark::of(&site, &request);
    let span = mark.span();
    request.extensions_mut().insert(mark);
    let mut response = next.run(request).instrument(span.clone()).await;
    mark.header().into_iter().for_each(|id| drop(response.headers_mut().insert("x-request-id", id)));
    site.meters.answered(response.status(), since);
    let route = route.as_ref().map_or("-", MatchedPath::as_str);
    let status = response.status().as_u16();
    // A JSON log writes numbers of up to 64 bits as numbers, and larger ones as text.
    let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(%method, route, status, micros, "answered"));
    response
}

/// A browser at an unknown path gets the page, which says so; a program gets a problem document.
async fn no_such_page(site: State<Site>, method: Method, uri: Uri, mut headers: HeaderMap) -> Response {
    let wants_page = headers.get(ACCEPT).and_then(|kinds| kinds.to_str().ok());
    let wants_page = wants_page.is_some_and(|kinds| kinds.contains("text/html"));
    let is_page = !uri.path().starts_with("/api/") && !page::is_file(uri.path());
    if method == Method::GET && wants_page && is_page {
        // The whole page is sent, whatever the client has.
        headers.remove(IF_NONE_MATCH);
        return match page::index(site, uri, headers).await {
            Ok(page) => (StatusCode::NOT_FOUND, page).into_response(),
            Err(problem) => problem.into_response(),
        };
    }
    let detail = "There is nothing here. The page starts at /, and /api/openapi.json lists the API.";
    Problem::new(StatusCode::NOT_FOUND, "no-such-page", detail).into_response()
}

async fn no_such_method(method: Method) -> Problem {
    let detail = match method {
        Method::GET | Method::HEAD => "This path only accepts POST.",
        _ => "This path needs another method; /api/openapi.json says which.",
    };
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail)
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    // The log has the place of the panic, in the request's span.
    Problem::broken().into_response()
}
