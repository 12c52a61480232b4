//! A room as a stream of lines: first the full game, then each change. Easy to read from any language.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use futures_util::stream::unfold;
use serde::Deserialize;

use crate::address::Client;
use crate::error::Problem;
use crate::extract::{Asked, Bearer, InRoom};
use crate::follower::Follower;
use crate::gate::Pass;
use crate::hub::{Detail, RoomClosed};
use crate::meters::Limited;
use crate::site::Site;
use crate::socket::{Bye, Says};

/// Where a stream starts.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    /// The last version seen. The changes after it are sent if they are still known, otherwise the full game.
    #[serde(default)]
    since: Option<u64>,
    /// Whether a `Step` is enough where a match just goes on, instead of a `Change` with the whole state.
    #[serde(default)]
    brief: bool,
    /// Whether a `Diff` is enough instead of a `Change` with the whole state. It does nothing beside `brief`.
    #[serde(default)]
    diffs: bool,
}

/// The reader of a stream.
struct StreamReader {
    site: Site,
    follower: Follower,
    /// Whether the last line was sent.
    left: bool,
    _pass: Pass,
}

/// A room as lines of JSON
///
/// Each line is a `Message`. The first is the full `Game` or, with `since`, the missed changes. Then each `Change` follows as
/// it happens, and an empty line now and then so that a broken connection is noticed. The stream ends when the server
/// does, and with a `bye` when the room is deleted.
///
/// A player who reads it with the key to their seat counts as present. One who does not counts as having left a minute
/// after their last command.
#[utoipa::path(get, path = "/api/rooms/{room}/stream", tag = "rooms",
    params(InRoom, Since), responses(
    (status = 200, description = "One line of JSON per `Message`", body = String, content_type = "application/x-ndjson"),
    (status = 404, description = "There is no such room"),
    (status = 429, description = "This address reads too many streams"),
))]
pub(crate) async fn stream(
    State(site): State<Site>,
    InRoom(room): InRoom,
    Asked(Since { since, brief, diffs }): Asked<Since>,
    client: Client,
    bearer: Result<Bearer, Problem>,
) -> Result<Response, Problem> {
    // A player who reads with their key is present; anyone else watches.
    let key = bearer.ok().map(|Bearer(key)| key);
    let pass = site.gate.socket(client).inspect_err(|_| site.meters.limited(Limited::SocketsPerAddress))?;
    let follower = Follower::begin(&site, room, key.as_ref(), since, Detail::wanted(brief, diffs)).await?;
    site.meters.streams.increment(1.0);
    let lines = unfold(StreamReader { site, follower, left: false, _pass: pass }, async |mut reader| {
        let line = reader.next().await?;
        Some((Ok::<_, std::convert::Infallible>(line), reader))
    });
    let mut response = Response::new(Body::from_stream(lines));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    // A proxy must pass on each line at once.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

impl StreamReader {
    /// The next line with its line break; none at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        if self.left {
            return None;
        }
        let heartbeat = self.site.limits.heartbeat_time;
        tokio::select! {
            told = self.follower.next() => match told {
                Ok(text) => Some(Bytes::from([text.as_bytes(), b"\n"].concat())),
                Err(why) => self.leave(why),
            },
            () = tokio::time::sleep(heartbeat) => Some(Bytes::from_static(b"\n")),
            () = self.site.ending.cancelled() => None,
        }
    }

    /// The last line of a room that was closed.
    fn leave(&mut self, why: RoomClosed) -> Option<Bytes> {
        self.left = true;
        let bye = serde_json::to_string(&Says::Bye { reason: Bye::from(why).reason() }).ok()?;
        Some(Bytes::from(bye + "\n"))
    }
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        self.site.meters.streams.decrement(1.0);
    }
}
