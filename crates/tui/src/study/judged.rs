//! What a review says, made ready to be drawn: the points of the chart, and each mistake as a glyph and a sentence.

use numberline_rules::{Seat, Turn};
use numberline_table::{Accuracy, Mistake, Outcome, Refusal, Review, Verdict, Weighing, Worth, share};

use crate::chart::Point;
use crate::words;

/// A review, made ready to be drawn.
pub(super) struct Judged {
    pub(super) review: Review,
    /// What each position is worth to Player 1.
    pub(super) points: Vec<Point>,
    /// Whether the ply that led to a position was a mistake.
    pub(super) mistakes: Vec<bool>,
    /// How well each seat played, in words.
    pub(super) accuracy: [String; 2],
}

impl Judged {
    /// A review of a match that has come to `end`.
    pub(super) fn new(review: Review, end: Turn) -> Self {
        let mut points: Vec<Point> = review.plies.iter().map(|ply| before(ply.moves.as_ref().ok())).collect();
        points.push(match (end, review.plies.last().map(|ply| &ply.moves)) {
            (Turn::Over { winner }, Some(Ok(moves))) if is_chance(moves) => {
                Point::Chance(if winner == Seat::One { 1.0 } else { 0.0 })
            }
            (Turn::Over { winner }, _) => Point::Outcome(of_winner(winner)),
            (_, Some(Ok(moves))) => after(moves),
            _ => Point::Unknown,
        });
        let mut mistakes = vec![false];
        mistakes.extend(review.plies.iter().map(|ply| {
            ply.moves
                .as_ref()
                .is_ok_and(|moves| moves.iter().any(|(_, weighing)| weighing.mistake().is_some()))
        }));
        let accuracy = Seat::BOTH.map(|seat| accuracy(review.accuracy(seat)));
        Self { review, points, mistakes, accuracy }
    }

    /// What is known about the moves of a ply.
    pub(super) fn moves(&self, ply: usize) -> Option<&Result<Vec<(Seat, Weighing)>, Refusal>> {
        self.review.plies.get(ply).map(|ply| &ply.moves)
    }

    /// The first mistake after so many plies, or else the first of all.
    pub(super) fn next_mistake(&self, ply: usize) -> Option<(usize, Seat, &Weighing)> {
        let mut all = self.review.mistakes();
        all.find(|(place, ..)| *place >= ply).or_else(|| self.review.mistakes().next())
    }

    /// The last mistake before so many plies, or else the last of all.
    pub(super) fn previous_mistake(&self, ply: usize) -> Option<usize> {
        let places = || self.review.mistakes().map(|(place, ..)| place);
        places().filter(|place| *place < ply).last().or_else(|| places().last())
    }

    /// What a position is worth, in words: `Ada W in 5`.
    pub(super) fn standing(&self, ply: usize) -> Option<(Seat, String, Option<Outcome>)> {
        let moves = self.moves(ply)?.as_ref().ok()?;
        let (seat, weighing) = moves.first()?;
        Some((*seat, worth(&weighing.before), outcome(&weighing.before)))
    }
}

fn is_chance(moves: &[(Seat, Weighing)]) -> bool {
    moves.iter().any(|(_, weighing)| matches!(weighing.before, Worth::Chance(_)))
}

fn before(moves: Option<&Vec<(Seat, Weighing)>>) -> Point {
    moves.and_then(|moves| moves.first()).map_or(Point::Unknown, |(seat, weighing)| {
        match (&weighing.before, seat) {
            (Worth::Outcome(verdict), seat) => Point::Outcome(for_one(verdict.outcome, *seat)),
            (Worth::Chance(chance), Seat::One) => Point::Chance(chance.approximate()),
            (Worth::Chance(chance), Seat::Two) => Point::Chance(chance.complement().approximate()),
        }
    })
}

/// What the last ply of an unfinished match left. Where both acted that depends on both, and nobody has looked.
fn after(moves: &[(Seat, Weighing)]) -> Point {
    match moves {
        [(seat, Weighing { after: Worth::Outcome(verdict), .. })] => {
            Point::Outcome(for_one(verdict.outcome, *seat))
        }
        _ => Point::Unknown,
    }
}

fn for_one(outcome: Outcome, seat: Seat) -> Outcome {
    if seat == Seat::One { outcome } else { outcome.for_the_other() }
}

fn of_winner(winner: Seat) -> Outcome {
    if winner == Seat::One { Outcome::Win } else { Outcome::Lose }
}

/// `??` for what throws everything away, `?` for any other mistake.
pub(super) fn glyph(weighing: &Weighing) -> Option<&'static str> {
    Some(match weighing.mistake()? {
        Mistake::Outcome { before: Outcome::Win, after: Outcome::Lose } => "??",
        Mistake::Outcome { .. } => "?",
        Mistake::Regret(_) => match &weighing.after {
            Worth::Chance(after) if after.is_zero() => "??",
            _ => "?",
        },
    })
}

/// What a mistake did.
pub(super) fn blame(mistake: &Mistake) -> String {
    match mistake {
        Mistake::Outcome { before: Outcome::Win, after: Outcome::Draw } => "gives away a win".to_owned(),
        Mistake::Outcome { before: Outcome::Win, .. } => "turns a win into a loss".to_owned(),
        Mistake::Outcome { .. } => "loses a game that need not end".to_owned(),
        Mistake::Regret(regret) => format!("gives away {} of the chance", share(regret)),
    }
}

/// `W in 5`, `D`, or `chance 1/3`.
pub(super) fn worth(worth: &Worth) -> String {
    match worth {
        Worth::Outcome(verdict) => words::verdict(*verdict),
        Worth::Chance(chance) => format!("chance {}", share(chance)),
    }
}

/// The letter of a worth, where it has one.
pub(super) fn outcome(worth: &Worth) -> Option<Outcome> {
    match worth {
        Worth::Outcome(Verdict { outcome, .. }) => Some(*outcome),
        Worth::Chance(_) => None,
    }
}

/// `4 of 5 kept (80 %), 1 mistake`.
fn accuracy(accuracy: Accuracy) -> String {
    let Accuracy { kept, moves } = accuracy;
    if moves == 0 {
        return "no moves to judge".to_owned();
    }
    let tenths = if kept == moves { 1000 } else { (kept * 1000 + moves / 2) / moves };
    let percent = if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let mistakes = match moves - kept {
        0 => "no mistakes".to_owned(),
        1 => "1 mistake".to_owned(),
        some => format!("{some} mistakes"),
    };
    format!("{kept} of {moves} kept the value ({percent} %), {mistakes}")
}
