//! How the log marks the lines of a request: with an id, the room, and the client's address where that is wanted.

use std::fmt;

use axum::extract::{MatchedPath, Request};
use axum::http::HeaderValue;
use tracing::Span;

use crate::address::Client;
use crate::id::RoomId;
use crate::router::Peer;
use crate::site::Site;

/// What marks the lines of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    id: RequestId,
    room: Option<RoomId>,
    client: Option<Client>,
}

/// A random id, so that the lines of a request can be found, also those of several servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RequestId(u64);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Mark {
    /// The mark of a new request.
    pub(crate) fn of(site: &Site, request: &Request) -> Self {
        let peer = request.extensions().get::<Peer>().filter(|_| site.log_addresses);
        let behind = |Peer(peer, _): &Peer| Client::behind(peer.ip(), request.headers(), &site.trusted);
        Self { id: RequestId(rand::random()), room: room(request), client: peer.map(behind) }
    }

    /// The span that lends the mark to every line within it.
    pub(crate) fn span(self) -> Span {
        tracing::info_span!(
            "request",
            id = %self.id,
            room = self.room.map(display),
            client = self.client.map(display)
        )
    }

    /// The id, for the response: a player who reports it can be found in the log.
    pub(crate) fn header(self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.id.to_string()).ok()
    }
}

/// The room in a request's path. Anything else in its place is not logged.
fn room(request: &Request) -> Option<RoomId> {
    let route = request.extensions().get::<MatchedPath>()?;
    let place = route.as_str().split('/').position(|part| part == "{room}")?;
    request.uri().path().split('/').nth(place)?.parse().ok()
}
