//! What a ply does, in words: before it is played, and after.
//!
//! Everything is read from the picture before and after, so a game need not describe its moves.

use numberline_rules::{Choices, Line, Mark, Meaning, Seat, numeral, signed_numeral};

use crate::words::list;
use crate::{AnyMatch, Ending, Name, Ply};

/// What a ply does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveEffect {
    choices: Choices<String>,
    /// What moved, and from where to where; it may stay where it is.
    pub travelled: Option<Travel>,
    /// The seat whose piece is captured.
    pub captured: Option<Seat>,
    /// The numbers that were taken: crossed out or claimed.
    pub taken: Vec<i64>,
    /// The numbers that are blocked by it.
    pub blocked: Vec<i64>,
    claims: bool,
    signed: bool,
    counter: &'static str,
    piece: &'static str,
    ending: Option<Ending>,
}

/// A piece that goes from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Travel {
    /// Where it was.
    pub from: i64,
    /// Where it is.
    pub to: i64,
    /// Whether both seats move it.
    pub is_shared: bool,
}

impl MoveEffect {
    /// What a ply of this match does. `ending` is how the match ends with it.
    #[must_use]
    pub fn of(game: &dyn AnyMatch, ply: &Ply, ending: Option<Ending>) -> Self {
        let Ply { choices, before, after } = ply;
        let new = |wanted: fn(Mark) -> bool| -> Vec<i64> {
            let cells = before.cells.iter().zip(&after.cells);
            let changed = cells.filter(|(before, after)| before.mark != after.mark && wanted(after.mark));
            changed.map(|(_, after)| after.number).collect()
        };
        let lost = |seat: &Seat| {
            place(before, Mark::Piece(*seat)).is_some() && place(after, Mark::Piece(*seat)).is_none()
        };
        Self {
            choices: choices.clone(),
            travelled: Travel::of(before, after),
            captured: Seat::BOTH.into_iter().find(lost),
            taken: new(|mark| matches!(mark, Mark::Crossed | Mark::Claimed(_))),
            blocked: new(|mark| mark == Mark::Blocked),
            claims: after.cells.iter().any(|cell| matches!(cell.mark, Mark::Claimed(_))),
            signed: game.extent().first < 0,
            counter: game.info().counter,
            piece: game.info().piece,
            ending,
        }
    }

    /// What a move of a seat would do by the rules; `None` if it is not allowed, or depends on the other seat's choice.
    #[must_use]
    pub fn of_move(game: &dyn AnyMatch, seat: Seat, text: &str) -> Option<Self> {
        Self::of_preview(game, seat, text, &game.preview(text).ok()?)
    }

    /// The same for a move whose preview is known.
    #[must_use]
    pub fn of_preview(game: &dyn AnyMatch, seat: Seat, text: &str, preview: &Ply) -> Option<Self> {
        let winner = game.turn_after(seat, text)?.winner();
        Some(Self::of(game, preview, winner.map(Ending::Won)))
    }

    /// The moves of the ply.
    #[must_use]
    pub fn choices(&self) -> &Choices<String> {
        &self.choices
    }

    /// How the match ends with it.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the match ends with it.
    #[must_use]
    pub fn ends(&self) -> bool {
        self.ending.is_some()
    }

    /// In a few words, for a player who is about to choose: `to 7`, `captures Grace and wins`.
    #[must_use]
    pub fn short(&self, names: &[Name; 2]) -> String {
        let outcome = self.outcome();
        let does = match (self.captured, self.travelled) {
            (Some(seat), _) => format!("captures {}", seat.of(names)),
            (None, Some(Travel { from, to, .. })) if from == to => {
                format!("{} stays on {}", self.counter, self.number(to))
            }
            (None, Some(Travel { to, .. })) if matches!(self.choices, Choices::Both(..)) => {
                format!("{} to {}", self.counter, self.number(to))
            }
            (None, Some(Travel { to, .. })) => match outcome {
                Some("loses") => format!("lands on {}", self.number(to)),
                Some("wins") => format!("reaches {}", self.number(to)),
                _ => format!("to {}", self.number(to)),
            },
            (None, None) if self.taken.is_empty() => format!("{} {}", self.piece, self.choices),
            (None, None) if self.claims && !self.blocked.is_empty() => {
                format!("claims {}, blocks {}", list(&self.taken), list(&self.blocked))
            }
            (None, None) if self.claims => format!("claims {}", list(&self.taken)),
            (None, None) => format!("crosses out {}", list(&self.taken)),
        };
        outcome.map_or_else(|| does.clone(), |outcome| format!("{does} and {outcome}"))
    }

