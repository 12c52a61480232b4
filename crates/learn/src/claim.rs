//! A claim in the text of a lesson: what the reader sees, and what the solver has to say about it. A test checks every claim
//! of every lesson.

use std::fmt;
use std::sync::Arc;

use numberline_rules::{Seat, Turn};
use numberline_table::{
    Adviser, Analysis, AnyGame, AnyMatch, Fraction, Known, Named, OracleCache, Outcome, SolveError,
};

use crate::mix::{chance_after, turn_of};
use crate::{Setup, Task};

/// A claim: `{loses = value | runs 4 4 / 1}` shows `loses`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonClaim {
    /// What the reader sees.
    pub shown: String,
    /// What is claimed.
    pub query: Query,
    /// Of which position; `None` is the one of the step.
    pub setup: Option<Setup>,
}

/// What a claim is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Whether the player to move wins, loses, or neither.
    Value,
    /// The same of a move, for the player who makes it.
    Move(String),
    /// Who wins with perfect play.
    Winner,
    /// The nimber.
    Nimber,
    /// Plies to the end.
    Plies,
    /// Player 1's chance of winning.
    Chance,
    /// How much of its chance a seat gives away with a move.
    Regret(Seat, String),
    /// Every move that keeps the value, of the seat to move or of this one.
    Best(Option<Seat>),
    /// How many moves keep the value.
    Keepers,
    /// How many moves there are.
    Moves,
    /// Whether a player with a belief can be beaten in the seat to move, or in this one.
    Beaten(String, Option<Seat>),
    /// Whether another card of a seat is never worse than this one, and sometimes better.
    Dominated(Seat, String),
    /// That this is a right answer to the question of the step: what a hint leads to.
    Answer(String),
}

impl LessonClaim {
    /// Reads what stands between the braces.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("'{{{text}}}' is not a claim; write {{shown = query}} or {{shown = query | position}}")
        };
        let (shown, rest) = text.split_once('=').ok_or_else(wrong)?;
        let (query, setup) = match rest.split_once('|') {
            Some((query, setup)) => (query, Some(Setup::read(setup.trim())?)),
            None => (rest, None),
        };
        let shown = shown.trim().to_owned();
        if shown.is_empty() {
            Err(wrong())
        } else {
            Ok(Self { shown, query: Query::read(query.trim())?, setup })
        }
    }

    /// Checks the claim by the solver. The error says what is true.
    pub fn check(
        &self,
        here: Option<&Setup>,
        game: &'static dyn AnyGame,
        cache: &Arc<OracleCache>,
    ) -> Result<(), String> {
        let setup = self.setup.as_ref().or(here).ok_or_else(|| format!("{self} names no position"))?;
        let at = setup.begin(game)?;
        let adviser = Adviser::new(game, cache);
        let known = adviser.analyse(&*at, &()).map_err(|error| format!("{self}: {error}"))?;
        let truth = self.query.answer(&*at, &known, &adviser)?;
        if truth.is_said_by(&self.shown) { Ok(()) } else { Err(format!("{self}: in truth it is {truth}")) }
    }
}

impl fmt::Display for LessonClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' ({:?})", self.shown, self.query)?;
        self.setup.as_ref().map_or(Ok(()), |setup| write!(f, " of {setup}"))
    }
}

