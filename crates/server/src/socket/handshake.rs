//! How a request becomes a websocket.

use axum::http::header::{CONNECTION, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::error::Problem;

/// The response to a handshake, if the request is one.
pub(super) fn accept(headers: &HeaderMap) -> Result<HeaderValue, Problem> {
    let has = |name: HeaderName, word: &str| {
        let values = headers.get_all(name);
        let words = values.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
        words.map(str::trim).any(|known| known.eq_ignore_ascii_case(word))
    };
    let key = headers.get(SEC_WEBSOCKET_KEY).filter(|key| key.len() == 24).ok_or_else(no_handshake)?;
    if !has(CONNECTION, "upgrade") || !has(UPGRADE, "websocket") || !has(SEC_WEBSOCKET_VERSION, "13") {
        return Err(no_handshake());
    }
    derive_accept_key(key.as_bytes()).parse().map_err(|_| Problem::broken())
}

/// The request is not a handshake.
pub(super) fn no_handshake() -> Problem {
    let detail =
        "This is a websocket endpoint. Connect with ws:// and version 13, or read the game's stream instead.";
    Problem::new(StatusCode::UPGRADE_REQUIRED, "no-handshake", detail)
}
