//! The page: files inside the binary, put together once. A debug build does that again after they were edited.

mod about;
mod bundle;
mod files;

use std::fs;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::answer::takes_gzip;
use crate::error::Problem;
use crate::freshness::{Freshness, unchanging};
use crate::site::Site;

use about::About;
use files::{File, Files};

/// Where the page says what it is about.
const ABOUT: &str = "<!-- about -->";

/// Where a debug build finds the files.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page");

/// The files as they are now.
static FILES: LazyLock<Mutex<Option<Made>>> = LazyLock::new(|| Mutex::new(Made::of(edited())));

/// The content security policy: the page loads its own files only.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(policy);

/// The files put together.
struct Made {
    files: Arc<Files>,
    /// When they were last edited; none if that is not known.
    edited: Option<SystemTime>,
}

impl Made {
    fn of(edited: Option<SystemTime>) -> Option<Self> {
        let files =
            Files::make().inspect_err(|error| tracing::error!(%error, "the page cannot be put together"));
        Some(Self { files: Arc::new(files.ok()?), edited })
    }

    fn is_current(&self, edited: Option<SystemTime>) -> bool {
        edited.is_some() && edited == self.edited
    }
}

/// When a file of the page was last edited, added or removed; none outside of a debug build.
fn edited() -> Option<SystemTime> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let files = fs::read_dir(SOURCES).ok()?.filter_map(|file| file.ok()?.metadata().ok()?.modified().ok());
    files.chain(fs::metadata(SOURCES).ok()?.modified()).max()
}

/// Puts the page together again if it was edited since.
fn refresh() {
    let edited = edited();
    let mut made = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if made.as_ref().is_none_or(|made| !made.is_current(edited))
        && let Some(fresh) = Made::of(edited)
    {
        *made = Some(fresh);
    }
}

fn files() -> Result<Arc<Files>, Problem> {
    let made = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    made.as_ref().map(|made| Arc::clone(&made.files)).ok_or_else(Problem::broken)
}

/// The content security policy of every response.
pub(crate) fn policy() -> HeaderValue {
    let inline = files().map(|files| format!(" 'sha256-{}'", files.inline)).unwrap_or_default();
    let text = format!(
        "default-src 'none'; script-src 'self'{inline}; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
}

/// The same, computed once where files do not change.
pub(crate) fn current_policy() -> HeaderValue {
    if cfg!(debug_assertions) { policy() } else { POLICY.clone() }
}

/// The page itself. Its script decides by the URL which view to show; what it is about is in its head, for link previews.
pub(crate) async fn index(
    State(site): State<Site>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if cfg!(debug_assertions) {
        refresh();
    }
    let about = About::of(&site, &uri, &headers).await;
    let text = files()?.index.replace(ABOUT, &about.tags());
    let digest = Sha256::digest(&text);
    Ok(unchanging(&headers, &digest, || ([(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()))
}

/// A file of the page. Its name changes with its content, so it can be kept for good.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let files = files()?;
    let mut response = sent(files.asset(&name).ok_or_else(missing)?, &headers);
    response.headers_mut().insert(CACHE_CONTROL, Freshness::Forever.header());
    Ok(response)
}

/// Whether a path is that of one of the page's files.
pub(crate) fn is_file(path: &str) -> bool {
    path.starts_with("/assets/") || path == "/worker.js"
}

/// The icon that browsers request on their own.
pub(crate) async fn icon(headers: HeaderMap) -> Result<Response, Problem> {
    let files = files()?;
    Ok(unchanging(&headers, &files.icon.digest, || sent(&files.icon, &headers)))
}

/// The script that lets the page open without a network. Its address must stay the same.
pub(crate) async fn worker(headers: HeaderMap) -> Result<Response, Problem> {
    let files = files()?;
    Ok(unchanging(&headers, &files.worker.digest, || sent(&files.worker, &headers)))
}

fn sent(file: &File, asked: &HeaderMap) -> Response {
    let packed = file.packed.as_ref().filter(|_| takes_gzip(asked));
    let mut response = packed.unwrap_or(&file.plain).clone().into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if packed.is_some() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn missing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no-such-page", "There is no such page. Start at /.")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_page_is_put_together_again_only_after_an_edit() {
        let now = edited().unwrap();
        let made = Made::of(Some(now)).unwrap();
        assert!(made.is_current(Some(now)));
        assert!(!made.is_current(Some(now + Duration::from_millis(1))) && !made.is_current(None));
    }
}