    /// What was done, in a sentence: `Ada moved the token from 5 to 7.`
    #[must_use]
    pub fn sentence(&self, names: &[Name; 2]) -> String {
        let went = self.travelled.map(|Travel { from, to, .. }| match from == to {
            true => format!("stays on {}", self.number(to)),
            false => format!("moves from {} to {}", self.number(from), self.number(to)),
        });
        let (seat, text) = match &self.choices {
            Choices::Both(one, two) => {
                let [first, second] = names;
                let went = went.map(|went| format!(": the {} {went}", self.counter)).unwrap_or_default();
                return format!("{first} played {one}, {second} played {two}{went}.");
            }
            Choices::Of(seat, text) => (*seat, text),
        };
        let does = match (self.captured, self.travelled) {
            (Some(captured), Some(Travel { to, .. })) => {
                format!("captured {} on {}", captured.of(names), self.number(to))
            }
            (_, Some(Travel { from, to, is_shared })) => {
                let what = if is_shared { format!("the {} ", self.counter) } else { String::new() };
                format!("moved {what}from {} to {}", self.number(from), self.number(to))
            }
            (_, None) if self.taken.is_empty() => format!("played {text}"),
            (_, None) if self.claims => {
                let blocked =
                    if self.blocked.is_empty() { "nothing".to_owned() } else { list(&self.blocked) };
                format!("claimed {} and blocked {blocked}", list(&self.taken))
            }
            (_, None) => format!("crossed out {}", list(&self.taken)),
        };
        format!("{} {does}.", seat.of(names))
    }

    /// The cells of the move itself: those that were taken, or where a piece came from and went to.
    #[must_use]
    pub fn cells(&self) -> Vec<i64> {
        match self.travelled {
            Some(Travel { from, to, .. }) if from == to => vec![to],
            Some(Travel { from, to, .. }) => vec![from, to],
            None => self.taken.clone(),
        }
    }

    /// What the ending means for the seat that moved, or for Player 1 where both did.
    fn outcome(&self) -> Option<&'static str> {
        let ending = self.ending?;
        match (&self.choices, ending.winner()) {
            (Choices::Of(seat, _), Some(winner)) => Some(if winner == *seat { "wins" } else { "loses" }),
            (_, Some(_)) => None,
            (_, None) => Some("ends the game as a draw"),
        }
    }

    /// A number of the line, with its sign where the line has negative ones.
    fn number(&self, cell: i64) -> String {
        if self.signed { signed_numeral(cell) } else { numeral(cell) }
    }
}

/// What a cell means, in words: `Ada's base`.
#[must_use]
pub fn explain_landmark(meaning: Meaning, names: &[Name; 2]) -> String {
    match meaning {
        Meaning::Goal(seat) => format!("{} pushes here", seat.of(names)),
        Meaning::Base(seat) => format!("{}'s base", seat.of(names)),
        Meaning::Loses => "Landing here loses".to_owned(),
    }
}

impl Travel {
    /// The piece that is somewhere else afterwards; or a shared one that stays where it is.
    fn of(before: &Line, after: &Line) -> Option<Self> {
        let pieces = [Mark::Shared, Mark::Piece(Seat::One), Mark::Piece(Seat::Two)].into_iter();
        let mut travels = pieces.filter_map(|mark| {
            let (from, to) = (place(before, mark)?, place(after, mark)?);
            (from != to || mark == Mark::Shared).then_some(Self { from, to, is_shared: mark == Mark::Shared })
        });
        travels.next()
    }
}

fn place(line: &Line, mark: Mark) -> Option<i64> {
    line.cells.iter().find(|cell| cell.mark == mark).map(|cell| cell.number)
}
