//! The computer players: who they are, their strategies, and which games they play.

mod computer;
mod mix;
mod named;
mod rule;
mod skill;

use std::fmt;
use std::str::FromStr;

pub use computer::{Chosen, Computer};
pub(crate) use mix::{Lots, draw_exactly};
pub use named::{Named, Refutation};
pub use rule::AnyRule;
pub(crate) use rule::Rule;
pub use skill::{Level, Skill};

use crate::catalog;
use crate::suggest::did_you_mean;

/// The ratings of the four levels and of the perfect player in each game.
const RATINGS: [(&str, [u16; 5]); 5] = [
    ("duel", [1237, 1324, 1596, 1844, 1940]),
    ("token", [1203, 1280, 1687, 1830, 1965]),
    ("blockade", [1286, 1352, 1536, 1827, 2106]),
    ("cards", [1285, 1414, 1577, 1725, 1830]),
    ("siege", [1207, 1395, 1650, 1748, 1770]),
];

/// A computer player.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// Plays every game, as well as its skill allows.
    Computer(Skill),
    /// Follows a belief, in the games where that makes sense.
    Named(&'static Named),
}

impl Player {
    /// What `computer` alone means: the level in the middle.
    pub const USUAL: Self = Self::Computer(Skill::Level(Level::ALL[2]));

    /// Every player, the best first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let levels = Level::ALL.into_iter().rev().map(Skill::Level);
        let skills = [Skill::Perfect].into_iter().chain(levels).map(Self::Computer);
        skills.chain(Named::ALL.iter().map(Self::Named)).collect()
    }

    /// Every player of a game, the best first.
    #[must_use]
    pub fn all_of(slug: &str) -> Vec<Self> {
        Self::all().into_iter().filter(|player| player.plays(slug)).collect()
    }

    /// What a seat for a person is called, where players are named.
    pub const HUMAN: &str = "human";

    /// The player for a seat, as `--p1` names it; a person is none of these.
    pub fn at(slug: &str, text: &str) -> Result<Option<Self>, PlayerError> {
        if text == Self::HUMAN {
            return Ok(None);
        }
        let player: Self = text.parse()?;
        if player.plays(slug) {
            Ok(Some(player))
        } else {
            Err(PlayerError::NotThisGame(player.to_string(), slug.to_owned()))
        }
    }

    /// The name that people see.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Computer(Skill::Perfect) => "Computer (perfect)".to_owned(),
            Self::Computer(Skill::Level(level)) => format!("Computer (level {})", level.number()),
            Self::Named(named) => named.title.to_owned(),
        }
    }

    /// The player whom people see under this title, also where two of a kind are numbered.
    #[must_use]
    pub fn titled(title: &str) -> Option<Self> {
        let kind = title.strip_suffix(" 1").or_else(|| title.strip_suffix(" 2")).unwrap_or(title);
        Self::all().into_iter().find(|player| player.title() == kind)
    }

    /// How strong a level is in a game by the book, on the Elo scale: the four levels have 1500 on average. Measured in the arena, and
    /// compared with it by the tests; `None` where nothing was measured.
    #[must_use]
    pub fn rating(&self, slug: &str) -> Option<u16> {
        let Self::Computer(skill) = self else { return None };
        let (_, ratings) = RATINGS.iter().find(|(game, _)| *game == slug)?;
        let place = match skill {
            Skill::Level(level) => usize::from(level.number()) - 1,
            Skill::Perfect => Level::ALL.len(),
        };
        ratings.get(place).copied()
    }

    /// The games that it plays.
    #[must_use]
    pub fn games(&self) -> Vec<&'static str> {
        match self {
            Self::Computer(_) => catalog().into_iter().map(|game| game.info().slug).collect(),
            Self::Named(named) => named.games().collect(),
        }
    }

    /// Whether it plays a game.
    #[must_use]
    pub fn plays(&self, slug: &str) -> bool {
        match self {
            Self::Computer(_) => true,
            Self::Named(named) => named.rule(slug).is_some(),
        }
    }

    /// What it believes, in one line.
    #[must_use]
    pub fn belief(&self) -> String {
        match self {
            Self::Computer(Skill::Perfect) => {
                "Knows what every position is worth; in a lost one, it makes winning as hard as possible."
                    .to_owned()
            }
            Self::Computer(Skill::Level(level)) => match level.horizon() {
                0 => "Hopes for the best: overlooks even a win in the next move now and then.".to_owned(),
                1 => "Sees a win in the next move, and little beyond it.".to_owned(),
                plies => {
                    format!("Looks {plies} turns ahead, and misses a little more at each.")
                }
            },
            Self::Named(named) => named.belief.to_owned(),
        }
    }
}

/// Two players are the same if they go by the same name.
impl PartialEq for Player {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Computer(one), Self::Computer(two)) => one == two,
            (Self::Named(one), Self::Named(two)) => one.name == two.name,
            _ => false,
        }
    }
}

impl Eq for Player {}

/// The name that commands take: `computer:perfect`, `computer:3`, `mirror`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Computer(skill) => write!(f, "computer:{skill}"),
            Self::Named(named) => f.write_str(named.name),
        }
    }
}

/// There is no player of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no player '{0}'{suggestion} 'numberline players' lists them", suggestion = self.suggestion())]
pub struct UnknownPlayerError(String);

/// Why a player cannot sit at a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no player of that name.
    #[error(transparent)]
    UnknownPlayerError(#[from] UnknownPlayerError),
    /// The player plays other games.
    #[error("{0} does not play {1}; 'numberline players' says who does")]
    NotThisGame(String, String),
}

impl UnknownPlayerError {
    fn suggestion(&self) -> String {
        let known = Player::all().into_iter().map(|player| player.to_string());
        let meant = did_you_mean(&self.0, known.chain(["computer".to_owned()]));
        if meant.is_empty() { ";".to_owned() } else { meant }
    }
}

impl FromStr for Player {
    type Err = UnknownPlayerError;

    fn from_str(text: &str) -> Result<Self, UnknownPlayerError> {
        if text == "computer" {
            return Ok(Self::USUAL);
        }
        let named = Self::all().into_iter().find(|player| player.to_string() == text);
        named.ok_or_else(|| UnknownPlayerError(text.to_owned()))
    }
}