impl Query {
    fn read(text: &str) -> Result<Self, String> {
        let (word, rest) = text.split_once(' ').map_or((text, ""), |(word, rest)| (word, rest.trim()));
        let seat = |text: &str| text.parse().ok();
        let query = match (word, rest) {
            ("value", "") => Some(Self::Value),
            ("move", chosen) if !chosen.is_empty() => Some(Self::Move(chosen.to_owned())),
            ("winner", "") => Some(Self::Winner),
            ("nimber", "") => Some(Self::Nimber),
            ("plies", "") => Some(Self::Plies),
            ("chance", "") => Some(Self::Chance),
            ("regret", rest) => rest
                .split_once(' ')
                .and_then(|(whose, chosen)| Some(Self::Regret(seat(whose)?, chosen.to_owned()))),
            ("best", "") => Some(Self::Best(None)),
            ("best", whose) => seat(whose).map(|seat| Self::Best(Some(seat))),
            ("keepers", "") => Some(Self::Keepers),
            ("moves", "") => Some(Self::Moves),
            ("beaten", rest) => match rest.split_once(' ') {
                Some((name, whose)) => seat(whose).map(|seat| Self::Beaten(name.to_owned(), Some(seat))),
                None => Some(Self::Beaten(rest.to_owned(), None)),
            },
            ("dominated", rest) => rest
                .split_once(' ')
                .and_then(|(whose, chosen)| Some(Self::Dominated(seat(whose)?, chosen.to_owned()))),
            ("answer", answer) if !answer.is_empty() => Some(Self::Answer(answer.to_owned())),
            _ => None,
        };
        query.ok_or_else(|| {
            format!(
                "'{text}' cannot be claimed; there are value, move M, winner, nimber, plies, chance, regret SEAT M, \
                 best [SEAT], keepers, moves, beaten NAME [SEAT], dominated SEAT M and answer A"
            )
        })
    }

    /// Whether it is the value that a task asks for.
    pub(crate) fn gives_away(&self, task: Task) -> bool {
        match task {
            Task::Value => matches!(self, Self::Value | Self::Winner),
            Task::Plies => *self == Self::Plies,
            Task::Nimber => *self == Self::Nimber,
            Task::Chance => *self == Self::Chance,
            Task::All => matches!(self, Self::Best(_)),
            Task::Move | Task::Card(_) | Task::Mix(_) | Task::Play(_) => false,
        }
    }

    fn answer(&self, at: &dyn AnyMatch, known: &Analysis, adviser: &Adviser) -> Result<Truth, String> {
        let none = || format!("{}: there is no such thing here ({self:?})", at.position());
        let mover = match known.turn {
            Turn::Of(seat) => Some(seat),
            Turn::Both | Turn::Over { .. } => None,
        };
        let truth = match self {
            Self::Value => known.verdict.map(|verdict| Truth::Outcome(verdict.outcome)),
            Self::Move(chosen) => {
                let text = at.spell(chosen).map_err(|error| error.to_string())?;
                let judged = known.moves.listed().iter().find(|judged| judged.text == text);
                judged.map(|judged| Truth::Outcome(judged.verdict.outcome))
            }
            Self::Winner => Some(Truth::Winner(known.sure_winner())),
            Self::Nimber => known.nimber.map(Truth::Number),
            Self::Plies => {
                known.verdict.and_then(|verdict| verdict.remoteness).map(|plies| Truth::Number(plies.into()))
            }
            Self::Chance => known.chance.clone().map(Truth::Fraction),
            Self::Regret(seat, chosen) => match &known.moves {
                Known::Mix(mixes) => {
                    let mixed = seat.of::<Vec<_>>(mixes).iter().find(|mixed| mixed.text == *chosen);
                    mixed.map(|mixed| Truth::Fraction(mixed.regret.clone()))
                }
                _ => None,
            },
            Self::Best(seat) => Some(Truth::Moves(keepers(known, *seat))),
            Self::Keepers => Some(Truth::Number(keepers(known, None).len() as u64)),
            Self::Moves => {
                let seat = mover.unwrap_or(Seat::One);
                Some(Truth::Number(at.moves(seat, Known::MOST).len() as u64))
            }
            Self::Beaten(name, seat) => {
                let rule = Named::find(name).and_then(|named| named.rule(at.info().slug)).ok_or_else(none)?;
                let seat = seat.or(mover).ok_or_else(none)?;
                Some(Truth::Is("beaten", rule.refute(at, seat).is_some()))
            }
            Self::Dominated(seat, chosen) => {
                let dominated =
                    is_dominated(adviser, at, *seat, chosen).map_err(|error| error.to_string())?;
                Some(Truth::Is("dominated", dominated))
            }
            // Only the question of a step can judge it.
            Self::Answer(_) => None,
        };
        truth.ok_or_else(none)
    }
}

