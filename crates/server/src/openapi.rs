//! The OpenAPI description, generated from the request and response types.

mod exact;

use serde_json::Value;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Required, Response};
use utoipa::{Modify, OpenApi};

use crate::error::ProblemBody;
use crate::question::StudyQuery;
use crate::socket::{Said, Says};
use crate::view::{Change, DiffBody, GameView, PresenceView, Step};

/// The common part of every description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "numberline",
        description = "Five two-player strategy games on a number line: open a room, take a seat, play, watch and study.\n\n\
            A room is a game with two seats. A player who takes a seat gets its key, once; commands carry the key in their \
            `Authorization` header. Every change of a room has a version, and players and spectators see the same.\n\n\
            Players may swap seats after each round. A player is identified by the seat they first took, the `home` of a \
            player; every other seat number means the current seat. A key goes with its player.\n\n\
            Bots can read `/api/rooms/{room}/stream`, one line of JSON per change, and send commands; \
            browsers use the websocket, which takes `Said`. Both send `Message`. Errors are problem documents (RFC 9457) whose \
            `detail` says what to do.\n\n\
            A request with a property that is not described is refused. Responses may get more properties in later versions.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(ProblemBody, StudyQuery, Said, Says, GameView, Change, Step, DiffBody, PresenceView)),
    modifiers(&Key),
    tags(
        (name = "rooms", description = "Meet, play and watch"),
        (name = "study", description = "Rules, positions, and what they are worth"),
        (name = "learn", description = "Lessons, puzzles and progress"),
        (name = "server", description = "The state of the server"),
    ),
)]
pub(crate) struct Description;

/// How a player proves that a seat is theirs.
struct Key;

impl Modify for Key {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The key to a seat, from the response to joining"))
            .build();
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(bearer));
    }
}

/// The description as it is sent. Every error is a problem document, so that is described in one place.
pub(crate) fn text(mut description: utoipa::openapi::OpenApi) -> String {
    for item in description.paths.paths.values_mut() {
        item.post.iter_mut().for_each(ask_in_the_body);
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            let other = Response::new("Any other error, such as a limit or an internal error");
            responses.entry("default".to_owned()).or_insert(RefOr::T(other));
            for (status, response) in responses {
                let RefOr::T(response) = response else { continue };
                if response.content.is_empty() && (status.starts_with(['4', '5']) || status == "default") {
                    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
                    response.content.insert("application/problem+json".to_owned(), problem.into());
                }
            }
        }
    }
    let mut description = serde_json::to_value(description).unwrap_or_default();
    if let Some(Value::Object(schemas)) = description.pointer_mut("/components/schemas") {
        exact::correct(schemas);
    }
    description.to_string()
}

/// A query is in the URL with GET and in the body with POST. Both are one function, described once.
fn ask_in_the_body(post: &mut Operation) {
    let Some(parameters) = &mut post.parameters else { return };
    let all = parameters.len();
    parameters.retain(
        |parameter| !matches!(parameter, RefOr::T(asked) if asked.parameter_in == ParameterIn::Query),
    );
    if parameters.len() < all {
        let question = Content::new(Some(Ref::from_schema_name("Question")));
        let body =
            RequestBodyBuilder::new().content("application/json", question).required(Some(Required::True));
        post.request_body = Some(RefOr::T(body.build()));
        // Operation ids must be unique.
        post.operation_id = post.operation_id.take().map(|name| format!("{name}_with_body"));
    }
}
