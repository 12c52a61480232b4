//! The settings of a room: the game, the players, the rounds and the time.

use std::fmt;

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

impl TimeControl {
    /// The most seconds for a match.
    pub const MOST_SECONDS: u32 = 86_400;
    /// The most seconds added after a move.
    pub const MOST_INCREMENT: u32 = 3_600;

    fn check(self) -> Result<(), RequestError> {
        let (seconds, increment) = (Self::MOST_SECONDS, Self::MOST_INCREMENT);
        if (1..=seconds).contains(&self.seconds) && self.increment <= increment {
            return Ok(());
        }
        let reason = format!("time is 1 to {seconds} seconds, and increment at most {increment}");
        Err(RequestError::new(Field::Time, reason))
    }
}

/// Who begins: 1, 2 or `toss`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum FirstWish {
    /// A seat.
    Seat(u8),
    /// The same as a word, or `toss`.
    Word(String),
}

/// The word of a request.
impl fmt::Display for FirstWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
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
    /// Who begins, where the book leaves that to the players: 1, 2, or `toss` for the toss of a coin.
    #[serde(default)]
    pub first: Option<FirstWish>,
    /// The player in each seat: `human`, or a computer player as `numberline players` names it.
    #[serde(default = "people")]
    #[schema(min_items = 2, max_items = 2)]
    pub players: [String; 2],
    /// The number of rounds; 1 by default.
    #[serde(default = "one")]
    #[schema(minimum = 1)]
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
    /// The seed that makes the computer's choices repeatable; the server draws one by default. A chosen seed is shown to
    /// all in the room, and a listed room cannot choose one.
    #[serde(default)]
    pub seed: Option<WholeJson>,
    /// Whether the seed was chosen. The server decides this, whatever a request says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(ignore)]
    pub chose_seed: bool,
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
        let info = game.info();
        if self.first.is_some() && info.first == FirstTurn::WhoIsPlayerOne {
            let reason = format!("in {} the player in seat 1 begins, so take that seat", info.title);
            return Err(RequestError::new(Field::First, reason));
        }
        let terms = self.request().terms_of(game, &Bounds::ROOM)?;
        if terms.start().turn().winner().is_some() {
            return Err(RequestError::new(Field::Position, "the game is already over in this position"));
        }
        if terms.players.iter().all(Option::is_some) {
            let reason = "a room needs a person: make one of the players human";
            return Err(RequestError::new(Field::Player(Seat::One), reason));
        }
        self.time.map_or(Ok(()), TimeControl::check)?;
        Ok(Charter { wish: self.clone(), terms })
    }

    /// The same request with the server's defaults filled in: a seed for the computer's choices, and `swap`.
    ///
    /// A player who knows the seed can try out in another room what the computer will do, so strangers must not be asked to
    /// watch or play such a game.
    pub fn settled(mut self) -> Result<Self, RequestError> {
        self.chose_seed = self.seed.is_some();
        if self.chose_seed && self.listed {
            let reason = "a game in the public list cannot choose its seed; leave out the seed, or do not list the game";
            return Err(RequestError::new(Field::Seed, reason));
        }
        self.seed.get_or_insert_with(|| draw_seed().into());
        self.seats.get_or_insert_with(|| Seats::Swap.word().to_owned());
        Ok(self)
    }

    /// The seed, if the player who opened the room chose one.
    pub(crate) fn chosen_seed(&self) -> Option<WholeJson> {
        self.seed.filter(|_| self.chose_seed)
    }

    /// Whether this request may have led to that charter.
    pub(crate) fn is_met_by(&self, settled: &Self) -> bool {
        let seed = self.seed.or(settled.seed);
        let seats = self.seats.clone().or_else(|| settled.seats.clone());
        *settled == Self { seed, seats, chose_seed: self.seed.is_some(), ..self.clone() }
    }

    /// The request of a stored room. Earlier versions took a `first` where it is not a choice, without any effect.
    #[must_use]
    pub(crate) fn of_log(mut self) -> Self {
        let is_choice = |game: &dyn AnyGame| game.info().first == FirstTurn::EitherSeat;
        let chooses = self.position.is_none() && self.request().game().is_ok_and(is_choice);
        self.first = self.first.filter(|_| chooses);
        self
    }

    fn request(&self) -> Request {
        Request {
            game: self.game.clone(),
            set: self.set.clone(),
            position: self.position.clone(),
            first: self.first.as_ref().map(ToString::to_string),
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
