//! A query about a position, from a URL or as JSON: the same names as on the command line.

use axum::extract::{FromRequest, Path, Query, Request};
use axum::http::{Method, StatusCode};
use axum::{RequestExt, RequestPartsExt};
use numberline_rules::{Seat, Turn};
use numberline_table::{AnyGame, AnyMatch, Rung, find};
use numberline_wire::{MOST_CELLS, WholeJson, Window, rung};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::error::{Problem, sentence};
use crate::extract::Sent;

/// Text up to this length is parsed at once.
const SHORT: usize = 512;

/// A query about a position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
#[schema(as = Question)]
pub(crate) struct StudyQuery {
    /// `name=value` for each parameter that differs from the book; may be repeated.
    #[param(example = json!(["length=12"]))]
    pub(crate) set: Vec<String>,
    /// The position to start from, if not the book's start.
    pub(crate) position: Option<String>,
    /// Turns to play from there: `5 6; 8; 9 10`, or separated by commas where no move contains one.
    pub(crate) moves: Option<String>,
    /// Who begins, where the book leaves that open: 1 or 2.
    #[schema(minimum = 1, maximum = 2)]
    #[param(minimum = 1, maximum = 2)]
    pub(crate) first: Option<u8>,
    /// The first cell of the requested window.
    #[param(value_type = Option<i64>)]
    pub(crate) from: Option<WholeJson>,
    /// The number of cells in the window.
    #[schema(minimum = 1, maximum = 200)]
    #[param(minimum = 1, maximum = 200)]
    pub(crate) cells: Option<u64>,
    /// The step of the hint ladder: 1 is it won, 2 where to look, 3 which move, 4 why.
    #[schema(minimum = 1, maximum = 4)]
    #[param(minimum = 1, maximum = 4)]
    pub(crate) rung: Option<u8>,
    /// The seat that wants the hint or tries a move, where both act at once: 1 or 2.
    #[schema(minimum = 1, maximum = 2)]
    #[param(minimum = 1, maximum = 2)]
    pub(crate) seat: Option<u8>,
    /// The move to try.
    pub(crate) r#move: Option<String>,
    /// The cards that both seats are to have in a position that is set up: `1,2,4/1,3,5`, with `-` for none.
    pub(crate) hands: Option<String>,
    /// The computer player that a person wants to play against, as `/api/players` names it.
    pub(crate) player: Option<String>,
}

impl StudyQuery {
    /// Parses the query of a URL.
    fn read(pairs: Vec<(String, String)>) -> Result<Self, Problem> {
        let mut question = Self::default();
        for (name, value) in pairs {
            let twice = match name.as_str() {
                "set" => {
                    question.set.push(value);
                    false
                }
                "position" => question.position.replace(value).is_some(),
                "moves" => question.moves.replace(value).is_some(),
                "first" => question.first.replace(number("first", &value)?).is_some(),
                "from" => question.from.replace(WholeJson::from(number::<i64>("from", &value)?)).is_some(),
                "cells" => question.cells.replace(number("cells", &value)?).is_some(),
                "rung" => question.rung.replace(number("rung", &value)?).is_some(),
                "seat" => question.seat.replace(number("seat", &value)?).is_some(),
                "move" => question.r#move.replace(value).is_some(),
                "hands" => question.hands.replace(value).is_some(),
                "player" => question.player.replace(value).is_some(),
                _ => {
                    let detail = "The URL has an unknown parameter. The parameters are set, position, moves, \
                         first, from, cells, rung, seat, move, hands and player.";
                    return Err(Problem::bad(detail));
                }
            };
            if twice {
                return Err(Problem::bad("Only set may appear more than once in the URL."));
            }
        }
        Ok(question)
    }