/// Every move that keeps the value: of the seat to move, or, where both act, of a seat.
pub(crate) fn keepers(known: &Analysis, seat: Option<Seat>) -> Vec<String> {
    match &known.moves {
        Known::Mix(mixes) => {
            let mix = seat.unwrap_or(Seat::One).of(mixes).iter();
            mix.filter(|mixed| mixed.regret.is_zero()).map(|mixed| mixed.text.clone()).collect()
        }
        moves => {
            let best = known.verdict.map(|verdict| verdict.outcome);
            let kept = moves.listed().iter().filter(|judged| Some(judged.verdict.outcome) == best);
            kept.map(|judged| judged.text.clone()).collect()
        }
    }
}

/// Whether another move is at least as good as this one against every reply, and better against some.
fn is_dominated(adviser: &Adviser, at: &dyn AnyMatch, seat: Seat, chosen: &str) -> Result<bool, SolveError> {
    let against_all = |own: &str| -> Result<Vec<Fraction>, SolveError> {
        let replies = at.moves(seat.other(), Known::MOST);
        let turn = |reply: &String| turn_of(seat, own, reply);
        replies.iter().map(|reply| chance_after(adviser, at, seat, &turn(reply), &())).collect()
    };
    let worth = against_all(chosen)?;
    for other in at.moves(seat, Known::MOST) {
        let better = against_all(&other)?;
        if better != worth && better.iter().zip(&worth).all(|(better, worth)| better >= worth) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What the solver says.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Truth {
    Outcome(Outcome),
    Winner(Option<Seat>),
    Number(u64),
    Fraction(Fraction),
    Moves(Vec<String>),
    Is(&'static str, bool),
}

/// The small numbers that texts write as words.
const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Truth {
    /// Whether words say this.
    fn is_said_by(&self, shown: &str) -> bool {
        let shown = shown.to_ascii_lowercase();
        match self {
            Self::Outcome(outcome) => said_outcome(&shown) == Some(*outcome),
            Self::Winner(Some(seat)) => shown == format!("player {seat}"),
            Self::Winner(None) => {
                ["nobody", "neither", "neither player", "no player"].contains(&shown.as_str())
            }
            Self::Number(number) => {
                let word = usize::try_from(*number).ok().and_then(|setup| NUMBERS.get(setup));
                shown == number.to_string() || word.is_some_and(|word| shown == *word)
            }
            Self::Fraction(fraction) => match shown.trim_start_matches("about ").strip_suffix('%') {
                Some(percent) => percent
                    .trim()
                    .parse::<f64>()
                    .is_ok_and(|percent| (percent - 100.0 * fraction.approximate()).abs() <= 0.5),
                None => shown.parse().is_ok_and(|said: Fraction| said == *fraction),
            },
            Self::Moves(moves) => {
                let mut said: Vec<String> = shown
                    .replace(" and ", ", ")
                    .replace(" or ", ", ")
                    .split(',')
                    .map(|part| part.trim().to_owned())
                    .filter(|part| !part.is_empty())
                    .collect();
                let mut moves = moves.clone();
                said.sort();
                moves.sort();
                said == moves
            }
            Self::Is(_, is) => {
                let denied = shown.contains("not") || shown.contains("never");
                *is != denied
            }
        }
    }
}

/// The outcome that words name: `wins`, `is lost`, `for ever`.
fn said_outcome(shown: &str) -> Option<Outcome> {
    let has = |stems: &[&str]| shown.split(|c: char| !c.is_alphabetic()).any(|word| stems.contains(&word));
    let win = has(&["win", "wins", "won", "winning"]);
    let lose = has(&["lose", "loses", "lost", "losing", "loss"]);
    let draw = has(&["draw", "ever", "endless", "safe", "end", "ends"]);
    match (win, lose, draw) {
        (true, false, false) => Some(Outcome::Win),
        (false, true, false) => Some(Outcome::Lose),
        (false, false, true) => Some(Outcome::Draw),
        _ => None,
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => f.write_str(outcome.word()),
            Self::Winner(Some(seat)) => write!(f, "Player {seat}"),
            Self::Winner(None) => f.write_str("nobody"),
            Self::Number(number) => number.fmt(f),
            Self::Fraction(fraction) => fraction.fmt(f),
            Self::Moves(moves) => f.write_str(&moves.join(", ")),
            Self::Is(what, true) => f.write_str(what),
            Self::Is(what, false) => write!(f, "not {what}"),
        }
    }
}
