//! What has been chosen so far, what is wrong with it, and the match that comes of it.

use std::num::NonZeroU32;

use numberline_rules::{Domain, FirstTurn, Parameter, Seat, SettingError};
use numberline_table::{
    AnyGame, AnyMatch, COMPUTER_TURNS, First, Limits, Name, Player, Rounds, Seating, SeatingError, Setup,
    SetupError, StartError, Wanted,
};

use super::field::Field;
use crate::Preferences;
use crate::text_field::TextField;

/// How many rounds a session has at most.
pub(super) const MOST_ROUNDS: u32 = 1000;
/// The longest number that can be typed.
const DIGITS: usize = 20;

/// What has been chosen so far.
pub(super) struct Choices {
    pub(super) game: &'static dyn AnyGame,
    /// Who can sit in a seat; none is a person.
    players: Vec<Option<Player>>,
    seats: [usize; 2],
    names: [TextField; 2],
    values: Vec<TextField>,
    first: Option<First>,
    rounds: Rounds,
    count: TextField,
    pub(super) coach: bool,
    max_turns: TextField,
    max_invalid: TextField,
    /// What people were called last time.
    known: [Option<Name>; 2],
    /// Why no match comes of it, if none does.
    pub(super) start: Result<(), SetupError>,
    /// The match that comes of it, or the last one that did.
    pub(super) picture: Option<Box<dyn AnyMatch>>,
}

impl Choices {
    pub(super) fn new(game: &'static dyn AnyGame, preferences: &Preferences) -> Self {
        let mut players = vec![None];
        players.extend(Player::all_of(game.info().slug).into_iter().map(Some));
        let place_of = |wanted: &str| {
            let found = players.iter().position(|player| title_of(*player) == wanted);
            found.or_else(|| players.iter().position(|player| title_of(*player) == Player::USUAL.to_string()))
        };
        let seats = preferences.seats.each_ref().map(|seat| place_of(seat).unwrap_or(0));
        let known = Seat::BOTH.map(|seat| {
            let names = preferences.names.as_ref();
            names.map(|names| seat.of(names).clone()).filter(|name| *name != Name::of_seat(seat))
        });
        let mut choices = Self {
            game,
            players,
            seats,
            names: [const { None::<&str> }; 2].map(|_| TextField::new("", Name::LONGEST)),
            values: Vec::new(),
            first: None,
            rounds: Rounds::One,
            count: TextField::new("3", DIGITS),
            coach: preferences.coach,
            max_turns: TextField::new("", DIGITS),
            max_invalid: TextField::new("", DIGITS),
            known,
            start: Ok(()),
            picture: None,
        };
        choices.by_the_book();
        for seat in Seat::BOTH {
            choices.name_anew(seat);
        }
        choices
    }

    /// Sets every parameter as the book has it.
    pub(super) fn by_the_book(&mut self) {
        let book = self.game.book_settings();
        self.values = book.iter().map(|(_, value)| TextField::new(&value.to_string(), DIGITS)).collect();
        self.look_again();
    }

