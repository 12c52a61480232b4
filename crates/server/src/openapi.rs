//! The description of the API, made from the types that it takes and gives.

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Required, Response};
use utoipa::{Modify, OpenApi};

use crate::error::ProblemBody;
use crate::question::StudyQuery;
use crate::socket::{Said, Says};
use crate::view::{Change, GameView, PresenceView};

/// What every description begins with.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "numberline",
        description = "Five two-player strategy games on a number line: open a room, take a seat, play, watch and study.\n\n\
            A room is a game with two seats. Whoever takes a seat gets its key, once; commands carry the key in their \
            `Authorization` header. Every change of a room has a version, and everybody sees the same of it.\n\n\
            Players may change seats after each round. Who you are is the seat in which you sat down, the `home` of a \
            player; everything else that names a seat means the one that somebody has now. A key goes with its player.\n\n\
            Programs that play can read `/api/rooms/{room}/stream`, a line of JSON for each change, and send commands; \
            browsers use the websocket, which takes `Said` and sends `Says`, `GameView` and `Change`. Errors are problem \
            documents (RFC 9457) whose `detail` says what to do.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(ProblemBody, StudyQuery, Said, Says, GameView, Change, PresenceView)),
    modifiers(&Key),
    tags(
        (name = "rooms", description = "Meet, play and watch"),
        (name = "study", description = "Rules, positions, and what they are worth"),
        (name = "server", description = "How the server is"),
    ),
)]
pub(crate) struct Description;

/// How a player shows that a seat is theirs.
struct Key;

impl Modify for Key {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The key to a seat, as joining has given it"))
            .build();
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(bearer));
    }
}

/// The description as it is sent. Whatever can go wrong comes as a problem document, so that is said in one place.
pub(crate) fn text(mut description: utoipa::openapi::OpenApi) -> String {
    for item in description.paths.paths.values_mut() {
        item.post.iter_mut().for_each(ask_in_the_body);
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            let other = Response::new("Anything else that is wrong: limits, the server's own troubles");
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
    description.to_json().unwrap_or_default()
}

/// A question stands in the address with GET, and in the body with POST. Both are one function, described once.
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
        // No two operations may have the same name.
        post.operation_id = post.operation_id.take().map(|name| format!("{name}_with_body"));
    }
}
