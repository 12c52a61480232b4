//! Rooms over HTTP: open one, take a seat, do something there, and look.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use numberline_rules::Seat;
use numberline_table::{Name, Record};
use numberline_wire::ReviewedJson;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::address::Client;
use crate::charter::Wish;
use crate::command::Order;
use crate::error::{Problem, sentence};
use crate::extract::{Asked, Bearer, InRoom, Sent};
use crate::hub::HubError;
use crate::id::SeatKey;
use crate::meters::{Limited, Outcome};
use crate::site::Site;
use crate::store::RoomPhase;
use crate::view::{GameView, Listed};

/// How many rooms a list has at most.
const LONGEST_LIST: u32 = 100;

/// The routes.
pub(crate) fn routes() -> OpenApiRouter<Site> {
    OpenApiRouter::new()
        .routes(routes!(list, open))
        .routes(routes!(look))
        .routes(routes!(join))
        .routes(routes!(command))
        .routes(routes!(record))
        .routes(routes!(review))
}

/// A room that is to be opened, and who opens it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Opening)]
pub(crate) struct OpenRoom {
    /// What is to be played.
    #[serde(flatten)]
    wish: Wish,
    /// Who opens the room and sits down in it.
    #[serde(flatten)]
    host: Joining,
}

/// Who wants to sit down.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Joining {
    /// Their name.
    name: String,
    /// Where they want to sit; `any` if nothing is said.
    #[serde(default)]
    seat: Option<SeatWish>,
    /// The key that they want to have: 32 hexadecimal digits from a good source of chance. Sending it again after a lost answer
    /// gives the same room and seat. If nothing is said, the server makes one up.
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 32, max_length = 32)]
    key: Option<SeatKey>,
}

impl Joining {
    /// The name, the seat and the key that are wanted.
    fn read(self) -> Result<(Name, Option<Seat>, Option<SeatKey>), Problem> {
        let name = Name::new(&self.name).map_err(|error| {
            let detail = sentence(&format!("that cannot be shown as a name: {error}"));
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "name", detail)
        })?;
        let seat = match self.seat {
            None | Some(SeatWish::Word(AnySeat::Any)) => None,
            Some(SeatWish::Number(1)) => Some(Seat::One),
            Some(SeatWish::Number(2)) => Some(Seat::Two),
            Some(SeatWish::Number(_)) => return Err(Problem::bad("A seat is 1, 2 or \"any\".")),
        };
        Ok((name, seat, self.key))
    }
}

/// A seat: 1, 2, or `any` that is free.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum SeatWish {
    /// 1 or 2.
    Number(u8),
    /// `any`.
    Word(AnySeat),
}

/// The word for a seat that is free.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AnySeat {
    /// Whichever is free.
    Any,
}

/// A seat that was taken.
#[derive(Serialize, ToSchema)]
#[schema(as = Seated)]
pub(crate) struct SeatedJson {
    /// The room.
    room: String,
    /// The seat in which you sat down: 1 or 2. Players may change seats after each round; `home` of `players` says who is who.
    seat: u8,
    /// The key to the seat. It is told this once; keep it, and tell nobody.
    #[schema(min_length = 32, max_length = 32)]
    key: String,
}

impl From<crate::hub::Seated> for SeatedJson {
    fn from(seated: crate::hub::Seated) -> Self {
        Self { room: seated.room.to_string(), seat: seated.seat.number(), key: seated.key.reveal() }
    }
}

/// A command that is on the disk.
#[derive(Serialize, ToSchema)]
pub(crate) struct Obeyed {
    /// What the client called it.
    id: String,
    /// The version that it made.
    version: u64,
}

/// Which rooms to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// `open` for those with a free seat, `live` for those being played, `over` for those that ended.
    standing: RoomPhase,
}

/// Which round.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Round {
    /// The round, counted from 1; the last one if nothing is said.
    #[serde(default)]
    round: Option<u16>,
}

/// Opens a room and sits down in it
#[utoipa::path(post, path = "/api/rooms", tag = "rooms", request_body = OpenRoom, responses(
    (status = 201, description = "The room, your seat, and the key to it", body = SeatedJson),
    (status = 200, description = "The same, which was opened before with this key", body = SeatedJson),
    (status = 409, description = "The key has opened another game"),
    (status = 422, description = "The wish cannot be granted"),
    (status = 429, description = "Too many rooms"),
))]
pub(crate) async fn open(
    State(site): State<Site>,
    client: Client,
    Sent(OpenRoom { wish, host }): Sent<OpenRoom>,
) -> Result<(StatusCode, Json<SeatedJson>), Problem> {
    let (name, seat, key) = host.read()?;
    let before = match &key {
        Some(key) => site.hub.opened_before(&wish, key).await?,
        None => None,
    };
    if let Some(seated) = before {
        return Ok((StatusCode::OK, Json(seated.into())));
    }
    site.gate.room(client).inspect_err(|_| site.meters.limited(Limited::Rooms))?;
    let seated = match key {
        Some(key) => site.hub.open_with(wish, name, seat, key).await?,
        None => site.hub.open(wish, name, seat).await?,
    };
    site.meters.opened.increment(1);
    Ok((StatusCode::CREATED, Json(seated.into())))
}