    /// The same query, if its numbers are in their ranges, whether or not they matter for what is asked.
    pub(crate) fn checked(self) -> Result<Self, Problem> {
        for (name, asked) in [("first", self.first), ("seat", self.seat)] {
            asked.map(|number| seat(name, number)).transpose()?;
        }
        if self.cells.is_some_and(|cells| !(1..=MOST_CELLS).contains(&cells)) {
            return Err(Problem::bad(sentence(&format!("cells must be 1 to {MOST_CELLS}"))));
        }
        self.step().map(|_| self)
    }

    /// The step of the hint ladder; the first if none is asked for.
    pub(crate) fn step(&self) -> Result<Rung, Problem> {
        rung(self.rung.unwrap_or(1)).map_err(|_| Problem::bad("The rung must be 1, 2, 3 or 4."))
    }

    /// The requested part of the line.
    pub(crate) fn window(&self) -> Window {
        Window { from: self.from.map(WholeJson::cell), cells: self.cells }
    }

    /// Whether the query takes so little time to parse that this can be done between other requests.
    pub(crate) fn is_short(&self) -> bool {
        [&self.position, &self.moves].into_iter().flatten().map(String::len).sum::<usize>() <= SHORT
    }

    /// Sets up the match that the query is about.
    pub(crate) fn start(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyMatch>, Problem> {
        let first = self.first.map(|number| seat("first", number)).transpose()?;
        let request = numberline_table::Request {
            set: self.set.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
            first: first.map(|seat| seat.to_string()),
            ..numberline_table::Request::default()
        };
        request.start(game).map_err(Problem::from)
    }

    /// The seat that asks about a position.
    pub(crate) fn asker(&self, at: &dyn AnyMatch) -> Result<Seat, Problem> {
        let asked = self.seat.map(|number| seat("seat", number)).transpose()?;
        match (at.turn(), asked) {
            (Turn::Of(mover), None) => Ok(mover),
            (Turn::Of(mover), Some(asked)) if asked != mover => {
                let detail = format!("It is Player {mover}'s turn, so only they can ask.");
                Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "turn", detail))
            }
            (Turn::Both, None) => {
                Err(Problem::bad("Both players act here: add seat=1 or seat=2 to say who asks."))
            }
            (_, asked) => Ok(asked.unwrap_or(Seat::One)),
        }
    }
}

/// The game in a request's path.
#[derive(Deserialize, IntoParams)]
#[into_params(names("slug"), parameter_in = Path)]
pub(crate) struct Slug(
    /// The slug of the game
    pub(crate) String,
);

/// A game from the catalog with a query about it, from a URL or as JSON.
pub(crate) struct Asking {
    /// The game.
    pub(crate) game: &'static dyn AnyGame,
    /// The query.
    pub(crate) question: StudyQuery,
}

impl<S: Send + Sync> FromRequest<S> for Asking {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let slug = parts.extract::<Path<String>>().await.map(|Path(slug)| slug).unwrap_or_default();
        let game = game_of(&slug)?;
        let question = if parts.method == Method::POST {
            let Sent(question) = Request::from_parts(parts, body).extract_with_state(state).await?;
            question
        } else {
            let query: Result<Query<Vec<(String, String)>>, _> = parts.extract().await;
            let Query(pairs) = query.map_err(|_| Problem::bad("The query of the URL cannot be parsed."))?;
            StudyQuery::read(pairs)?
        };
        Ok(Self { game, question: question.checked()? })
    }
}

/// The game with this slug.
pub(crate) fn game_of(slug: &str) -> Result<&'static dyn AnyGame, Problem> {
    find(slug).ok_or_else(|| {
        let detail = "There is no game with this name. /api/games lists the games.";
        Problem::new(StatusCode::NOT_FOUND, "no-such-game", detail)
    })
}

/// The seat with this number.
pub(crate) fn seat(name: &str, number: u8) -> Result<Seat, Problem> {
    match number {
        1 => Ok(Seat::One),
        2 => Ok(Seat::Two),
        _ => Err(Problem::bad(sentence(&format!("{name} must be 1 or 2")))),
    }
}

fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::bad(sentence(&format!("{name} must be a whole number"))))
}
