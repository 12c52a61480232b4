//! Rooms over HTTP: open a room, take a seat, send commands, watch.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use numberline_rules::Seat;
use numberline_table::{Name, Record};
use numberline_wire::ReviewedJson;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, Type};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::address::Client;
use crate::answer::Asker;
use crate::charter::Wish;
use crate::command::Order;
use crate::error::{Problem, sentence};
use crate::extract::{Asked, Bearer, InRoom, Sent};
use crate::freshness::Freshness;
use crate::hub::HubError;
use crate::id::SeatKey;
use crate::meters::{Limited, Outcome};
use crate::pool::Watch;
use crate::site::Site;
use crate::store::RoomStanding;
use crate::view::{GameView, Listed};

/// The maximum number of rooms in a list.
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
        .layer(from_fn_with_state(Freshness::Checked, Freshness::of_answers))
}

/// A room to open, and the player who opens it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Opening)]
pub(crate) struct OpenRoom {
    /// What to play.
    #[serde(flatten)]
    wish: Wish,
    /// The player who opens the room and takes a seat in it.
    #[serde(flatten)]
    host: Joining,
}

/// A player who wants a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Joining {
    /// The player's name. Without one, the player goes by the seat they have: `Player 1` or `Player 2`.
    #[serde(default)]
    name: Option<String>,
    /// The seat they want; `any` by default.
    #[serde(default)]
    #[schema(schema_with = seat_schema)]
    seat: Option<SeatWish>,
    /// The key they want: 32 hexadecimal digits from a secure random source; one with a pattern is refused. Sending it
    /// again after a lost response returns the same room and seat. By default the server generates one.
    #[serde(default)]
    #[schema(pattern = "^[0-9A-Fa-f]{32}$")]
    key: Option<String>,
}

/// The same, checked.
struct Wanted {
    name: Option<Name>,
    seat: Option<Seat>,
    key: Option<SeatKey>,
}

impl Joining {
    fn read(self) -> Result<Wanted, Problem> {
        let name = self.name.as_deref().map(Name::of_person).transpose().map_err(|error| {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "name", sentence(&error)).at("name")
        })?;
        // `Player 1` is the player in that seat, and the seats may change.
        let name = name.filter(|name| !name.is_of_a_seat());
        let seat = match self.seat {
            None | Some(SeatWish::Word(AnySeat::Any)) => None,
            Some(SeatWish::Number(1)) => Some(Seat::One),
            Some(SeatWish::Number(2)) => Some(Seat::Two),
            Some(SeatWish::Number(_)) => return Err(Problem::bad("A seat is 1, 2 or \"any\".")),
        };
        let key = self.key.as_deref().map(SeatKey::made_up).transpose().map_err(|error| {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "key", sentence(&error)).at("key")
        })?;
        Ok(Wanted { name, seat, key })
    }
}

/// A seat: 1, 2, or `any` for any free seat.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum SeatWish {
    /// 1 or 2.
    Number(u8),
    /// `any`.
    Word(AnySeat),
}

/// The word for any free seat.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AnySeat {
    /// Any free seat.
    Any,
}

fn seat_schema() -> Schema {
    let help = "The seat they want: 1, 2, or `any` (the default) for any free seat.";
    let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(2));
    let word = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["any"]));
    let none = ObjectBuilder::new().schema_type(Type::Null);
    OneOfBuilder::new().item(number).item(word).item(none).description(Some(help)).into()
}

/// A seat that the player has taken.
#[derive(Serialize, ToSchema)]
#[schema(as = Seated)]
pub(crate) struct SeatedJson {
    /// The room.
    room: String,
    /// The seat you took: 1 or 2. Players may swap seats after each round; `home` in `players` identifies them.
    seat: u8,
    /// The key to the seat. It is sent only once; store it and keep it secret.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    key: String,
}

impl From<crate::hub::Seated> for SeatedJson {
    fn from(seated: crate::hub::Seated) -> Self {
        Self { room: seated.room.to_string(), seat: seated.seat.number(), key: seated.key.reveal() }
    }
}

/// A command that is stored on disk.
#[derive(Serialize, ToSchema)]
pub(crate) struct Obeyed {
    /// The client's id for the command.
    id: String,
    /// The version that the command created.
    version: u64,
}

/// Which rooms to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// `open` for rooms with a free seat, `live` for games in progress, `over` for finished games.
    standing: RoomStanding,
}

/// Which round.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Round {
    /// The round, counted from 1; the last one by default.
    #[serde(default)]
    round: Option<u16>,
}

