//! What a player asks to play: texts from a command line, a form or a program, checked here and nowhere else.

use std::num::NonZeroU32;

use numberline_rules::{FirstTurn, Seat, SettingError, Settings};

use crate::suggest::did_you_mean;
use crate::{
    AnyGame, AnyMatch, First, Limits, Name, NameError, Player, Rounds, Seats, StartError, Terms, catalog,
    find, is_clean,
};

/// What a player asks to play, as typed. What is missing has the book's value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// The slug of the game.
    pub game: String,
    /// `name=value`, one for each parameter that is not the book's.
    pub set: Vec<String>,
    /// The position to start from.
    pub position: Option<String>,
    /// Turns to play from there: `5 6; 8; 9 10`, or separated by commas where no move has one.
    pub moves: Option<String>,
    /// Who begins, where the book leaves that open: `1`, `2` or `toss`.
    pub first: Option<String>,
    /// Who plays in each seat: `human`, or a computer player as `numberline players` names it.
    pub players: [Option<String>; 2],
    /// The players' names.
    pub names: [Option<String>; 2],
    /// How many rounds are played.
    pub rounds: Option<String>,
    /// Whether the session ends as soon as one player has won more than half of the rounds.
    pub best_of: bool,
    /// Whether the players change seats after each round: `swap` or `keep`.
    pub seats: Option<String>,
    /// This many invalid attempts in a row forfeit the match.
    pub max_invalid: Option<String>,
    /// After how many turns the match is a draw.
    pub max_turns: Option<String>,
    /// The seed of everything random.
    pub seed: Option<String>,
}

/// A part of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Which game.
    Game,
    /// A parameter, if the error is about one.
    Set(Option<&'static str>),
    /// The position to start from.
    Position,
    /// The turns that are played first.
    Moves,
    /// Who begins.
    First,
    /// Who plays in a seat.
    Player(Seat),
    /// The name of the player in a seat.
    Name(Seat),
    /// How many rounds.
    Rounds,
    /// Whether seats change.
    Seats,
    /// Invalid attempts.
    MaxInvalid,
    /// Turns.
    MaxTurns,
    /// The seed.
    Seed,
    /// How long the players may think.
    Time,
}

impl Field {
    /// Its name in a request.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Set(_) => "set",
            Self::Position => "position",
            Self::Moves => "moves",
            Self::First => "first",
            Self::Player(_) => "players",
            Self::Name(_) => "names",
            Self::Rounds => "rounds",
            Self::Seats => "seats",
            Self::MaxInvalid => "max-invalid",
            Self::MaxTurns => "max-turns",
            Self::Seed => "seed",
            Self::Time => "time",
        }
    }
}

/// What is wrong with one field of a request. The text says what to change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct RequestError {
    /// The field.
    pub field: Field,
    /// What is wrong with it.
    pub reason: String,
}

impl RequestError {
    /// What is wrong with a field.
    #[must_use]
    pub fn new(field: Field, reason: impl Into<String>) -> Self {
        let reason: String = reason.into();
        // A reason may quote what was sent.
        Self { field, reason: if is_clean(&reason) { reason } else { crate::clean(&reason).into_owned() } }
    }
}

/// How much a request may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The most cells of a line.
    pub line: u64,
    /// The longest position or list of moves, in bytes.
    pub text: usize,
    /// The most turns of a match; `None` if people may play for ever.
    pub turns: Option<NonZeroU32>,
}

impl Bounds {
    /// At the player's own machine.
    pub const LOCAL: Self = Self { line: u64::MAX, text: 1 << 17, turns: None };
    /// In a room on a server, where every spectator gets the whole line with every move.
    pub const ROOM: Self =
        Self { line: 200, text: 2_000, turns: Some(NonZeroU32::MIN.saturating_add(19_999)) };
}

