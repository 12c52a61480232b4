//! A puzzle: a position with exactly one move that keeps the value, or one card without regret. Its name is the position
//! itself, so the same name always means the same puzzle, and no answer is stored anywhere.

mod grade;
mod shelf;
mod theme;

use std::sync::Arc;

use numberline_rules::{Seat, Settings, Turn};
use numberline_table::{Analysis, AnyGame, AnyMatch, Date, Dice, Known, OracleCache, Scope, catalog, find};

use crate::claim::keepers;
use crate::{Question, Task};

pub use theme::PuzzleTheme;

/// A puzzle.
#[derive(Clone)]
pub struct Puzzle {
    /// Its name, the same on every machine and in every version.
    pub id: String,
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The variant.
    pub settings: Settings,
    /// The position.
    pub position: String,
    /// The seat whose move is asked for.
    pub seat: Seat,
    /// What decides it.
    pub theme: PuzzleTheme,
    /// How hard it is: the rating of a player who solves it half of the time.
    pub grade: u16,
    task: Task,
}

/// Why there is no such puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The name does not mean a puzzle.
    #[error("there is no puzzle '{0}'")]
    Unknown(String),
    /// None was found with these filters.
    #[error("no puzzle of {game} has the theme '{theme}'; its themes are {known}")]
    NoTheme {
        /// The game.
        game: &'static str,
        /// The theme that was asked for.
        theme: String,
        /// The themes that there are.
        known: String,
    },
    /// None is made of this variant.
    #[error("no puzzle of {game} has {set}; there are puzzles with {known}")]
    NoVariant {
        /// The game.
        game: &'static str,
        /// The values that were asked for.
        set: String,
        /// The values that there are.
        known: String,
    },
    /// All that can be found have come.
    #[error("there are no more puzzles of this kind")]
    NoMore,
}

/// Candidates that are tried before giving up, without and with a filter.
const TRIES: u64 = 2_000;
const FILTERED_TRIES: u64 = 20_000;
/// Fewer moves than this are no puzzle.
const FEWEST_MOVES: usize = 2;

impl Puzzle {
    /// A position for a drill of a theme. Some themes are not decided by a single move: at both ends of a run the same can be
    /// done. In a drill either is right.
    pub(crate) fn draw_for_drill(
        game: &'static dyn AnyGame,
        seed: u64,
        theme: PuzzleTheme,
        cache: &Arc<OracleCache>,
    ) -> Result<Self, PuzzleError> {
        Self::search(game, seed, Some(theme.name()), &[], Answers::OrTwoEnds, cache)
    }

    /// The puzzle that a seed gives for a game, of a theme if one is wanted.
    pub fn draw(
        game: &'static dyn AnyGame,
        seed: u64,
        theme: Option<&str>,
        cache: &Arc<OracleCache>,
    ) -> Result<Self, PuzzleError> {
        Self::draw_from(game, seed, theme, &[], cache)
    }

    /// The same, only of variants with these values, written `name=value`.
    pub fn draw_from(
        game: &'static dyn AnyGame,
        seed: u64,
        theme: Option<&str>,
        set: &[String],
        cache: &Arc<OracleCache>,
    ) -> Result<Self, PuzzleError> {
        Self::search(game, seed, theme, set, Answers::One, cache)
    }

    fn search(
        game: &'static dyn AnyGame,
        seed: u64,
        theme: Option<&str>,
        set: &[String],
        answers: Answers,
        cache: &Arc<OracleCache>,
    ) -> Result<Self, PuzzleError> {
        let tries = if theme.is_some() { FILTERED_TRIES } else { TRIES };
        let rows = shelf::rows(game, set).ok_or_else(|| PuzzleError::NoVariant {
            game: game.info().slug,
            set: set.join(" ").chars().take(60).collect(),
            known: shelf::known(game),
        })?;
        for attempt in 0..tries {
            let mut dice = Dice::new(seed, attempt);
            let Some((at, seat)) = shelf::candidate(game, &rows, set, &mut dice) else { continue };
            if let Some(puzzle) = Self::of(game, &*at, seat, theme, answers, cache) {
                return Ok(puzzle);
            }
        }
        let slug = game.info().slug;
        let Some(theme) = theme else { return Err(PuzzleError::NoMore) };
        let known: Vec<&str> = PuzzleTheme::of_game(slug, cache).into_iter().map(PuzzleTheme::name).collect();
        let theme = theme.chars().take(40).collect();
        Err(PuzzleError::NoTheme { game: slug, theme, known: known.join(", ") })
    }

    /// The puzzle of a day: the same for everyone. Without a game, the games take turns.
    pub fn daily(
        date: Date,
        game: Option<&'static dyn AnyGame>,
        cache: &Arc<OracleCache>,
    ) -> Result<Self, PuzzleError> {
        // The text of the date is the seed: it needs no calendar, and no time zone.
        let mixed = |seed: u64, text: &str| {
            text.bytes().fold(seed, |sum, byte| sum.wrapping_mul(131).wrapping_add(byte.into()))
        };
        let day = mixed(0xDA1, &date.to_string());
        let games = catalog();
        let turn = Dice::new(day, 1).below(games.len() as u64) as usize;
        let game = game.or_else(|| games.get(turn).copied());
        let game = game.ok_or_else(|| PuzzleError::Unknown(date.to_string()))?;
        Self::draw(game, mixed(day, game.info().slug) >> 11, None, cache)
    }

