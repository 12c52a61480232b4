//! The settings of a room: the game, the players, the rounds and the time.

use numberline_rules::{FirstTurn, Seat};
use numberline_table::{AnyGame, Bounds, Field, Request, RequestError, Seats, Terms, draw_seed};
use numberline_wire::WholeJson;
use serde::{Deserialize, Serialize};

/// The settings of a room. They never change and are checked once: a charter can always be played.
#[derive(Clone)]
pub struct Charter {
    wish: Wish,
    terms: Terms,
}

/// The time control of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds for the whole match.
    pub seconds: u32,
    /// Seconds added after every move.
    pub increment: u32,
}

/// The requested settings of a room, as the client sends them and as the log stores them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wish {
    /// The slug of the game.
    pub game: String,
    /// `name=value` for each parameter that differs from the book.
    #[serde(default)]
    pub set: Vec<String>,
    /// The starting position, if not the book's start.
    #[serde(default)]
    pub position: Option<String>,
    /// Who begins, where the book leaves that open: 1 or 2.
    #[serde(default)]
    pub first: Option<u8>,
    /// The player in each seat: `human`, or a computer player as `numberline players` names it.
    #[serde(default = "people")]
    pub players: [String; 2],
    /// The number of rounds; 1 by default.
    #[serde(default = "one")]
    pub rounds: u32,
    /// Whether a session ends as soon as one player has won more than half of the rounds.
    #[serde(default)]
    pub best_of: bool,
    /// Whether the players change seats after each round: `swap` (the default) or `keep`.
    #[serde(default)]
    pub seats: Option<String>,
    /// The time control; unlimited time by default.
    #[serde(default)]
    pub time: Option<TimeControl>,
    /// Whether the lobby lists the room.
    #[serde(default)]
    pub listed: bool,
    /// The seed that makes the computer's choices repeatable; the server draws one by default.
    #[serde(default)]
    pub seed: Option<WholeJson>,
}

fn people() -> [String; 2] {
    ["human".to_owned(), "human".to_owned()]
}

fn one() -> u32 {
    1
}

impl Wish {
    /// Finds the game and validates everything else.
    pub fn grant(&self) -> Result<Charter, RequestError> {
        self.grant_of(self.request().game()?)
    }

    /// Validates a request for a game that need not be in the catalog.
    pub fn grant_of(&self, game: &'static dyn AnyGame) -> Result<Charter, RequestError> {
        let request = Request { first: self.first(game)?, ..self.request() };
        let terms = request.terms_of(game, &Bounds::ROOM)?;
        if terms.start().turn().winner().is_some() {
            return Err(RequestError::new(Field::Position, "the game is already over in this position"));
        }
        if terms.players.iter().all(Option::is_some) {
            let reason = "a room needs a person: make one of the players human";
            return Err(RequestError::new(Field::Player(Seat::One), reason));
        }
        if self.time.is_some_and(|time| !(1..=86_400).contains(&time.seconds) || time.increment > 3_600) {
            let reason = "time is 1 to 86400 seconds, and increment at most 3600";
            return Err(RequestError::new(Field::Time, reason));
        }
        Ok(Charter { wish: self.clone(), terms })
    }

    /// The same request with the server's defaults filled in: a seed for the computer's choices, and `swap`.
    #[must_use]
    pub fn settled(mut self) -> Self {
        self.seed.get_or_insert_with(|| draw_seed().into());
        self.seats.get_or_insert_with(|| Seats::Swap.word().to_owned());
        self
    }

    /// Whether this request may have led to that charter.
    pub(crate) fn is_met_by(&self, settled: &Self) -> bool {
        let seed = self.seed.or(settled.seed);
        let seats = self.seats.clone().or_else(|| settled.seats.clone());
        *settled == Self { seed, seats, ..self.clone() }
    }

    /// Who begins, where that is a choice: in other games Player 1 begins, and a position already says who is to move.
    fn first(&self, game: &dyn AnyGame) -> Result<Option<String>, RequestError> {
        let info = game.info();
        let reason = match self.first {
            None | Some(1) => return Ok(None),
            Some(2) if self.position.is_some() => return Ok(None),
            Some(2) if info.first == FirstTurn::WhoIsPlayerOne => {
                format!("in {} the player in seat 1 begins, so take that seat", info.title)
            }
            Some(2) => return Ok(Some("2".to_owned())),
            Some(_) => "first must be 1 or 2".to_owned(),
        };
        Err(RequestError::new(Field::First, reason))
    }

    fn request(&self) -> Request {
        Request {
            game: self.game.clone(),
            set: self.set.clone(),
            position: self.position.clone(),
            players: self.players.clone().map(Some),
            rounds: Some(self.rounds.to_string()),
            best_of: self.best_of,
            // Rooms from before this setting existed keep their seats.
            seats: Some(self.seats.clone().unwrap_or_else(|| Seats::Keep.word().to_owned())),
            seed: self.seed.map(|seed| seed.to_string()),
            ..Request::default()
        }
    }
}

impl Charter {
    /// The request.
    #[must_use]
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// The same, validated.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The time control.
    #[must_use]
    pub fn time(&self) -> Option<TimeControl> {
        self.wish.time
    }

    /// Whether the lobby lists the room.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.wish.listed
    }
}
