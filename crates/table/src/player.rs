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

    /// The player for a seat, as `--p1` names it; `human` is none of these.
    pub fn at(slug: &str, text: &str) -> Result<Option<Self>, PlayerError> {
        if text == "human" {
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
                "Knows what every position is worth; where it is lost, it makes winning as hard as possible."
                    .to_owned()
            }
            Self::Computer(Skill::Level(level)) => match level.horizon() {
                0 => "Hopes for the best: overlooks even a win in the next move now and then.".to_owned(),
                1 => "Sees a win in the next move, and little beyond it.".to_owned(),
                plies => {
                    format!("Sees the next {plies} plies (turns), and less the deeper it looks.")
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
#[error("there is no player '{0}'; 'numberline players' lists them")]
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