    /// The puzzle of that name.
    pub fn find(id: &str, cache: &Arc<OracleCache>) -> Result<Self, PuzzleError> {
        Self::find_with(id, Answers::One, cache)
    }

    /// The position of that name, for a drill.
    pub fn find_for_drill(id: &str, cache: &Arc<OracleCache>) -> Result<Self, PuzzleError> {
        Self::find_with(id, Answers::OrTwoEnds, cache)
    }

    fn find_with(id: &str, answers: Answers, cache: &Arc<OracleCache>) -> Result<Self, PuzzleError> {
        const LONGEST: usize = 400;
        let unknown = || PuzzleError::Unknown(id.chars().filter(char::is_ascii_graphic).take(60).collect());
        let (slug, code) = id.split_once('-').filter(|_| id.len() <= LONGEST).ok_or_else(unknown)?;
        let game = find(slug).ok_or_else(unknown)?;
        let text = decoded(code).ok_or_else(unknown)?;
        let [values, seat, position] =
            text.split(';').collect::<Vec<_>>().try_into().map_err(|_| unknown())?;
        let mut settings = game.book_settings();
        let names: Vec<&str> = settings.iter().map(|(parameter, _)| parameter.name).collect();
        for (name, value) in names.into_iter().zip(values.split(',')) {
            settings.set(name, value).map_err(|_| unknown())?;
        }
        let seat = seat.parse().map_err(|_| unknown())?;
        if !shelf::holds(game, &settings) {
            return Err(unknown());
        }
        let at = game.start_at(&settings, position).map_err(|_| unknown())?;
        Self::of(game, &*at, seat, None, answers, cache).filter(|puzzle| puzzle.id == id).ok_or_else(unknown)
    }

    /// Makes a puzzle of a position, if it is one.
    fn of(
        game: &'static dyn AnyGame,
        at: &dyn AnyMatch,
        seat: Seat,
        theme: Option<&str>,
        answers: Answers,
        cache: &Arc<OracleCache>,
    ) -> Option<Self> {
        let task = match at.turn() {
            Turn::Of(mover) if mover == seat => Task::Move,
            Turn::Both => Task::Card(seat),
            Turn::Of(_) | Turn::Over { .. } => return None,
        };
        if at.moves(seat, FEWEST_MOVES).len() < FEWEST_MOVES {
            return None;
        }
        if theme.and_then(PuzzleTheme::find).is_some_and(|theme| !theme.can_decide(at, seat)) {
            return None;
        }
        let oracle = cache.oracle(game, at, Scope::Position, &()).ok()?;
        let known = oracle.analyse(at).ok()?;
        let its = PuzzleTheme::of(&known, seat)?;
        if !answers.fit(&known, seat, its) {
            return None;
        }
        if theme.is_some_and(|theme| theme != its.name()) {
            return None;
        }
        let answer = keepers(&known, Some(seat)).pop()?;
        let grade = grade::measure(at, seat, &answer, &oracle.look(at).ok()?)?;
        let (settings, position) = (at.settings(), at.position());
        let values: Vec<String> = settings.iter().map(|(_, value)| value.to_string()).collect();
        let id =
            format!("{}-{}", game.info().slug, encoded(&format!("{};{seat};{position}", values.join(","))));
        Some(Self { id, game, settings, position, seat, theme: its, grade, task })
    }

    /// `move` or `card`.
    #[must_use]
    pub fn ask(&self) -> &'static str {
        if self.task == Task::Move { "move" } else { "card" }
    }

    /// The question.
    #[must_use]
    pub fn question(&self, cache: &Arc<OracleCache>) -> Option<Question> {
        let at = self.game.start_at(&self.settings, &self.position).ok()?;
        Some(Question::new(self.game, at, self.task, cache))
    }
}

/// How many answers a puzzle may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    /// Exactly one.
    One,
    /// One, or the two ends of a run that is to be shortened.
    OrTwoEnds,
}

impl Answers {
    /// Whether a position has so many moves that keep its value, which is not lost.
    fn fit(self, known: &Analysis, seat: Seat, theme: PuzzleTheme) -> bool {
        let listed = matches!(known.moves, Known::All(_) | Known::Mix(_));
        let lost = !listed || known.sure_winner() == Some(seat.other());
        let most = if self == Self::OrTwoEnds && theme == PuzzleTheme::Shorten { 2 } else { 1 };
        !lost && (1..=most).contains(&keepers(known, Some(seat)).len())
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn decoded(code: &str) -> Option<String> {
    let digits: Vec<u8> = code
        .chars()
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let bytes = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some(high * 16 + low),
        _ => None,
    });
    String::from_utf8(bytes.collect::<Option<_>>()?).ok().filter(|text| text.is_ascii())
}