/// Lists rooms, the newest first
#[utoipa::path(get, path = "/api/rooms", tag = "rooms", params(Which), responses(
    (status = 200, description = "At most 100 rooms", body = Vec<Listed>),
))]
pub(crate) async fn list(
    State(site): State<Site>,
    Asked(which): Asked<Which>,
) -> Result<Json<Vec<Listed>>, Problem> {
    Ok(Json(site.hub.list(which.standing, LONGEST_LIST).await?))
}

/// A room as everybody sees it
#[utoipa::path(get, path = "/api/rooms/{room}", tag = "rooms", params(InRoom), responses(
    (status = 200, description = "The whole picture", body = GameView),
    (status = 404, description = "There is no such room"),
))]
pub(crate) async fn look(State(site): State<Site>, InRoom(room): InRoom) -> Result<Response, Problem> {
    let game = site.hub.game(room).await?;
    Ok(([(CONTENT_TYPE, "application/json")], axum::body::Bytes::from(game)).into_response())
}

/// Takes a seat
#[utoipa::path(post, path = "/api/rooms/{room}/join", tag = "rooms", params(InRoom), request_body = Joining, responses(
    (status = 200, description = "Your seat, and the key to it", body = SeatedJson),
    (status = 404, description = "There is no such room"),
    (status = 409, description = "The seat is taken"),
))]
pub(crate) async fn join(
    State(site): State<Site>,
    InRoom(room): InRoom,
    Sent(guest): Sent<Joining>,
) -> Result<Json<SeatedJson>, Problem> {
    let (name, seat, key) = guest.read()?;
    let seated = site.hub.join_with(room, name, seat, key.unwrap_or_else(SeatKey::random)).await?;
    Ok(Json(seated.into()))
}

/// Does something in a room
#[utoipa::path(post, path = "/api/rooms/{room}/commands", tag = "rooms", params(InRoom), request_body = Order, security(("seat" = [])), responses(
    (status = 200, description = "It is on the disk", body = Obeyed),
    (status = 401, description = "The key is missing"),
    (status = 403, description = "The key belongs to no seat of this room"),
    (status = 409, description = "The room has come further, or this cannot be done now"),
    (status = 422, description = "The rules do not allow the move"),
    (status = 507, description = "The disk is full; nothing was changed"),
))]
pub(crate) async fn command(
    State(site): State<Site>,
    InRoom(room): InRoom,
    Bearer(key): Bearer,
    Sent(Order { id, seen, what }): Sent<Order>,
) -> Result<Json<Obeyed>, Problem> {
    let done = site.hub.command(room, &key, &what, id.clone(), seen).await;
    site.meters.command(&what, outcome(&done));
    Ok(Json(Obeyed { id: id.into(), version: done? }))
}

/// The record of a room's rounds, to keep
#[utoipa::path(get, path = "/api/rooms/{room}/record", tag = "rooms", params(InRoom), responses(
    (status = 200, description = "The record, as `numberline replay` reads it", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such room"),
))]
pub(crate) async fn record(State(site): State<Site>, InRoom(room): InRoom) -> Result<Response, Problem> {
    let records = site.hub.records(room).await?;
    let text = records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    let name = format!("attachment; filename=\"numberline-{room}.txt\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// What the moves of a room's round were worth
#[utoipa::path(get, path = "/api/rooms/{room}/review", tag = "rooms", params(InRoom, Round), responses(
    (status = 200, description = "What `numberline review --json` says of it", body = ReviewedJson),
    (status = 404, description = "There is no such room, or no such round"),
    (status = 422, description = "There is no answer, and why"),
    (status = 503, description = "Too much is asked at the moment"),
))]
pub(crate) async fn review(
    State(site): State<Site>,
    InRoom(room): InRoom,
    Asked(Round { round }): Asked<Round>,
) -> Result<Json<ReviewedJson>, Problem> {
    let mut records = site.hub.records(room).await?;
    let place = round.map_or(records.len(), usize::from).wrapping_sub(1);
    if place >= records.len() {
        let detail = format!("There is no such round. This game has the rounds 1 to {}.", records.len());
        return Err(Problem::new(StatusCode::NOT_FOUND, "no-such-round", detail));
    }
    Ok(Json(site.study.review(records.swap_remove(place)).await?))
}

/// How a command ended, for the counters.
pub(crate) fn outcome(done: &Result<u64, HubError>) -> Outcome {
    match done {
        Ok(_) => Outcome::Done,
        Err(HubError::Store(_) | HubError::Damaged(_)) => Outcome::Failed,
        Err(_) => Outcome::Refused,
    }
}
