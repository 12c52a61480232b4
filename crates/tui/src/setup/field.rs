//! The fields of the setup: what each asks, and how its text is changed.

use numberline_rules::{Domain, Seat};

/// Something that can be set, or done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// Begin.
    Play,
    /// Which game.
    Game,
    /// Who plays against the person: the player of one of the seats.
    Opponent,
    /// Show the other fields, or hide them.
    More,
    /// Who plays in this seat.
    Player(Seat),
    /// The player's name.
    Name(Seat),
    /// The parameter of the game with this index.
    Set(usize),
    /// Who begins.
    First,
    /// One match, several, or as many as it takes.
    Rounds,
    /// How many rounds.
    Count,
    /// Whether the players change seats after each round.
    Seats,
    /// Whether the coach warns.
    Coach,
    /// After how many turns the game is a draw.
    MaxTurns,
    /// After how many invalid attempts the game is lost.
    MaxInvalid,
}

/// How the text of a field is changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Not at all: it is an action.
    Button,
    /// It is typed.
    Typed,
    /// It is typed or counted, from `min` to `max`; `usual` if nothing was typed. Without a usual number it may be empty.
    Number { usual: Option<u64>, min: u64, max: u64 },
    /// It is one of these words, as a request takes them; an empty one asks for the default.
    Choice(Vec<String>),
}

impl Kind {
    /// One of these words.
    pub(super) fn words(words: &[&str]) -> Self {
        Self::Choice(words.iter().map(|word| (*word).to_owned()).collect())
    }

    /// The kind for a parameter.
    pub(super) fn of(domain: &Domain) -> Self {
        match domain {
            Domain::Number { book, min, max } => Self::Number { usual: Some(*book), min: *min, max: *max },
            Domain::YesNo { .. } => Self::words(&["yes", "no"]),
            Domain::Word(choices) => Self::words(choices),
        }
    }

    /// The text this many steps after another.
    pub(super) fn turned(&self, text: &str, by: i64) -> String {
        match self {
            Self::Button | Self::Typed => text.to_owned(),
            Self::Number { usual, min, max } => match (text.parse::<u64>(), usual) {
                (Ok(number), None) if number.saturating_add_signed(by) == 0 => String::new(),
                (Ok(number), _) => number.saturating_add_signed(by).clamp(*min, *max).to_string(),
                (Err(_), Some(usual)) => usual.to_string(),
                (Err(_), None) if by > 0 => by.to_string(),
                (Err(_), None) => String::new(),
            },
            Self::Choice(words) => {
                let count = i64::try_from(words.len()).unwrap_or(1).max(1);
                let now = words.iter().position(|word| word == text).and_then(|now| i64::try_from(now).ok());
                let next = now.unwrap_or(0).saturating_add(by.signum()).rem_euclid(count);
                usize::try_from(next).ok().and_then(|next| words.get(next)).cloned().unwrap_or_default()
            }
        }
    }
}
