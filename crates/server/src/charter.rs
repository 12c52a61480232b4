//! What a room was opened for: the game, who may sit where, how many rounds, how much time.

use std::num::NonZeroU32;

use numberline_rules::Seat;
use numberline_table::{AnyGame, AnyMatch, Limits, Player, Rounds, Setup, find};
use serde::{Deserialize, Serialize};

/// What a room was opened for. It never changes, and is checked once: a charter can always be played.
#[derive(Clone)]
pub struct Charter {
    game: &'static dyn AnyGame,
    wish: Wish,
    players: [Option<Player>; 2],
    rounds: Rounds,
}

/// The most cells that a line may have in a room: everybody who looks gets all of it with every move.
const LONGEST_LINE: u64 = 200;

/// The longest text of a position that is looked at.
const LONGEST_POSITION: usize = 2_000;

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
    /// How long the players may think; as long as they like if nothing is said.
    #[serde(default)]
    pub time: Option<TimeControl>,
    /// Whether strangers find the room in the lobby.
    #[serde(default)]
    pub listed: bool,
    /// What makes the computer's choices repeatable; the server draws a number if nothing is said.
    #[serde(default)]
    pub seed: Option<u64>,
}

fn people() -> [String; 2] {
    ["human".to_owned(), "human".to_owned()]
}

fn one() -> u32 {
    1
}

/// Why a wish cannot be granted. The text says what to change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoCharter(String);

impl NoCharter {
    #[expect(clippy::needless_pass_by_value, reason = "it stands where one error is turned into another")]
    fn new(reason: impl ToString) -> Self {
        Self(reason.to_string())
    }
}

impl Wish {
    /// Checks it, once and for all.
    pub fn grant(&self) -> Result<Charter, NoCharter> {
        let slug = self.game.chars().take(40).collect::<String>();
        let game = find(&slug).ok_or_else(|| NoCharter(format!("there is no game '{slug}'")))?;
        if self.set.len() > 16 || self.set.iter().any(|setting| setting.len() > 100) {
            return Err(NoCharter::new("there are more settings than any game has"));
        }
        if !matches!(self.first, None | Some(1 | 2)) {
            return Err(NoCharter::new("first is 1 or 2"));
        }
        if self.position.as_ref().is_some_and(|position| position.len() > LONGEST_POSITION) {
            return Err(NoCharter::new("the position is longer than any that can be played here"));
        }
        let start = self.setup().start(game).map_err(NoCharter::new)?;
        if start.turn().winner().is_some() {
            return Err(NoCharter::new("the game is over in this position"));
        }
        let cells = start.extent().len();
        if cells > LONGEST_LINE {
            return Err(NoCharter(format!(
                "the line has {cells} numbers; here it may have at most {LONGEST_LINE}, so choose a shorter one"
            )));
        }
        let read = |text: &String| {
            Player::at(&slug, &text.chars().take(40).collect::<String>()).map_err(NoCharter::new)
        };
        let [one, two] = &self.players;
        let players = [read(one)?, read(two)?];
        if players.iter().all(Option::is_some) {
            return Err(NoCharter::new("a room needs a person: make one of the players human"));
        }
        let rounds = match (self.rounds, self.best_of) {
            (1, _) => Rounds::One,
            (rounds @ 2..=1000, false) => Rounds::All(rounds),
            (rounds @ 2..=1000, true) => Rounds::BestOf(rounds),
            _ => return Err(NoCharter::new("rounds is 1 to 1000")),
        };
        if self.time.is_some_and(|time| !(1..=86_400).contains(&time.seconds) || time.increment > 3_600) {
            return Err(NoCharter::new("time is 1 to 86400 seconds, and increment at most 3600"));
        }
        Ok(Charter { game, wish: self.clone(), players, rounds })
    }

    /// The same wish with a number of its own for the computer's choices.
    #[must_use]
    pub fn seeded(mut self) -> Self {
        self.seed.get_or_insert_with(rand::random);
        self
    }

    fn setup(&self) -> Setup {
        let first = match self.first {
            Some(2) => Some(Seat::Two),
            Some(_) => Some(Seat::One),
            None => None,
        };
        Setup { settings: self.set.clone(), position: self.position.clone(), moves: None, first }
    }
}

impl Charter {
    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// What was asked for.
    #[must_use]
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// What the same players ask for when they play again: the seats change, and chance is another.
    #[must_use]
    pub fn again(&self) -> Wish {
        let [one, two] = self.wish.players.clone();
        Wish { players: [two, one], seed: None, ..self.wish.clone() }.seeded()
    }

    /// Who plays in a seat; none for a person.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<Player> {
        *seat.of(&self.players)
    }

    /// How many rounds there are.
    #[must_use]
    pub fn rounds(&self) -> Rounds {
        self.rounds
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

    /// What makes the computer's choices repeatable.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.wish.seed.unwrap_or_default()
    }

    /// What the players agreed on beyond the rules. Without a person's eye on it, no game goes on for ever.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { max_invalid: None, max_turns: NonZeroU32::new(20_000) }
    }

    /// A match from the start.
    pub fn begin(&self) -> Result<Box<dyn AnyMatch>, NoCharter> {
        self.wish.setup().start(self.game).map_err(NoCharter::new)
    }
}
