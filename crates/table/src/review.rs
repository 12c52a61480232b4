//! A finished or broken-off match looked at again: what each move was worth, and what would have been better.

use numberline_rules::{Choices, Seat};
use numberline_solver::{Progress, Refusal};

use crate::{Adviser, AnyMatch, MoveError, Record, StartError, Weighing};

/// What a match looks like to somebody who knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    /// Its plies.
    pub plies: Vec<ReviewedPly>,
}

/// A ply with what it changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewedPly {
    /// The position before it.
    pub position: String,
    /// What was played.
    pub choices: Choices<String>,
    /// The move of each seat that acted, Player 1's first; or why nothing is known about them.
    pub moves: Result<Vec<(Seat, Weighing)>, Refusal>,
}

/// How many of a seat's moves kept the value of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accuracy {
    /// Those that did.
    pub kept: usize,
    /// All whose value is known.
    pub moves: usize,
}

/// Why a record cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReviewError {
    /// Its match cannot begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Its moves cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The caller asked to stop.
    #[error("stopped before the review was done")]
    Stopped,
}

impl Review {
    /// Reviews the match that a record holds.
    pub fn of(record: &Record, progress: &dyn Progress) -> Result<Self, ReviewError> {
        Self::with(&mut Adviser::new(record.game()), record, progress)
    }

    /// Reviews the match that a record holds with an adviser of its game, who may know the game already.
    pub fn with(
        adviser: &mut Adviser,
        record: &Record,
        progress: &dyn Progress,
    ) -> Result<Self, ReviewError> {
        // What can come up only gets less from ply to ply, so the plies that are too large to solve come first: halving
        // finds the first that is not without trying them all.
        let mut first_known = 0;
        let mut refusal = adviser.analyse(&*at_ply(record, 0)?, progress).err();
        if refusal == Some(Refusal::Stopped) {
            return Err(ReviewError::Stopped);
        }
        if refusal.is_some() {
            let mut unknown_until = record.plies().len();
            while first_known < unknown_until {
                let middle = first_known.midpoint(unknown_until);
                let mut tried = Adviser::new(record.game());
                match tried.analyse(&*from_ply(record, middle)?, progress) {
                    Ok(_) => {
                        unknown_until = middle;
                        *adviser = tried;
                    }
                    Err(Refusal::Stopped) => return Err(ReviewError::Stopped),
                    Err(other) => {
                        first_known = middle + 1;
                        refusal = Some(other);
                    }
                }
            }
        }
        let mut game = record.begin()?;
        let mut plies = Vec::new();
        let count = |plies: usize| u64::try_from(plies).unwrap_or(u64::MAX);
        for (place, choices) in record.plies().iter().enumerate() {
            // Where a formula answers nobody else asks whether to go on, and there may be thousands of plies.
            if progress.step(count(place), count(record.plies().len())).is_break() {
                return Err(ReviewError::Stopped);
            }
            let moves = match &refusal {
                Some(refusal) if place < first_known => Err(refusal.clone()),
                _ => weigh_all(adviser, &*game, choices, progress),
            };
            if moves == Err(Refusal::Stopped) {
                return Err(ReviewError::Stopped);
            }
            plies.push(ReviewedPly { position: game.position(), choices: choices.clone(), moves });
            game.play_turn(&choices.to_string())?;
        }
        Ok(Self { plies })
    }

    /// How many of a seat's moves kept the value of the position.
    #[must_use]
    pub fn accuracy(&self, seat: Seat) -> Accuracy {
        let known = self.plies.iter().filter_map(|ply| ply.moves.as_ref().ok()).flatten();
        known.filter(|(mover, _)| *mover == seat).fold(Accuracy::default(), |accuracy, (_, weighing)| {
            Accuracy {
                kept: accuracy.kept + usize::from(weighing.mistake().is_none()),
                moves: accuracy.moves + 1,
            }
        })
    }

    /// Every mistake, with the place of its ply.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, Seat, &Weighing)> {
        let known =
            self.plies.iter().enumerate().filter_map(|(place, ply)| Some((place, ply.moves.as_ref().ok()?)));
        let moves = known
            .flat_map(|(place, moves)| moves.iter().map(move |(seat, weighing)| (place, *seat, weighing)));
        moves.filter(|(_, _, weighing)| weighing.mistake().is_some())
    }
}

/// A match that begins where the record has come to at a ply: what came before is forgotten.
pub fn from_ply(record: &Record, plies: usize) -> Result<Box<dyn AnyMatch>, ReviewError> {
    let before = at_ply(record, plies)?;
    Ok(record.game().start_at(&before.settings(), &before.position())?)
}

/// A match that has come to a ply of the record.
fn at_ply(record: &Record, plies: usize) -> Result<Box<dyn AnyMatch>, ReviewError> {
    let mut game = record.begin()?;
    for choices in record.plies().iter().take(plies) {
        game.play_turn(&choices.to_string())?;
    }
    Ok(game)
}

fn weigh_all(
    adviser: &mut Adviser,
    at: &dyn AnyMatch,
    choices: &Choices<String>,
    progress: &dyn Progress,
) -> Result<Vec<(Seat, Weighing)>, Refusal> {
    let acted = Seat::BOTH.into_iter().filter_map(|seat| Some((seat, choices.get(seat)?)));
    acted.map(|(seat, text)| Ok((seat, adviser.weigh(at, seat, text, progress)?))).collect()
}
