//! The page: files inside the binary. A debug build reads them from disk, so that they can be edited.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Problem;
use crate::freshness::unchanging;

/// The files of the page.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// The content security policy: the page loads its own files only.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page itself. Its script decides by the URL which view to show.
pub(crate) async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    file("index.html", &headers).await
}

/// A file of the page.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    file(&name, &headers).await
}

/// Whether a path is that of one of the page's files.
pub(crate) fn is_file(path: &str) -> bool {
    path.starts_with("/assets/")
}

/// The icon that browsers request on their own.
pub(crate) async fn icon(headers: HeaderMap) -> Result<Response, Problem> {
    file("icon.svg", &headers).await
}

async fn file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let EmbeddedFile { data, metadata } = Files::get(name).ok_or_else(missing)?;
    Ok(unchanging(headers, &metadata.sha256_hash(), || {
        let mut response = data.into_owned().into_response();
        let kind = match metadata.mimetype() {
            text @ ("text/html" | "text/css" | "text/javascript") => format!("{text}; charset=utf-8"),
            other => other.to_owned(),
        };
        if let Ok(kind) = HeaderValue::from_str(&kind) {
            response.headers_mut().insert(CONTENT_TYPE, kind);
        }
        response
    }))
}

fn missing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no-such-page", "There is no such page. Start at /.")
}
