//! What a person says about the match they want, read and checked in one place: variant, position, moves, who begins.

use numberline_rules::{Seat, SettingError};

use crate::{AnyGame, AnyMatch, MoveError, StartError};

/// The longest text of moves or positions that is read at all.
const LONGEST_TEXT: usize = 1 << 17;

/// A wanted match: texts as they come from a command line or a form.
#[derive(Clone, Default, Debug)]
pub struct Setup {
    /// `name=value`, one for each parameter that is not the book's.
    pub settings: Vec<String>,
    /// The position to start from, if not the book's start.
    pub position: Option<String>,
    /// Turns to play from there: `5 6; 8; 9 10`, or separated by commas where no move has one.
    pub moves: Option<String>,
    /// Who begins, where the book leaves that open. A position says for itself who is to move.
    pub first: Option<Seat>,
}

/// Why a wanted match cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A parameter is unknown or out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The match cannot start like that.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The position belongs to another variant than the one asked for.
    #[error("the position has {name}={actual}, but {name}={wanted} was asked for")]
    Mismatch {
        /// The parameter.
        name: &'static str,
        /// What the position has.
        actual: String,
        /// What was asked for.
        wanted: String,
    },
    /// One of the moves cannot be played.
    #[error("move {number} ({text}): {reason}")]
    Move {
        /// Which of the moves, counted from 1.
        number: usize,
        /// The move.
        text: String,
        /// Why not.
        reason: MoveError,
    },
    /// A text is too long to be read.
    #[error("the list of moves or the position is longer than {LONGEST_TEXT} bytes")]
    TooLong,
}

impl Setup {
    /// Sets up a match.
    pub fn start(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyMatch>, SetupError> {
        if [&self.position, &self.moves].into_iter().flatten().any(|text| text.len() > LONGEST_TEXT) {
            return Err(SetupError::TooLong);
        }
        let mut settings = game.book_settings();
        let named = settings.assign_all(self.settings.iter().map(String::as_str))?;
        let mut table = match &self.position {
            Some(position) => game.start_at(&settings, position)?,
            None => game.start(&settings, self.first.unwrap_or(Seat::One))?,
        };
        // What was asked for by name must hold, even where the position could say otherwise.
        for ((parameter, wanted), (_, actual)) in settings.iter().zip(table.settings().iter()) {
            if wanted != actual && named.contains(&parameter.name) {
                let (wanted, actual) = (wanted.to_string(), actual.to_string());
                return Err(SetupError::Mismatch { name: parameter.name, actual, wanted });
            }
        }
        for (place, text) in turns(self.moves.as_deref().unwrap_or_default()).enumerate() {
            table.play_turn_unseen(text).map_err(|reason| SetupError::Move {
                number: place + 1,
                text: text.chars().take(40).collect(),
                reason,
            })?;
        }
        Ok(table)
    }
}

fn turns(text: &str) -> impl Iterator<Item = &str> {
    let separator = if text.contains(';') { ';' } else { ',' };
    text.split(separator).map(str::trim).filter(|turn| !turn.is_empty())
}
