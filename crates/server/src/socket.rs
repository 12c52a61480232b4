//! A websocket: the connection of a player or spectator.
//!
//! One task serves one socket, without a queue of its own: messages wait in the room's shared ring, and a client that
//! falls behind gets the full state instead. The connection's write timeout cuts off a client that does not read.

mod bye;
mod handshake;
mod message;

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, UPGRADE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use governor::DefaultDirectRateLimiter;
use hyper::upgrade::{OnUpgrade, Parts};
use hyper_util::rt::TokioIo;
use numberline_rules::Seat;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};
use tracing::Span;

use crate::address::Client;
use crate::api::rooms::outcome;
use crate::command::Order;
use crate::connection::{Connection, Place};
use crate::error::Problem;
use crate::extract::InRoom;
use crate::follower::Follower;
use crate::gate::Pass;
use crate::hub::{Detail, HubError, RoomClosed, Told};
use crate::id::{RoomId, SeatKey};
use crate::mark::Mark;
use crate::meters::Limited;
use crate::router::Peer;
use crate::site::Site;
use crate::store::StoreError;

use handshake::{accept, no_handshake};

pub(crate) use bye::Bye;
pub use message::Said;
pub(crate) use message::Says;

/// The size of a read. Moves are short, and each of ten thousand sockets keeps a buffer of this size.
const READ_BUFFER: usize = 1_024;

/// The size of the write buffer.
const WRITE_BUFFER: usize = 4_096;

/// How long a client may take to close its side.
const LINGER: Duration = Duration::from_secs(1);

/// How a conversation ended: with a bye from the server, or because the client is gone.
enum End {
    Bye(Bye),
    Gone,
    Failed(Error),
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        match error {
            Error::Capacity(CapacityError::MessageTooLong { .. }) => Self::Bye(Bye::TooLarge),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Self::Gone,
            Error::Protocol(_) => Self::Bye(Bye::NoFrame),
            Error::Utf8(_) => Self::Bye(Bye::NoText),
            error => Self::Failed(error),
        }
    }
}

impl From<RoomClosed> for End {
    fn from(why: RoomClosed) -> Self {
        Self::Bye(why.into())
    }
}

/// A room as a websocket
///
/// Text frames with JSON: `Said` from the client, `Message` from the server. The first message is a hello. A key that does not match any seat is answered with a `bye` and the code 4403.
#[utoipa::path(get, path = "/api/rooms/{room}/socket", tag = "rooms",
    params(InRoom), responses(
    (status = 101, description = "The connection switches to a websocket"),
    (status = 403, description = "The request comes from another site's page"),
    (status = 404, description = "There is no such room"),
    (status = 426, description = "The request is not a websocket handshake"),
    (status = 429, description = "This address has too many sockets"),
))]
pub(crate) async fn socket(
    State(site): State<Site>,
    InRoom(room): InRoom,
    client: Client,
    mut request: Request,
) -> Result<Response, Problem> {
    let answer = accept(request.headers())?;
    let upgrade = request.extensions_mut().remove::<OnUpgrade>().ok_or_else(no_handshake)?;
    let Peer(_, place) = request.extensions_mut().remove().ok_or_else(Problem::broken)?;
    let pass = site.gate.socket(client).inspect_err(|_| site.meters.limited(Limited::SocketsPerAddress))?;
    // An unknown room gets an HTTP status, which says more than a closed socket.
    site.hub.find(room).await?;
    let mark = request.extensions().get::<Mark>().copied().ok_or_else(Problem::broken)?;
    tokio::spawn(serve(site, (room, client, mark), (place, pass), upgrade));
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, answer);
    Ok(response)
}