impl Request {
    /// The most rounds of a session.
    pub const MOST_ROUNDS: u32 = 1_000;
    /// More settings than any game has, and a longer one than any.
    const MOST_SETTINGS: usize = 16;
    const LONGEST_SETTING: usize = 100;

    /// Finds the game and checks everything else; the error is the first problem.
    pub fn terms(&self, bounds: &Bounds) -> Result<Terms, RequestError> {
        self.terms_of(self.game()?, bounds)
    }

    /// Checks a request for a game that need not be in the catalog.
    pub fn terms_of(&self, game: &'static dyn AnyGame, bounds: &Bounds) -> Result<Terms, RequestError> {
        self.check(game, bounds).map_err(|wrong| wrong.into_iter().next().unwrap_or_else(unknown_game))
    }

    /// The requested game.
    pub fn game(&self) -> Result<&'static dyn AnyGame, RequestError> {
        let slug: String = self.game.chars().take(40).collect();
        find(&slug).ok_or_else(|| {
            let known = catalog().into_iter().map(|game| game.info().slug.to_owned());
            wrong(Field::Game, format!("there is no game '{slug}'{}", did_you_mean(&slug, known)))
        })
    }

    /// Sets up the requested match, regardless of its players.
    pub fn start(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyMatch>, RequestError> {
        let first = match self.first()? {
            Some(First::Seat(seat)) => seat,
            Some(First::Toss) | None => Seat::One,
        };
        self.start_with(game, first, &Bounds::LOCAL)
    }

    /// Checks every field: all problems, or the resulting terms.
    pub fn check(&self, game: &'static dyn AnyGame, bounds: &Bounds) -> Result<Terms, Vec<RequestError>> {
        let mut problems = Problems(Vec::new());
        let players = Seat::BOTH.map(|seat| problems.keep(self.player(game, seat)).flatten());
        let names = Seat::BOTH.map(|seat| {
            let is_person = seat.of(&players).is_none();
            problems.keep(self.name(seat, is_person)).flatten()
        });
        if let [Some(one), Some(two)] = &names
            && one.looks_like(two)
        {
            problems.add(Field::Name(Seat::Two), NameError::Taken.to_string());
        }
        let named = names.iter().any(Option::is_some) || players.iter().any(Option::is_some);
        let first = problems.keep(self.first()).flatten();
        if let Some(reason) = first.and_then(|_| self.first_problem(game, named)) {
            problems.add(Field::First, reason);
        }
        let rounds = problems.keep(self.rounds());
        let seats = problems.keep(self.seats()).flatten();
        let max_invalid = problems.keep(count(Field::MaxInvalid, self.max_invalid.as_deref())).flatten();
        let max_turns = problems.keep(count(Field::MaxTurns, self.max_turns.as_deref())).flatten();
        let seed = problems.keep(self.seed()).flatten();
        let start = match self.settings(game) {
            Ok(_) => problems.keep(self.start_with(game, Seat::One, bounds)),
            Err(errors) => {
                problems.0.extend(errors);
                None
            }
        };
        let open = first.is_some() && game.info().first == FirstTurn::EitherSeat;
        let other = if open { problems.keep(self.start_with(game, Seat::Two, bounds)) } else { None };
        match (start, rounds) {
            (Some(start), Some(rounds)) if problems.0.is_empty() => Ok(Terms {
                game,
                start,
                second: other,
                players,
                names,
                first,
                rounds,
                seats,
                limits: Limits { max_invalid, max_turns },
                turns: bounds.turns,
                seed,
            }),
            _ => Err(problems.0),
        }
    }

    /// The requested settings, with the names of those that were given.
    fn settings(&self, game: &dyn AnyGame) -> Result<(Settings, Vec<&'static str>), Vec<RequestError>> {
        if self.set.len() > Self::MOST_SETTINGS {
            return Err(vec![wrong(Field::Set(None), "there are more settings than any game has")]);
        }
        if self.set.iter().any(|setting| setting.len() > Self::LONGEST_SETTING) {
            let reason = format!("a setting is longer than {} bytes", Self::LONGEST_SETTING);
            return Err(vec![wrong(Field::Set(None), reason)]);
        }
        let mut problems = Problems(Vec::new());
        let mut settings = game.book_settings();
        for setting in &self.set {
            problems.keep(settings.assign(setting).map_err(|error| of_setting(&error)));
        }
        if !problems.0.is_empty() {
            return Err(problems.0);
        }
        let mut settings = game.book_settings();
        let named = settings.assign_all(self.set.iter().map(String::as_str));
        named.map(|named| (game.fitted(settings, &named), named)).map_err(|error| vec![of_setting(&error)])
    }

    fn start_with(
        &self,
        game: &dyn AnyGame,
        first: Seat,
        bounds: &Bounds,
    ) -> Result<Box<dyn AnyMatch>, RequestError> {
        for (field, text) in [(Field::Position, &self.position), (Field::Moves, &self.moves)] {
            if text.as_ref().is_some_and(|text| text.len() > bounds.text) {
                return Err(wrong(field, format!("that is longer than {} bytes", bounds.text)));
            }
        }
        let settings = self.settings(game).map_err(|errors| errors.into_iter().next());
        let (settings, named) = settings.map_err(|error| error.unwrap_or_else(unknown_game))?;
        let started = match &self.position {
            Some(position) => game.start_at(&settings, position),
            None => game.start(&settings, first),
        };
        let mut start = started.map_err(|error| match &error {
            StartError::Setting(setting) => of_setting(setting),
            StartError::Position(_) => wrong(Field::Position, error.to_string()),
            StartError::FirstIsFixed(_) => wrong(Field::First, error.to_string()),
        })?;
        // What was requested by name must hold, even where the position could say otherwise.
        for ((parameter, wanted), (_, actual)) in settings.iter().zip(start.settings().iter()) {
            if wanted != actual && named.contains(&parameter.name) {
                let name = parameter.name;
                let reason = format!("the position has {name}={actual}, but {name}={wanted} was requested");
                return Err(wrong(Field::Set(Some(name)), reason));
            }
        }
        let cells = start.extent().len();
        if cells > bounds.line {
            let most = bounds.line;
            let reason = format!(
                "the line has {cells} numbers; here it may have at most {most}, so choose a shorter one"
            );
            return Err(wrong(Field::Set(None), reason));
        }
        for (place, text) in turns(self.moves.as_deref().unwrap_or_default()).enumerate() {
            start.play_turn(text).map_err(|reason| {
                let shown: String = text.chars().take(40).collect();
                wrong(Field::Moves, format!("move {} ({shown}): {reason}", place + 1))
            })?;
        }
        Ok(start)
    }

    /// Who plays in a seat; `None` for a person.
    pub fn player(&self, game: &dyn AnyGame, seat: Seat) -> Result<Option<Player>, RequestError> {
        let Some(text) = seat.of(&self.players) else { return Ok(None) };
        let text: String = text.chars().take(40).collect();
        Player::at(game.info().slug, &text).map_err(|error| wrong(Field::Player(seat), error.to_string()))
    }

    fn name(&self, seat: Seat, is_person: bool) -> Result<Option<Name>, RequestError> {
        let given = seat.of(&self.names).as_deref().filter(|text| !text.trim().is_empty());
        let read = if is_person { Name::of_person } else { Name::new };
        given.map(read).transpose().map_err(|error| wrong(Field::Name(seat), error.to_string()))
    }

    fn first(&self) -> Result<Option<First>, RequestError> {
        self.first
            .as_deref()
            .map(|text| {
                let first = match text {
                    "toss" => Some(First::Toss),
                    seat => seat.parse().ok().map(First::Seat),
                };
                first.ok_or_else(|| wrong(Field::First, "who begins must be 1, 2 or toss"))
            })
            .transpose()
    }

    /// Why the first player cannot be chosen.
    fn first_problem(&self, game: &dyn AnyGame, told_apart: bool) -> Option<String> {
        let info = game.info();
        match info.first {
            _ if self.position.is_some() => {
                Some("the position already says who is to move, so who begins cannot be chosen".to_owned())
            }
            FirstTurn::Fixed => Some(format!("in {} the book says who begins", info.title)),
            FirstTurn::WhoIsPlayerOne if !told_apart => Some(format!(
                "in {} the player who begins sits as Player 1, so the players need names",
                info.title
            )),
            FirstTurn::WhoIsPlayerOne | FirstTurn::EitherSeat => None,
        }
    }

    fn rounds(&self) -> Result<Rounds, RequestError> {
        let Some(text) = &self.rounds else { return Ok(Rounds::One) };
        let most = Self::MOST_ROUNDS;
        match text.trim().parse() {
            Ok(1) => Ok(Rounds::One),
            Ok(rounds) if (1..=most).contains(&rounds) && self.best_of => Ok(Rounds::BestOf(rounds)),
            Ok(rounds) if (1..=most).contains(&rounds) => Ok(Rounds::All(rounds)),
            _ => Err(wrong(Field::Rounds, format!("rounds must be a whole number from 1 to {most}"))),
        }
    }

    /// Whether seats change, if given.
    pub fn seats(&self) -> Result<Option<Seats>, RequestError> {
        let seats = self
            .seats
            .as_deref()
            .map(|text| Seats::read(text).ok_or_else(|| wrong(Field::Seats, Seats::REFUSED)));
        seats.transpose()
    }

    fn seed(&self) -> Result<Option<u64>, RequestError> {
        let seed = self.seed.as_deref().map(|text| text.trim().parse());
        let most = u64::MAX;
        seed.transpose()
            .map_err(|_| wrong(Field::Seed, format!("the seed must be a whole number from 0 to {most}")))
    }

    /// What the players agree on beyond the rules.
    pub fn limits(&self) -> Result<Limits, RequestError> {
        Ok(Limits {
            max_invalid: count(Field::MaxInvalid, self.max_invalid.as_deref())?,
            max_turns: count(Field::MaxTurns, self.max_turns.as_deref())?,
        })
    }
}

