//! The review of a finished or abandoned match: what each move was worth, and what would have been better.

use std::fmt;
use std::sync::Arc;

use numberline_rules::{Choices, Seat, Turn};
use numberline_solver::{Fraction, Progress, SolveError};

use crate::words::{counted, percent, share, turns};
use crate::{Adviser, AnyMatch, Name, OracleCache, Outcome, Record, ReplayError, Verdict, Weighing, Worth};

/// The review of a match.
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
    /// The move of each seat that acted, Player 1's first; or why they were not judged.
    pub moves: Result<Vec<(Seat, Weighing)>, SolveError>,
}

/// How many of a seat's moves kept the value of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accuracy {
    /// Those that did.
    pub kept: usize,
    /// All whose value is known.
    pub moves: usize,
}

impl Accuracy {
    /// `66.7 %`; `None` without a move to judge.
    #[must_use]
    pub fn percent(self) -> Option<String> {
        (self.moves > 0).then(|| percent(self.kept, self.moves))
    }
}

/// `4 of 5 moves kept the value (accuracy 80 %), 1 mistake`; with `#`, where there is little room, `accuracy 80 %, 1 mistake`.
impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kept, moves } = *self;
        let Some(percent) = self.percent() else { return f.write_str("no moves to judge") };
        let mistakes = match moves - kept {
            0 => "no mistakes".to_owned(),
            some => counted(some, "mistake"),
        };
        if f.alternate() {
            return write!(f, "accuracy {percent}, {mistakes}");
        }
        write!(f, "{kept} of {} kept the value (accuracy {percent}), {mistakes}", counted(moves, "move"))
    }
}

/// What a position of a match is worth to Player 1: a point of the chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Point {
    /// Where one seat moves at a time, or the match is over.
    Outcome(Verdict),
    /// Where both act at once: the chance of winning.
    Chance(Fraction),
    /// Not solved.
    Unknown,
}

impl Point {
    /// The value for Player 1 of something with this value for a seat.
    pub(crate) fn of(seat: Seat, worth: &Worth) -> Self {
        match (worth, seat) {
            (Worth::Outcome(verdict), Seat::One) => Self::Outcome(*verdict),
            (Worth::Outcome(verdict), Seat::Two) => {
                Self::Outcome(Verdict { outcome: verdict.outcome.for_the_other(), ..*verdict })
            }
            (Worth::Chance(chance), Seat::One) => Self::Chance(chance.clone()),
            (Worth::Chance(chance), Seat::Two) => Self::Chance(chance.complement()),
        }
    }

    /// `Ada wins in 5`, `Ada's chance is 1/3`.
    #[must_use]
    pub fn sentence(&self, names: &[Name; 2]) -> String {
        let [one, two] = names;
        match self {
            Self::Unknown => "not known".to_owned(),
            Self::Chance(chance) => format!("{one}'s chance is {}", share(chance)),
            Self::Outcome(Verdict { outcome: Outcome::Draw, .. }) => "need not end".to_owned(),
            Self::Outcome(Verdict { outcome, remoteness }) => {
                let winner = if *outcome == Outcome::Win { one } else { two };
                match remoteness {
                    Some(0) => format!("{winner} has won"),
                    Some(plies) => format!("{winner} wins in {}", turns(*plies)),
                    None => format!("{winner} wins"),
                }
            }
        }
    }
}

/// Why a record cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReviewError {
    /// Its match cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The caller asked to stop.
    #[error("stopped before the review was done")]
    Stopped,
}

