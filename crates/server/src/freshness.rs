//! How long an answer may be kept.

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::Problem;

/// How long an answer may be kept.
#[derive(Clone, Copy)]
pub(crate) enum Freshness {
    /// Not at all: it has a key in it, is about this moment, or reports an error. This is the default.
    Never,
    /// For as long as one likes, but the server is asked before each use.
    Checked,
    /// For five minutes: the answer depends on nothing but the question.
    Lasting,
    /// For good: another content has another address.
    Forever,
}

impl Freshness {
    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Never => "no-store",
            Self::Checked => "no-cache",
            Self::Lasting => "max-age=300",
            Self::Forever => "public, max-age=31536000, immutable",
        })
    }

    /// A layer for routes whose answers may be kept. What changes something and what fails is never kept.
    pub(crate) async fn of_answers(State(own): State<Self>, request: Request, next: Next) -> Response {
        let reads = request.method().is_safe();
        let mut response = next.run(request).await;
        if reads && response.status().is_success() {
            response.headers_mut().entry(CACHE_CONTROL).or_insert_with(|| own.header());
        }
        response
    }

    /// The rule for every answer that no other rule is for.
    pub(crate) fn by_default(headers: &mut HeaderMap) {
        headers.entry(CACHE_CONTROL).or_insert_with(|| Self::Never.header());
    }
}

/// An answer that only another version of the program changes. After an update the page must not meet an older answer, so
/// clients ask each time, and are sent only what they do not have.
pub(crate) fn unchanging(asked: &HeaderMap, digest: &[u8], answer: impl FnOnce() -> Response) -> Response {
    let digest: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{digest}\"");
    let known = asked.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known
        .flat_map(|value| value.split(','))
        .any(|known| matches!(known.trim(), "*") || known.trim() == tag);
    let mut response = if is_known { StatusCode::NOT_MODIFIED.into_response() } else { answer() };
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    headers.insert(CACHE_CONTROL, Freshness::Checked.header());
    response
}

/// The same in JSON.
pub(crate) fn unchanging_json(asked: &HeaderMap, answer: &impl Serialize) -> Result<Response, Problem> {
    let text = serde_json::to_vec(answer).map_err(|_| Problem::broken())?;
    Ok(unchanging_text(asked, text.into()))
}

/// The same, where the JSON is written already.
pub(crate) fn unchanging_text(asked: &HeaderMap, text: Bytes) -> Response {
    unchanging(asked, &Sha256::digest(&text), || ([(CONTENT_TYPE, "application/json")], text).into_response())
}
