//! Extractors that answer with a problem document when they fail.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;

use crate::error::{Problem, sentence};
use crate::hub::HubError;
use crate::id::{RoomId, SeatKey};

/// The query of a request.
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let asked: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        asked
            .map(|Query(asked)| Self(asked))
            .map_err(|rejection| Problem::bad(sentence(&rejection.body_text())))
    }
}

/// The JSON body of a request, which is an object.
pub(crate) struct Sent<T>(pub T);

/// A value that is written as an object. Serde would also take a list of the fields' values.
struct Named<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Named)
            }
        }

        deserializer.deserialize_map(Fields(PhantomData))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let sent: Result<Json<Named<T>>, JsonRejection> = Json::from_request(request, state).await;
        sent.map(|Json(Named(sent))| Self(sent)).map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "The request body is too large.")
            }
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                let detail = "The body must be JSON. Send it with 'Content-Type: application/json'.";
                Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", detail)
            }
            status => Problem::new(status, "bad-request", sentence(&rejection.body_text())),
        })
    }
}

/// The room in a request's path.
#[derive(IntoParams)]
#[into_params(names("room"), parameter_in = Path)]
pub(crate) struct InRoom(
    /// The name of the room
    #[param(value_type = String)]
    pub RoomId,
);

impl<S: Send + Sync> FromRequestParts<S> for InRoom {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        // Text that is not a valid room name cannot name a room.
        path.ok().and_then(|Path(name)| name.parse().ok()).map(Self).ok_or_else(|| HubError::NoRoom.into())
    }
}

/// The key that a request carries.
pub(crate) struct Bearer(pub SeatKey);

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let header = parts.headers.get(header::AUTHORIZATION).and_then(|header| header.to_str().ok());
        let named = header.and_then(|header| header.split_once(' '));
        let key = named
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .and_then(|(_, key)| key.trim().parse().ok());
        key.map(Self).ok_or_else(|| {
            let detail = "This needs the key to your seat. Send the key you got when you joined, as 'Authorization: Bearer KEY'.";
            Problem::new(StatusCode::UNAUTHORIZED, "no-key", detail)
        })
    }
}