/// Everything that is wrong so far.
struct Problems(Vec<RequestError>);

impl Problems {
    fn add(&mut self, field: Field, reason: impl Into<String>) {
        self.0.push(wrong(field, reason));
    }

    fn keep<T>(&mut self, checked: Result<T, RequestError>) -> Option<T> {
        checked.map_err(|error| self.0.push(error)).ok()
    }
}

fn wrong(field: Field, reason: impl Into<String>) -> RequestError {
    RequestError::new(field, reason)
}

fn unknown_game() -> RequestError {
    wrong(Field::Game, "there is no such game")
}

fn of_setting(error: &SettingError) -> RequestError {
    if let SettingError::Unknown { name, known } = error {
        let suggestion = did_you_mean(name, known.split(", ").map(str::to_owned));
        return wrong(Field::Set(None), format!("{error}{suggestion}"));
    }
    let name = match error {
        SettingError::Twice { name } | SettingError::OutOfRange { name, .. } => Some(*name),
        SettingError::NoValue { .. } | SettingError::Unknown { .. } => None,
    };
    wrong(Field::Set(name), error.to_string())
}

fn count(field: Field, text: Option<&str>) -> Result<Option<NonZeroU32>, RequestError> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let reason = || format!("type a whole number from 1 to {}", u32::MAX);
    text.map(str::parse).transpose().map_err(|_| wrong(field, reason()))
}

/// The turns of a list: separated by `;`, or else by commas.
pub(crate) fn turns(text: &str) -> impl Iterator<Item = &str> {
    let separator = if text.contains(';') { ';' } else { ',' };
    text.split(separator).map(str::trim).filter(|turn| !turn.is_empty())
}