impl Review {
    /// Reviews the match that a record holds.
    pub fn of(
        record: &Record,
        cache: &Arc<OracleCache>,
        progress: &dyn Progress,
    ) -> Result<Self, ReviewError> {
        let adviser = Adviser::new(record.game(), cache);
        let (first_known, refusal) = first_known(&adviser, record, progress)?;
        // From there on the match counts as one that began there, so that the solved game is found again.
        let mut game = record.begin().map_err(ReplayError::from)?;
        let mut plies = Vec::new();
        let count = |plies: usize| u64::try_from(plies).unwrap_or(u64::MAX);
        for (place, choices) in record.plies().iter().enumerate() {
            // Where a formula answers, nothing else asks whether to continue, and there may be thousands of plies.
            if progress.step(count(place), count(record.plies().len())).is_break() {
                return Err(ReviewError::Stopped);
            }
            if place > 0 && place == first_known {
                game = record.resumed_at(place)?;
            }
            let moves = match &refusal {
                Some(refusal) if place < first_known => Err(refusal.clone()),
                _ => weigh_all(&adviser, &*game, choices, progress),
            };
            if moves == Err(SolveError::Stopped) {
                return Err(ReviewError::Stopped);
            }
            plies.push(ReviewedPly { position: game.position(), choices: choices.clone(), moves });
            game.play_turn(&choices.to_string()).map_err(ReplayError::from)?;
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

    /// The value of each position from the start to the end, where `end` is whose turn it is.
    #[must_use]
    pub fn chart(&self, end: Turn) -> Vec<Point> {
        let mut points: Vec<Point> = self.plies.iter().map(ReviewedPly::point).collect();
        points.push(self.point_at(end));
        points
    }

    /// The last position. Where both acted, it depends on both choices, and was not solved.
    fn point_at(&self, end: Turn) -> Point {
        let last = self.plies.last();
        let both = last.is_some_and(|ply| matches!(ply.choices, Choices::Both(..)));
        match (end, last.map(|ply| ply.moves.as_deref())) {
            (Turn::Over { winner }, _) if both => {
                Point::Chance(if winner == Seat::One { Fraction::ONE } else { Fraction::ZERO })
            }
            (Turn::Over { winner }, _) => Point::Outcome(Verdict {
                outcome: if winner == Seat::One { Outcome::Win } else { Outcome::Lose },
                remoteness: Some(0),
            }),
            (_, Some(Ok([(seat, Weighing { after: Worth::Outcome(verdict), .. })]))) => {
                let remoteness = verdict.remoteness.map(|plies| plies.saturating_sub(1));
                Point::of(*seat, &Worth::Outcome(Verdict { remoteness, ..*verdict }))
            }
            _ => Point::Unknown,
        }
    }
}

impl ReviewedPly {
    /// What the position before it is worth to Player 1.
    fn point(&self) -> Point {
        let first = self.moves.as_ref().ok().and_then(|moves| moves.first());
        first.map_or(Point::Unknown, |(seat, weighing)| Point::of(*seat, &weighing.before))
    }
}

/// The first ply that is small enough to be solved, and why those before it are not.
///
/// The positions that can come up only get fewer from ply to ply, so the plies that are too large come first: bisection
/// finds the first that is not without trying them all.
fn first_known(
    adviser: &Adviser,
    record: &Record,
    progress: &dyn Progress,
) -> Result<(usize, Option<SolveError>), ReviewError> {
    let known = |ply: usize| match adviser.analyse(&*record.resumed_at(ply)?, progress) {
        Ok(_) => Ok(None),
        Err(SolveError::Stopped) => Err(ReviewError::Stopped),
        Err(refusal) => Ok(Some(refusal)),
    };
    let mut refusal = known(0)?;
    let (mut first, mut until) = (0, if refusal.is_some() { record.plies().len() } else { 0 });
    while first < until {
        let middle = first.midpoint(until);
        match known(middle)? {
            None => until = middle,
            Some(other) => {
                first = middle + 1;
                refusal = Some(other);
            }
        }
    }
    Ok((first, refusal))
}

fn weigh_all(
    adviser: &Adviser,
    at: &dyn AnyMatch,
    choices: &Choices<String>,
    progress: &dyn Progress,
) -> Result<Vec<(Seat, Weighing)>, SolveError> {
    let acted = Seat::BOTH.into_iter().filter_map(|seat| Some((seat, choices.get(seat)?)));
    acted.map(|(seat, text)| Ok((seat, adviser.weigh(at, seat, text, progress)?))).collect()
}
