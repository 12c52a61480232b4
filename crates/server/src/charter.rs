//! What a room was opened for: the game, who may sit where, how many rounds, how much time.

use numberline_rules::{FirstTurn, Seat};
use numberline_table::{AnyGame, Bounds, Field, Request, RequestError, Seats, Terms, draw_seed};
use numberline_wire::WholeJson;
use serde::{Deserialize, Serialize};

/// What a room was opened for. It never changes, and is checked once: a charter can always be played.
#[derive(Clone)]
pub struct Charter {
    wish: Wish,
    terms: Terms,
}

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds for the whole match.
    pub seconds: u32,
    /// Seconds that every move adds.
    pub increment: u32,
}

/// What somebody asks for, as it comes over the wire and as the log keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wish {
    /// The slug of the game.
    pub game: String,
    /// `name=value` for each parameter that is not the book's.
    #[serde(default)]
    pub set: Vec<String>,
    /// Where to begin, if not at the book's start.
    #[serde(default)]
    pub position: Option<String>,
    /// Who begins, where the book leaves that open: 1 or 2.
    #[serde(default)]
    pub first: Option<u8>,
    /// Who sits in each seat: `human`, or a computer player as `numberline players` names it.
    #[serde(default = "people")]
    pub players: [String; 2],
    /// How many rounds; 1 if nothing is said.
    #[serde(default = "one")]
    pub rounds: u32,
    /// Whether a session ends as soon as one player has won more than half of the rounds.
    #[serde(default)]
    pub best_of: bool,
    /// Whether the players change seats after each round: `swap`, or `keep`. They do if nothing is said.
    #[serde(default)]
    pub seats: Option<String>,
    /// How long the players may think; as long as they like if nothing is said.
    #[serde(default)]
    pub time: Option<TimeControl>,
    /// Whether strangers find the room in the lobby.
    #[serde(default)]
    pub listed: bool,
    /// What makes the computer's choices repeatable; the server draws a number if nothing is said.
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
    /// Finds the game and checks everything else, once and for all.
    pub fn grant(&self) -> Result<Charter, RequestError> {
        self.grant_of(self.request().game()?)
    }

    /// Checks a wish for a game that need not be in the catalog.
    pub fn grant_of(&self, game: &'static dyn AnyGame) -> Result<Charter, RequestError> {
        let request = Request { first: self.first(game)?, ..self.request() };
        let terms = request.terms_of(game, &Bounds::ROOM)?;
        if terms.start().turn().winner().is_some() {
            return Err(RequestError::new(Field::Position, "the game is over in this position"));
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

    /// The same wish with everything said that the server decides otherwise: a number for the computer's choices, and that
    /// the players change seats.
    #[must_use]
    pub fn settled(mut self) -> Self {
        self.seed.get_or_insert_with(|| draw_seed().into());
        self.seats.get_or_insert_with(|| Seats::Swap.word().to_owned());
        self
    }

    /// Whether somebody who asks for this may have meant that.
    pub(crate) fn is_met_by(&self, settled: &Self) -> bool {
        let seed = self.seed.or(settled.seed);
        let seats = self.seats.clone().or_else(|| settled.seats.clone());
        *settled == Self { seed, seats, ..self.clone() }
    }

    /// Who is to begin, where that has to be said: Player 1 does anyway, and a position says for itself who is to move.
    fn first(&self, game: &dyn AnyGame) -> Result<Option<String>, RequestError> {
        let info = game.info();
        let reason = match self.first {
            None | Some(1) => return Ok(None),
            Some(2) if self.position.is_some() => return Ok(None),
            Some(2) if info.first == FirstTurn::WhoIsPlayerOne => {
                format!("in {} the player in seat 1 begins, so sit down there", info.title)
            }
            Some(2) => return Ok(Some("2".to_owned())),
            Some(_) => "first is 1 or 2".to_owned(),
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
            // Rooms that were opened before this was said have kept their seats.
            seats: Some(self.seats.clone().unwrap_or_else(|| Seats::Keep.word().to_owned())),
            seed: self.seed.map(|seed| seed.to_string()),
            ..Request::default()
        }
    }
}

impl Charter {
    /// What was asked for.
    #[must_use]
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// The same, checked.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How long the players may think.
    #[must_use]
    pub fn time(&self) -> Option<TimeControl> {
        self.wish.time
    }

    /// Whether strangers find the room in the lobby.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.wish.listed
    }
}