    /// The fields that can be gone to, from top to bottom.
    pub(super) fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Play];
        for seat in Seat::BOTH {
            fields.extend([Field::Seat(seat), Field::Name(seat)]);
        }
        fields.extend(self.parameters().map(|(field, _)| field));
        fields.extend((self.game.info().first != FirstTurn::Fixed).then_some(Field::First));
        fields.push(Field::Rounds);
        fields.extend((self.rounds != Rounds::One).then_some(Field::Count));
        fields.extend([Field::Coach, Field::MaxTurns, Field::MaxInvalid]);
        fields
    }

    pub(super) fn parameters(&self) -> impl Iterator<Item = (Field, &'static Parameter)> {
        self.game.parameters().iter().enumerate().map(|(place, parameter)| {
            let number = matches!(parameter.domain, Domain::Number { .. });
            (if number { Field::Number(place) } else { Field::Word(place) }, parameter)
        })
    }

    pub(super) fn player(&self, seat: Seat) -> Option<Player> {
        self.players.get(*seat.of(&self.seats)).copied().flatten()
    }

    pub(super) fn first(&self) -> Option<First> {
        self.first
    }

    pub(super) fn rounds(&self) -> Rounds {
        self.rounds
    }

    /// What a field shows, if it is typed.
    pub(super) fn text(&self, field: Field) -> Option<&TextField> {
        match field {
            Field::Name(seat) => Some(seat.of(&self.names)),
            Field::Number(place) => self.values.get(place),
            Field::Count => Some(&self.count),
            Field::MaxTurns => Some(&self.max_turns),
            Field::MaxInvalid => Some(&self.max_invalid),
            Field::Play | Field::Seat(_) | Field::Word(_) | Field::First | Field::Rounds | Field::Coach => {
                None
            }
        }
    }

    pub(super) fn text_mut(&mut self, field: Field) -> Option<&mut TextField> {
        match field {
            Field::Name(seat) => Some(seat.of_mut(&mut self.names)),
            Field::Number(place) => self.values.get_mut(place),
            Field::Count => Some(&mut self.count),
            Field::MaxTurns => Some(&mut self.max_turns),
            Field::MaxInvalid => Some(&mut self.max_invalid),
            Field::Play | Field::Seat(_) | Field::Word(_) | Field::First | Field::Rounds | Field::Coach => {
                None
            }
        }
    }

    /// The word that is chosen.
    pub(super) fn word(&self, place: usize) -> String {
        self.values.get(place).map(TextField::text).unwrap_or_default()
    }

    /// Changes a field by so many steps.
    pub(super) fn turn(&mut self, field: Field, by: i64) {
        match field {
            Field::Play | Field::Name(_) => {}
            Field::Seat(seat) => {
                let place = around(*seat.of(&self.seats), by.signum(), self.players.len());
                *seat.of_mut(&mut self.seats) = place;
                self.name_anew(seat);
            }
            Field::Number(place) => {
                let Some(Domain::Number { book, min, max }) = self.domain(place) else { return };
                if let Some(value) = self.values.get_mut(place) {
                    count(value, by, book, min, max);
                }
            }
            Field::Word(place) => {
                let words: Vec<String> = match self.domain(place) {
                    Some(Domain::YesNo { .. }) => vec!["yes".to_owned(), "no".to_owned()],
                    Some(Domain::Word(words)) => words.iter().map(|word| (*word).to_owned()).collect(),
                    _ => return,
                };
                if let Some(value) = self.values.get_mut(place) {
                    let now = words.iter().position(|word| *word == value.text()).unwrap_or(0);
                    let next = words.get(around(now, by.signum(), words.len()));
                    value.set(next.map(String::as_str).unwrap_or_default());
                }
            }
            Field::First => {
                const ALL: [Option<First>; 3] = [None, Some(First::Seat(Seat::Two)), Some(First::Toss)];
                let now = ALL.iter().position(|first| *first == self.first).unwrap_or(0);
                self.first = ALL.get(around(now, by.signum(), ALL.len())).copied().flatten();
            }
            Field::Rounds => {
                const ALL: [Rounds; 3] = [Rounds::One, Rounds::All(0), Rounds::BestOf(0)];
                let now = ALL.iter().position(|rounds| *rounds == self.rounds).unwrap_or(0);
                self.rounds = ALL.get(around(now, by.signum(), ALL.len())).copied().unwrap_or(Rounds::One);
            }
            Field::Count => count(&mut self.count, by, 3, 1, u64::from(MOST_ROUNDS)),
            Field::Coach => self.coach = !self.coach,
            Field::MaxTurns => count_or_none(&mut self.max_turns, by),
            Field::MaxInvalid => count_or_none(&mut self.max_invalid, by),
        }
        self.look_again();
    }

    /// Sets the match up anew, after something has changed.
    pub(super) fn look_again(&mut self) {
        self.start = self.setup().start(self.game).map(|game| self.picture = Some(game));
    }

    /// What is wrong with a field.
    pub(super) fn problem(&self, field: Field) -> Option<String> {
        match field {
            Field::Play => match &self.start {
                Err(error) if setting_named(error).is_none() => Some(error.to_string()),
                _ => None,
            },
            Field::Name(seat) => self.name_problem(seat),
            Field::Number(place) | Field::Word(place) => self.parameter_problem(place),
            Field::First => {
                let names = self.names().ok().flatten();
                match Seating::new(self.game.info(), self.seated(), names, self.first, 0) {
                    Err(SeatingError::NoNames) => {
                        Some("Give the players names first: who begins sits as Player 1.".to_owned())
                    }
                    Err(error) => Some(error.to_string()),
                    Ok(_) => None,
                }
            }
            Field::Count if self.rounds != Rounds::One => {
                let count = self.count.text().parse::<u32>();
                let fine = count.is_ok_and(|count| (1..=MOST_ROUNDS).contains(&count));
                (!fine).then(|| format!("rounds must be 1 to {MOST_ROUNDS}"))
            }
            Field::MaxTurns | Field::MaxInvalid => {
                let text = self.text(field).map(TextField::text).unwrap_or_default();
                limit(&text).err().map(str::to_owned)
            }
            Field::Seat(_) | Field::Rounds | Field::Count | Field::Coach => None,
        }
    }

    /// Everything that a session is begun with; or the first field that is not in order, and why.
    pub(super) fn wanted(&self, seed: u64) -> Result<Wanted, (Field, String)> {
        for field in self.fields() {
            if let Some(problem) = self.problem(field) {
                return Err((field, problem));
            }
        }
        let players = self.seated();
        let cap = players.iter().all(Option::is_some).then_some(COMPUTER_TURNS);
        let count = self.count.text().parse().unwrap_or(1);
        let limits = Limits {
            max_invalid: limit(&self.max_invalid.text()).unwrap_or(None),
            max_turns: limit(&self.max_turns.text()).unwrap_or(None).or(cap),
        };
        Ok(Wanted {
            game: self.game,
            setup: self.setup(),
            players,
            names: self.names().map_err(|(seat, reason)| (Field::Name(seat), reason))?,
            first: self.first,
            rounds: match self.rounds {
                Rounds::One => Rounds::One,
                Rounds::All(_) => Rounds::All(count),
                Rounds::BestOf(_) => Rounds::BestOf(count),
            },
            coach: self.coach,
            limits,
            seed,
        })
    }

    /// Keeps who played and what they were called for the next time.
    pub(super) fn remember(&self, preferences: &mut Preferences) {
        preferences.seats = Seat::BOTH.map(|seat| title_of(self.player(seat)));
        let names = Seat::BOTH.map(|seat| {
            let typed = Name::new(&seat.of(&self.names).text()).ok();
            let known = match self.player(seat) {
                None => typed,
                Some(_) => seat.of(&self.known).clone(),
            };
            known.unwrap_or_else(|| Name::of_seat(seat))
        });
        preferences.names = Some(names).filter(|names| *names != Name::of_both_seats());
    }

    /// What a player is called who is given no name.
    pub(super) fn usual_name(&self, seat: Seat) -> Name {
        let seated = Seating::new(self.game.info(), self.seated(), None, None, 0);
        seated.map_or_else(|_| Name::of_seat(seat), |seating| seat.of(&seating.names).clone())
    }

    fn seated(&self) -> [Option<Player>; 2] {
        Seat::BOTH.map(|seat| self.player(seat))
    }

    fn domain(&self, place: usize) -> Option<Domain> {
        self.game.parameters().get(place).map(|parameter| parameter.domain)
    }

    /// A person gets the name they had last time, a computer its own.
    fn name_anew(&mut self, seat: Seat) {
        let name = match self.player(seat) {
            None => seat.of(&self.known).as_ref().map(Name::to_string),
            Some(_) => None,
        };
        seat.of_mut(&mut self.names).set(&name.unwrap_or_default());
    }

    fn setup(&self) -> Setup {
        let book = self.game.book_settings();
        let changed =
            book.iter().zip(&self.values).filter(|((_, book), text)| book.to_string() != text.text());
        let settings = changed.map(|((parameter, _), text)| format!("{}={}", parameter.name, text.text()));
        Setup { settings: settings.collect(), ..Setup::default() }
    }

    /// Both names, if at least one was typed.
    fn names(&self) -> Result<Option<[Name; 2]>, (Seat, String)> {
        let typed = self.names.each_ref().map(TextField::text);
        if typed.iter().all(|text| text.trim().is_empty()) {
            return Ok(None);
        }
        let read = |seat: Seat| match seat.of(&typed).trim() {
            "" => Ok(self.usual_name(seat)),
            text => Name::new(text).map_err(|error| (seat, error.to_string())),
        };
        let (one, two) = (read(Seat::One)?, read(Seat::Two)?);
        if one == two {
            return Err((Seat::Two, "the two players need different names".to_owned()));
        }
        Ok(Some([one, two]))
    }

    fn name_problem(&self, seat: Seat) -> Option<String> {
        self.names().err().filter(|(wrong, _)| *wrong == seat).map(|(_, reason)| reason)
    }

    fn parameter_problem(&self, place: usize) -> Option<String> {
        let parameter = self.game.parameters().get(place)?;
        let text = self.values.get(place)?.text();
        if let Err(error) = self.game.book_settings().set(parameter.name, &text) {
            return Some(error.to_string());
        }
        // Alone it is fine; perhaps not beside the others.
        self.start
            .as_ref()
            .err()
            .filter(|error| setting_named(error) == Some(parameter.name))
            .map(ToString::to_string)
    }
}

