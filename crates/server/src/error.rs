//! What is said when a request cannot be granted.
//!
//! The policy: every such answer is a problem document (RFC 9457) whose `detail` is a sentence that says what to do. What
//! somebody asked wrongly is told to them; what is wrong in here is logged, and told as "our fault" without particulars.
//! Nothing that came with the request is repeated, but for a few bounded words such as the name of a game.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use numberline_table::clean;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hub::HubError;
use crate::room::Refused;
use crate::store::StoreError;

/// Why a request was not granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    status: StatusCode,
    kind: &'static str,
    detail: String,
}

/// A problem as it is sent.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemBody {
    /// What kind of problem it is: a path that is the same for all of its kind, or `about:blank`.
    #[serde(rename = "type")]
    #[schema(example = "/problems/no-such-game")]
    kind: String,
    /// What the status means.
    title: &'static str,
    /// The status of the answer.
    status: u16,
    /// A sentence that says what to do.
    detail: String,
}

impl Problem {
    /// A problem of a kind that has a name of its own.
    pub(crate) fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Self {
        Self { status, kind, detail: detail.into() }
    }

    /// What was asked cannot be understood.
    pub(crate) fn bad(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }

    /// The caller has to wait.
    pub(crate) fn too_many(kind: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, kind, detail)
    }

    /// Something is wrong in here. The log knows what.
    pub(crate) fn broken() -> Self {
        let detail = "The server made a mistake. It is not your fault; please try again.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", detail)
    }

    /// The status that it is sent with.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The sentence.
    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            kind: format!("/problems/{}", self.kind),
            title: self.status.canonical_reason().unwrap_or("Problem"),
            status: self.status.as_u16(),
            detail: self.detail,
        };
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => Refused::Stale.into(),
            StoreError::Full => Self::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "disk-full",
                "The server's disk is full. Nothing was changed; please try again later.",
            ),
            StoreError::Busy => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "More is going on than the server can keep. Nothing was changed; please try again.",
            ),
            StoreError::Closed => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "going-down",
                "The server is going down. Nothing was changed; please try again in a moment.",
            ),
            StoreError::Unsure => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "unsure",
                "The server broke off while it wrote this. Look whether it was done, or send it again: with the same id or key it counts once.",
            ),
            StoreError::Failed(why) => {
                tracing::error!(why, "the store failed");
                let detail = "The server cannot write at the moment. Nothing was changed; please try again.";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "store", detail)
            }
        }
    }
}

impl From<HubError> for Problem {
    fn from(error: HubError) -> Self {
        match error {
            HubError::NoRoom => {
                let detail =
                    "There is no game of this name. Check the link; it ends with twelve letters and digits.";
                Self::new(StatusCode::NOT_FOUND, "no-such-room", detail)
            }
            HubError::Wish(why) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "wish", sentence(&why.to_string()))
            }
            HubError::NotYours => Self::new(
                StatusCode::FORBIDDEN,
                "not-yours",
                "This key belongs to no seat of this game. Send the key that joining has given you.",
            ),
            HubError::Refused { reason, .. } => reason.into(),
            HubError::Store(error) => error.into(),
            HubError::Damaged(damaged) => {
                tracing::error!(%damaged, "a room cannot be read");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", "This game cannot be read any more.")
            }
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let (status, kind) = match refused {
            Refused::Move(_) => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
            Refused::Stale => (StatusCode::CONFLICT, "stale"),
            _ => (StatusCode::CONFLICT, "refused"),
        };
        Self::new(status, kind, sentence(&refused.to_string()))
    }
}

/// What an error says, made into one sentence of bounded length.
pub(crate) fn sentence(text: &str) -> String {
    let text: String = clean(text).chars().take(400).collect();
    let text = text.trim().trim_end_matches('.');
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