/// Opens a room and takes a seat in it
#[utoipa::path(post, path = "/api/rooms", tag = "rooms", request_body = OpenRoom, responses(
    (status = 201, description = "The room, your seat, and the key to it", body = SeatedJson),
    (status = 200, description = "The room that this key has already opened", body = SeatedJson),
    (status = 409, description = "This key has already opened a different game"),
    (status = 422, description = "The request is invalid"),
    (status = 429, description = "Too many rooms"),
))]
pub(crate) async fn open(
    State(site): State<Site>,
    client: Client,
    Sent(OpenRoom { wish, host }): Sent<OpenRoom>,
) -> Result<(StatusCode, Json<SeatedJson>), Problem> {
    let Wanted { name, seat, key } = host.read()?;
    let before = match &key {
        Some(key) => site.hub.opened_before(&wish, key).await?,
        None => None,
    };
    if let Some(seated) = before {
        return Ok((StatusCode::OK, Json(seated.into())));
    }
    site.gate.room(client).inspect_err(|_| site.meters.limited(Limited::Rooms))?;
    if wish.listed {
        site.gate.listed_room(client).inspect_err(|_| site.meters.limited(Limited::ListedRooms))?;
    }
    let seated = match key {
        Some(key) => site.hub.open_with(wish, name, seat, key).await?,
        None => site.hub.open(wish, name, seat).await?,
    };
    Ok((StatusCode::CREATED, Json(seated.into())))
}

/// Lists rooms, newest first
#[utoipa::path(get, path = "/api/rooms", tag = "rooms", params(Which), responses(
    (status = 200, description = "At most 100 rooms", body = Vec<Listed>),
))]
pub(crate) async fn list(
    State(site): State<Site>,
    Asked(which): Asked<Which>,
) -> Result<Json<Vec<Listed>>, Problem> {
    Ok(Json(site.hub.list(which.standing, LONGEST_LIST).await?))
}

/// A room as every player and spectator sees it
#[utoipa::path(get, path = "/api/rooms/{room}", tag = "rooms", params(InRoom), responses(
    (status = 200, description = "The full state of the room", body = GameView),
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
    let Wanted { name, seat, key } = guest.read()?;
    let seated = site.hub.join_with(room, name, seat, key.unwrap_or_else(SeatKey::random)).await?;
    Ok(Json(seated.into()))
}

/// Sends a command to a room
#[utoipa::path(post, path = "/api/rooms/{room}/commands", tag = "rooms", params(InRoom), request_body = Order, security(("seat" = [])), responses(
    (status = 200, description = "The command is stored on disk", body = Obeyed),
    (status = 401, description = "The key is missing"),
    (status = 403, description = "The key does not match any seat in this room"),
    (status = 409, description = "The room has changed since, the command is not possible now, or its id was used for another command"),
    (status = 422, description = "The rules do not allow the move"),
    (status = 429, description = "Too many rooms: an offer of a rematch counts as one"),
    (status = 507, description = "The disk is full; nothing changed"),
))]
pub(crate) async fn command(
    State(site): State<Site>,
    client: Client,
    InRoom(room): InRoom,
    Bearer(key): Bearer,
    Sent(Order { id, seen, what }): Sent<Order>,
) -> Result<Json<Obeyed>, Problem> {
    site.gate.command(client, &what).inspect_err(|_| site.meters.limited(Limited::Rooms))?;
    let done = site.hub.command(room, &key, &what, id.clone(), seen).await;
    site.meters.command(&what, outcome(&done));
    Ok(Json(Obeyed { id: id.into(), version: done? }))
}

/// The record of a room's rounds, for download
#[utoipa::path(get, path = "/api/rooms/{room}/record", tag = "rooms", params(InRoom), responses(
    (status = 200, description = "The record, as `numberline replay` reads it", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such room"),
))]
pub(crate) async fn record(
    State(site): State<Site>,
    asker: Asker,
    InRoom(room): InRoom,
) -> Result<Response, Problem> {
    let records = site.hub.records_later(room).await?;
    let written = move |_: &Watch| Ok(records().iter().map(Record::to_string).collect::<Vec<_>>().join("\n"));
    let mut response = asker.text(written).await?;
    let name = format!("attachment; filename=\"numberline-{room}.txt\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// What the moves of a room's round were worth
#[utoipa::path(get, path = "/api/rooms/{room}/review", tag = "rooms", params(InRoom, Round), responses(
    (status = 200, description = "The same as `numberline review --json`, with the value of each position", body = ReviewedJson),
    (status = 404, description = "There is no such room, or no such round"),
    (status = 422, description = "There is no answer; the problem says why"),
    (status = 503, description = "The server is busy; try again"),
))]
pub(crate) async fn review(
    State(site): State<Site>,
    asker: Asker,
    InRoom(room): InRoom,
    Asked(Round { round }): Asked<Round>,
) -> Result<Response, Problem> {
    let records = site.hub.records_later(room).await?;
    let found = move |watch: &Watch| {
        let records = records();
        let place = round.map_or(records.len(), usize::from).wrapping_sub(1);
        let record = records.get(place).ok_or_else(|| {
            let detail = format!("There is no such round. This game has rounds 1 to {}.", records.len());
            Problem::new(StatusCode::NOT_FOUND, "no-such-round", detail)
        })?;
        Ok(site.study.review(record, watch)?)
    };
    asker.json(found).await
}

/// The outcome of a command, for the counters.
pub(crate) fn outcome(done: &Result<u64, HubError>) -> Outcome {
    match done {
        Ok(_) => Outcome::Done,
        Err(HubError::Store(_) | HubError::Damaged(_)) => Outcome::Failed,
        Err(_) => Outcome::Refused,
    }
}