/// The parameter that is to blame.
fn setting_named(error: &SetupError) -> Option<&str> {
    let (SetupError::Setting(setting) | SetupError::Start(StartError::Setting(setting))) = error else {
        return None;
    };
    match setting {
        SettingError::Twice { name } | SettingError::OutOfRange { name, .. } => Some(name),
        SettingError::NoValue { .. } | SettingError::Unknown { .. } => None,
    }
}

/// As `--p1` and `--p2` say it.
fn title_of(player: Option<Player>) -> String {
    player.map_or_else(|| "human".to_owned(), |player| player.to_string())
}

/// The place that comes so many steps after another, round and round.
fn around(place: usize, by: i64, count: usize) -> usize {
    let (place, count) = (i64::try_from(place).unwrap_or(0), i64::try_from(count).unwrap_or(1).max(1));
    usize::try_from(place.saturating_add(by).rem_euclid(count)).unwrap_or(0)
}

fn count(field: &mut TextField, by: i64, usual: u64, min: u64, max: u64) {
    let next = match field.text().parse::<u64>() {
        Ok(number) => number.saturating_add_signed(by).clamp(min, max),
        Err(_) => usual,
    };
    field.set(&next.to_string());
}

/// Counts down to no limit at all.
fn count_or_none(field: &mut TextField, by: i64) {
    let next = field.text().parse::<u32>().unwrap_or(0).saturating_add_signed(i32::try_from(by).unwrap_or(0));
    field.set(&if next == 0 { String::new() } else { next.to_string() });
}

fn limit(text: &str) -> Result<Option<NonZeroU32>, &'static str> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    text.trim().parse().map(Some).map_err(|_| "a number from 1 to 4294967295, or nothing")
}