/// Serves a socket until it is closed. The request itself is dropped by now.
async fn serve(
    site: Site,
    (room, client, mark): (RoomId, Client, Mark),
    (place, pass): (Arc<Place>, Pass),
    upgrade: OnUpgrade,
) {
    let Ok(upgraded) = upgrade.await else { return };
    let Ok(Parts { io, read_buf, .. }) = upgraded.downcast::<TokioIo<Connection>>() else { return };
    let limit = usize::try_from(site.limits.message_bytes).unwrap_or(usize::MAX);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(Some(limit))
        .max_frame_size(Some(limit));
    let (io, read) = (io.into_inner(), Vec::from(read_buf));
    let stream = if read.is_empty() {
        // It would live as long as the socket, and even empty it holds the memory of the request's header.
        drop(read);
        WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await
    } else {
        WebSocketStream::from_partially_read(io, read, Role::Server, Some(config)).await
    };
    site.meters.sockets.increment(1.0);
    let rate = site.gate.socket_rate();
    let span = mark.span();
    let mut socket = Socket { site, room, client, _pass: pass, stream, rate, key: None };
    let mut end = socket.talk(&span).await;
    if let End::Bye(bye) = end {
        end = Box::pin(socket.leave(bye)).await.err().unwrap_or(End::Gone);
    }
    if let End::Failed(error) = end {
        place.failed(&error);
    }
    socket.site.meters.sockets.decrement(1.0);
}

/// A websocket in a room.
struct Socket {
    site: Site,
    room: RoomId,
    client: Client,
    _pass: Pass,
    stream: WebSocketStream<Connection>,
    rate: DefaultDirectRateLimiter,
    key: Option<SeatKey>,
}

