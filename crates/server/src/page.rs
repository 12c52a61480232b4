//! The page: files inside the binary. A debug build reads them from disk, so that they can be edited.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Problem;

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

/// The icon that browsers request on their own.
pub(crate) async fn icon(headers: HeaderMap) -> Result<Response, Problem> {
    file("icon.svg", &headers).await
}

async fn file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let EmbeddedFile { data, metadata } = Files::get(name).ok_or_else(missing)?;
    let digest: String = metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{digest}\"");
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known
        .flat_map(|value| value.split(','))
        .any(|known| matches!(known.trim(), "*") || known.trim() == tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = data.into_owned().into_response();
        let kind = match metadata.mimetype() {
            text @ ("text/html" | "text/css" | "text/javascript") => format!("{text}; charset=utf-8"),
            other => other.to_owned(),
        };
        if let Ok(kind) = HeaderValue::from_str(&kind) {
            response.headers_mut().insert(CONTENT_TYPE, kind);
        }
        response
    };
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    // A browser revalidates each file every time, and downloads it only if it has changed.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

fn missing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no-such-page", "There is no such page. Start at /.")
}
