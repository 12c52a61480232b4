//! Error responses.
//!
//! The policy: every error response is a problem document (RFC 9457) whose `detail` is a sentence that says what to do.
//! For a client error it is the error's own message. A server error is logged, and the client only learns that it is
//! the server's fault. A response never repeats what the request sent, except for a few bounded words such as the name
//! of a game.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use numberline_rules::SubmitError;
use numberline_table::{Field, RequestError, clean};
use serde::Serialize;
use utoipa::ToSchema;

use crate::hub::HubError;
use crate::pool::WorkError;
use crate::room::CommandError;
use crate::store::StoreError;

/// An error response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    status: StatusCode,
    kind: &'static str,
    detail: String,
    field: Option<&'static str>,
}

/// A problem document as it is sent.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemBody {
    /// The kind of problem: a path that is the same for all problems of this kind, or `about:blank`.
    #[serde(rename = "type")]
    #[schema(example = "/problems/no-such-game")]
    kind: String,
    /// The meaning of the status.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// A sentence that says what to do.
    detail: String,
    /// The request field to change, where a single field is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
}

impl Problem {
    /// A problem with a type of its own.
    pub(crate) fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Self {
        Self { status, kind, detail: detail.into(), field: None }
    }

    /// The same about one field of the request.
    pub(crate) fn at(self, field: &'static str) -> Self {
        Self { field: Some(field), ..self }
    }

    /// The request is malformed.
    pub(crate) fn bad(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }

    /// The client has to wait.
    pub(crate) fn too_many(kind: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, kind, detail)
    }

    /// An internal error. Details are in the log.
    pub(crate) fn broken() -> Self {
        let detail = "Something went wrong on the server. It is not your fault; please try again.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", detail)
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The path that names the kind of problem.
    pub(crate) fn path(&self) -> String {
        format!("/problems/{}", self.kind)
    }

    /// The detail sentence.
    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            kind: self.path(),
            title: self.status.canonical_reason().unwrap_or("Problem"),
            status: self.status.as_u16(),
            detail: self.detail,
            field: self.field,
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
        let (status, kind) = match &error {
            StoreError::Stale => return CommandError::Stale.into(),
            StoreError::Full => (StatusCode::INSUFFICIENT_STORAGE, "disk-full"),
            StoreError::NoSpace => (StatusCode::INSUFFICIENT_STORAGE, "no-space"),
            StoreError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            StoreError::Closed => (StatusCode::SERVICE_UNAVAILABLE, "going-down"),
            StoreError::Unsure => (StatusCode::SERVICE_UNAVAILABLE, "unsure"),
            StoreError::Stopped(_) => (StatusCode::SERVICE_UNAVAILABLE, "stopped"),
            StoreError::InUse => (StatusCode::SERVICE_UNAVAILABLE, "store"),
            StoreError::Unfit(why) => {
                tracing::error!(why, "the database is not fit to be written");
                let detail = "The server cannot save right now. Nothing changed; please try again.";
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, "store", detail);
            }
            StoreError::Failed(why) => {
                tracing::error!(why, "the store failed");
                let detail = "The server cannot save right now. Nothing changed; please try again.";
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, "store", detail);
            }
            StoreError::Unreadable(why) => {
                tracing::error!(why, "the database cannot be read");
                let detail = "The server cannot read its games right now. Nothing changed; please try again.";
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, "unreadable", detail);
            }
            StoreError::Damaged(damaged) => return HubError::Damaged(*damaged).into(),
        };
        Self::new(status, kind, sentence(&error))
    }
}

impl From<RequestError> for Problem {
    fn from(RequestError { field, reason }: RequestError) -> Self {
        let kind = if field == Field::Moves { "move" } else { "setup" };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, kind, sentence(&reason)).at(field.name())
    }
}

impl From<HubError> for Problem {
    fn from(error: HubError) -> Self {
        let (status, kind) = match error {
            HubError::NoRoom => (StatusCode::NOT_FOUND, "no-such-room"),
            HubError::Request(error) => return Self { kind: "wish", ..error.into() },
            HubError::NotYours => (StatusCode::FORBIDDEN, "not-yours"),
            HubError::Refused { reason, .. } => return reason.into(),
            HubError::Store(error) => return error.into(),
            HubError::Damaged(_) => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
        };
        Self::new(status, kind, sentence(&error))
    }
}

impl From<WorkError> for Problem {
    fn from(error: WorkError) -> Self {
        let (status, kind) = match error {
            WorkError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            WorkError::TooMuch { .. }
            | WorkError::TooLarge { .. }
            | WorkError::TooLong
            | WorkError::TooSlow { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "too-much"),
            WorkError::Refused(_) => (StatusCode::UNPROCESSABLE_ENTITY, "unsolved"),
            WorkError::Broken => return Self::broken(),
        };
        Self::new(status, kind, sentence(&error))
    }
}

impl From<CommandError> for Problem {
    fn from(refused: CommandError) -> Self {
        let (status, kind) = match refused {
            CommandError::Move(_) | CommandError::Submit(SubmitError::NotYourTurn) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "refused")
            }
            CommandError::Stale => (StatusCode::CONFLICT, "stale"),
            CommandError::IdReused => (StatusCode::CONFLICT, "id-reused"),
            _ => (StatusCode::CONFLICT, "refused"),
        };
        Self::new(status, kind, sentence(&refused))
    }
}

/// An error's message as one sentence of bounded length.
pub(crate) fn sentence(error: &impl ToString) -> String {
    let text: String = clean(&error.to_string()).chars().take(400).collect();
    let text = text.trim().trim_end_matches('.');
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