impl Socket {
    /// Talks until the conversation ends.
    async fn talk(&mut self, span: &Span) -> End {
        // Rare work is boxed, so that an idle socket only holds the memory it waits with.
        let follower = match Box::pin(self.greet()).await {
            Ok(follower) => follower,
            Err(end) => return end,
        };
        match self.converse(follower, span).await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    /// Waits for the hello, and sends the state of the room.
    async fn greet(&mut self) -> Result<Follower, End> {
        let ending = self.site.ending.clone().cancelled_owned();
        let limit = self.site.limits.hello_time;
        let said = tokio::select! {
            said = timeout(limit, self.hear()) => said.map_err(|_| End::Bye(Bye::NoHello))??,
            () = ending => return Err(End::Bye(Bye::Ending)),
        };
        let Said::Hello { key, since, brief, diffs } = said else { return Err(End::Bye(Bye::NoHello)) };
        self.key = key.map(|key| key.parse()).transpose().map_err(|_| End::Bye(Bye::NoKey))?;
        let detail = Detail::wanted(brief, diffs);
        let follower = Follower::begin(&self.site, self.room, self.key.as_ref(), since, detail).await;
        let mut follower = follower.map_err(|error| match error {
            HubError::NotYours => End::Bye(Bye::NoKey),
            _ => End::Bye(Bye::Lost),
        })?;
        let seat = follower.seat().map(Seat::number);
        self.feed(&Says::Welcome { seat, version: follower.version() }).await?;
        self.pass_on(&mut follower).await?;
        self.stream.flush().await?;
        Ok(follower)
    }

    /// The span lends the mark of the request to every line about a message.
    async fn converse(&mut self, mut follower: Follower, span: &Span) -> Result<Infallible, End> {
        let mut ending = pin!(self.site.ending.clone().cancelled_owned());
        let mut heard = Instant::now();
        let mut tick = pin!(sleep(self.site.limits.ping_time));
        loop {
            tokio::select! {
                message = self.stream.next() => {
                    heard = Instant::now();
                    let message = message.ok_or(End::Gone)??;
                    if let Some(said) = self.understand(message)? {
                        let mut answer = Box::pin(self.answer(said, &mut follower));
                        poll_fn(|context| span.in_scope(|| answer.as_mut().poll(context))).await?;
                        drop(answer);
                        self.stream.flush().await?;
                    }
                }
                text = follower.next() => {
                    self.tell(text?).await?;
                    self.pass_on(&mut follower).await?;
                    self.stream.flush().await?;
                }
                () = &mut tick => {
                    if heard.elapsed() >= self.site.limits.silence_time {
                        return Err(End::Bye(Bye::Silent));
                    }
                    self.stream.send(Message::Ping(Bytes::new())).await?;
                    tick.as_mut().reset(tokio::time::Instant::now() + self.site.limits.ping_time);
                }
                () = &mut ending => return Err(End::Bye(Bye::Ending)),
            }
        }
    }

    /// The client's next message.
    async fn hear(&mut self) -> Result<Said, End> {
        loop {
            let message = self.stream.next().await.ok_or(End::Gone)??;
            if let Some(said) = self.understand(message)? {
                return Ok(said);
            }
        }
    }

    /// Parses a frame, if it holds a message. Every frame counts towards the limit, whatever it holds.
    fn understand(&self, message: Message) -> Result<Option<Said>, End> {
        if self.rate.check().is_err() || !self.site.gate.message(self.client) {
            return Err(End::Bye(Bye::TooManyMessages));
        }
        match message {
            Message::Text(text) => Said::read(&text).map(Some).map_err(|_| End::Bye(Bye::NotUnderstood)),
            Message::Binary(_) => Err(End::Bye(Bye::NotUnderstood)),
            Message::Close(_) => Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(None),
        }
    }

    async fn answer(&mut self, said: Said, follower: &mut Follower) -> Result<(), End> {
        match said {
            Said::Hello { .. } => Err(End::Bye(Bye::NotUnderstood)),
            Said::Ping => self.feed(&Says::Pong).await,
            // It costs what a request for the game costs.
            Said::Look if self.site.gate.request(self.client, "").is_err() => {
                Err(End::Bye(Bye::TooManyMessages))
            }
            Said::Look => {
                follower.look();
                self.pass_on(follower).await
            }
            Said::Do(Order { id, seen, what }) => {
                if let Err(problem) = self.site.gate.command(self.client, &what) {
                    self.site.meters.limited(Limited::Rooms);
                    return self.refuse(id.as_str(), &problem, follower.version()).await;
                }
                let done = match &self.key {
                    Some(key) => self.site.hub.command(self.room, key, &what, id.clone(), seen).await,
                    None => Err(HubError::NotYours),
                };
                self.site.meters.command(&what, outcome(&done));
                // The change is sent before the answer, in the same packet.
                self.pass_on(follower).await?;
                let (problem, version) = match done {
                    Ok(version) => return self.feed(&Says::Done { id: id.as_str(), version }).await,
                    Err(HubError::Refused { reason, version }) => (Problem::from(reason), version),
                    // Neither done nor refused: the client reconnects, sees which, and sends it again.
                    Err(HubError::Store(StoreError::Unsure | StoreError::Stopped(_))) => {
                        return Err(End::Bye(Bye::Unsure));
                    }
                    Err(error) => (Problem::from(error), follower.version()),
                };
                self.refuse(id.as_str(), &problem, version).await
            }
        }
    }

    async fn refuse(&mut self, id: &str, problem: &Problem, version: u64) -> Result<(), End> {
        let (reason, problem) = (problem.detail(), &problem.path());
        self.feed(&Says::Refused { id, reason, problem, version }).await
    }

    /// Forwards everything that the room has broadcast so far.
    async fn pass_on(&mut self, follower: &mut Follower) -> Result<(), End> {
        while let Some(text) = follower.ready().await? {
            self.tell(text).await?;
        }
        Ok(())
    }

    async fn tell(&mut self, text: Told) -> Result<(), End> {
        Ok(self.stream.feed(Message::Text(text)).await?)
    }

    async fn feed(&mut self, says: &Says<'_>) -> Result<(), End> {
        let text = serde_json::to_string(says).map_err(|_| End::Bye(Bye::Lost))?;
        Ok(self.stream.feed(Message::Text(text.into())).await?)
    }

    /// Sends the reason and closes. It does not wait long for a client that does not respond.
    async fn leave(&mut self, bye: Bye) -> Result<(), End> {
        bye.limited().into_iter().for_each(|limit| self.site.meters.limited(limit));
        self.feed(&Says::Bye { reason: bye.reason() }).await?;
        let frame = CloseFrame { code: bye.code(), reason: Utf8Bytes::from_static("") };
        self.stream.close(Some(frame)).await?;
        // Dropping a connection with unread data would discard the last message sent.
        let connection = self.stream.get_mut();
        let leaving = async {
            connection.shutdown().await?;
            let mut rest = [0; 1_024];
            while connection.read(&mut rest).await? > 0 {}
            std::io::Result::Ok(())
        };
        drop(timeout(LINGER, leaving).await);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size<F>(_: impl FnOnce(Site, (RoomId, Client, Mark), (Arc<Place>, Pass), OnUpgrade) -> F) -> usize {
        size_of::<F>()
    }

    /// Ten thousand sockets wait most of the time, so the size of the waiting future is their cost.
    #[test]
    fn an_idle_socket_is_small() {
        let bytes = size(serve);
        assert!(bytes <= 2_048, "{bytes} bytes");
    }
}
