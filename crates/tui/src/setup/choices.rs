//! The current choices, what is wrong with them, and the resulting session.

use std::sync::Arc;

use numberline_history::Person;
use numberline_rules::{FirstTurn, Parameter, Seat, Settings};
use numberline_table::{
    AnyGame, AnyMatch, Bounds, EvenVariant, Favour, Field as Asked, Name, OracleCache, Player, Request,
    RequestError, Terms, capital, catalog, seat_against_computer, usual_names,
};

use super::field::{Field, Kind};
use crate::pages::Rules;
use crate::screen::Step;
use crate::text_field::TextField;
use crate::{Preferences, Setting};

/// The longest number that can be typed.
const DIGITS: usize = 20;

/// The current choices.
pub(super) struct Choices {
    pub(super) game: &'static dyn AnyGame,
    entries: Vec<Entry>,
    /// Whether all fields are shown, or only what most people want to choose.
    pub(super) more: bool,
    /// The players' names last time.
    known: [Option<Name>; 2],
    /// The resulting session, or everything that is wrong.
    pub(super) terms: Result<Terms, Vec<RequestError>>,
    /// Whether the line is possible.
    pub(super) has_line: bool,
    /// The resulting match, or the last valid one.
    pub(super) picture: Option<Box<dyn AnyMatch>>,
    /// The names that the players would have.
    pub(super) names: [Name; 2],
    /// Who plays here.
    pub(super) person: Person,
}

/// A field, its label, how it is changed, and its current text.
pub(super) struct Entry {
    pub(super) field: Field,
    pub(super) label: String,
    pub(super) kind: Kind,
    pub(super) text: TextField,
}

impl Entry {
    fn new(field: Field, label: &str, kind: Kind, text: &str) -> Self {
        let most = match kind {
            Kind::Number { .. } => DIGITS,
            Kind::Typed => Name::LONGEST,
            Kind::Button | Kind::Choice(_) => TextField::LONG,
        };
        Self { field, label: label.to_owned(), kind, text: TextField::new(text, most) }
    }
}

impl Choices {
    pub(super) fn new(game: &'static dyn AnyGame, preferences: &Preferences) -> Self {
        // To the right they get stronger.
        let mut players = vec!["human".to_owned()];
        players.extend(Player::all_of(game.info().slug).iter().rev().map(Player::to_string));
        let games: Vec<&str> = catalog().into_iter().map(|game| game.info().slug).collect();
        let player = |seat: Seat| {
            let (last, usual) = (seat.of(&preferences.seats), Player::USUAL.to_string());
            let text = if players.contains(last) { last } else { &usual };
            let kind = Kind::Choice(players.clone());
            Entry::new(Field::Player(seat), &format!("Player {seat}"), kind, text)
        };
        let name = |seat: Seat| Entry::new(Field::Name(seat), "  Name", Kind::Typed, "");
        let set = |(place, parameter): (usize, &Parameter)| {
            Entry::new(Field::Set(place), &capital(parameter.name), Kind::of(&parameter.domain), "")
        };
        let limit = || Kind::Number { usual: None, min: 1, max: u32::MAX.into() };
        let count = Kind::Number { usual: Some(3), min: 1, max: Request::MOST_ROUNDS.into() };
        let mut entries = vec![
            Entry::new(Field::Play, "Play", Kind::Button, ""),
            Entry::new(Field::Game, "Game", Kind::words(&games), game.info().slug),
            Entry::new(Field::Opponent, "Opponent", Kind::Choice(players.clone()), ""),
            Entry::new(Field::More, "More", Kind::Button, ""),
        ];
        entries.extend(Seat::BOTH.into_iter().flat_map(|seat| [player(seat), name(seat)]));
        entries.extend(game.parameters().iter().enumerate().map(set));
        if game.info().first != FirstTurn::Fixed {
            entries.push(Entry::new(Field::First, "Who begins", Kind::words(&["", "2", "toss"]), ""));
        }
        entries.extend([
            Entry::new(Field::Rounds, "Rounds", Kind::words(&["", "all", "best-of"]), ""),
            Entry::new(Field::Count, "  How many", count, "3"),
            Entry::new(Field::Seats, "Seats", Kind::words(&["", "swap", "keep"]), ""),
            Entry::new(Field::Coach, "Coach", Kind::words(&["off", "on"]), preferences.word(Setting::Coach)),
            Entry::new(Field::MaxTurns, "Turn limit", limit(), ""),
            Entry::new(Field::MaxInvalid, "Attempts", limit(), ""),
        ]);
        let known = Seat::BOTH.map(|seat| {
            let names = preferences.names.as_ref();
            names.map(|names| seat.of(names).clone()).filter(|name| *name != Name::of_seat(seat))
        });
        let mut choices = Self {
            game,
            entries,
            more: false,
            known,
            terms: Err(Vec::new()),
            has_line: false,
            picture: None,
            names: Name::of_both_seats(),
            person: Person::Nameless,
        };
        for seat in Seat::BOTH {
            choices.rename(seat);
        }
        choices.set_to(&game.book_settings());
        choices
    }

    /// Sets every parameter.
    pub(super) fn set_to(&mut self, settings: &Settings) {
        for (place, (_, value)) in settings.iter().enumerate() {
            self.set(Field::Set(place), &value.to_string());
        }
        self.look_again();
    }

    pub(super) fn is_set_to(&self, settings: &Settings) -> bool {
        let mut rows = settings.iter().enumerate();
        rows.all(|(place, (_, value))| self.text(Field::Set(place)) == value.to_string())
    }

    /// Who plays which variant, to notice a change.
    pub(super) fn variant(&self) -> String {
        let players = Seat::BOTH.map(|seat| self.text(Field::Player(seat)));
        let settings =
            self.picture.as_ref().filter(|_| self.has_line).map(|start| start.settings().to_string());
        format!("{} {players:?} {settings:?}", self.game.info().slug)
    }

    /// The rules of the variant; of the book's where it is not possible.
    pub(super) fn rules(&self) -> Step {
        let start = self.picture.as_ref().filter(|_| self.has_line);
        let settings = start.map_or_else(|| self.game.book_settings(), |start| start.settings());
        Step::open(Rules::new(self.game, &settings))
    }

    /// Whom the variant favours, and the variant that is closest to even.
    pub(super) fn advice(&self, favour: &Favour) -> String {
        let mut said = favour.sentence(&self.names);
        if let (Some(even), Some(start)) = (EvenVariant::of(self.game.info().slug), &self.picture) {
            said = format!("{said} {}", even.sentence(self.game, &start.settings()));
        }
        said
    }

    /// The variant of this game that is closest to even.
    pub(super) fn even(&self) -> Option<Settings> {
        EvenVariant::of(self.game.info().slug).map(|even| even.settings(self.game))
    }

    /// Seats the only person where the variant favours them.
    pub(super) fn seat_person(&mut self, cache: &Arc<OracleCache>) {
        let (Some(person), Some(start)) = (self.only_person(), self.picture.as_deref()) else { return };
        if person == seat_against_computer(self.game, start, cache) {
            return;
        }
        for field in [Field::Player, Field::Name] {
            let [one, two] = Seat::BOTH.map(|seat| self.text(field(seat)));
            self.set(field(Seat::One), &two);
            self.set(field(Seat::Two), &one);
        }
        self.look_again();
    }

    /// The seat of the only person.
    pub(super) fn only_person(&self) -> Option<Seat> {
        match Seat::BOTH.map(|seat| self.player(seat).is_some()) {
            [true, false] => Some(Seat::Two),
            [false, true] => Some(Seat::One),
            _ => None,
        }
    }

    /// It is known who plays here. A person who was never asked is asked for a name, once.
    pub(super) fn meet(&mut self, person: Person) {
        self.person = person;
        for seat in Seat::BOTH {
            if self.text(Field::Name(seat)).is_empty() {
                self.rename(seat);
            }
        }
        self.look_again();
    }

    /// The name by which the person who plays here wants to be remembered, if that is new; no name is an answer, too.
    pub(super) fn introduction(&self) -> Option<Option<Name>> {
        let seat = self.only_person()?;
        let name = Name::of_person(self.text(Field::Name(seat)).trim()).ok();
        match (&self.person, &name) {
            (Person::Unasked, _) | (Person::Nameless, Some(_)) => Some(name),
            (Person::Named(known), Some(name)) if known != name => Some(Some(name.clone())),
            _ => None,
        }
    }

    /// The fields that can be selected, from top to bottom.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        let one_match = self.text(Field::Rounds).is_empty();
        let asked = self.only_person().filter(|_| self.person == Person::Unasked).map(Field::Name);
        let is_shown = |entry: &&Entry| match entry.field {
            Field::Play | Field::Game | Field::Opponent | Field::More => true,
            Field::Count => self.more && !one_match,
            field => self.more || Some(field) == asked,
        };
        let mut shown: Vec<&Entry> = self.entries.iter().filter(is_shown).collect();
        // The others unfold below it.
        shown.sort_by_key(|entry| entry.field == Field::More && !self.more);
        shown.into_iter()
    }

    /// The same for another game, with the same players as far as they play it.
    pub(super) fn of_game(&self, game: &'static dyn AnyGame, preferences: &Preferences) -> Self {
        let mut choices = Self::new(game, preferences);
        choices.person = self.person.clone();
        for field in Seat::BOTH.map(Field::Player) {
            let player = self.text(field);
            if let Kind::Choice(players) = choices.kind(field)
                && players.contains(&player)
            {
                choices.set(field, &player);
            }
        }
        for seat in Seat::BOTH {
            choices.rename(seat);
        }
        choices.more = self.more;
        choices.look_again();
        choices
    }

    /// The field itself, or for the opponent that of the seat.
    fn meant(&self, field: Field) -> Field {
        match field {
            Field::Opponent => Field::Player(self.opponent()),
            field => field,
        }
    }

    /// The seat opposite the person's.
    pub(super) fn opponent(&self) -> Seat {
        match Seat::BOTH.map(|seat| self.player(seat).is_some()) {
            [true, false] => Seat::One,
            _ => Seat::Two,
        }
    }

    pub(super) fn fields(&self) -> Vec<Field> {
        self.entries().map(|entry| entry.field).collect()
    }

    pub(super) fn parameter(&self, place: usize) -> Option<&'static Parameter> {
        self.game.parameters().get(place)
    }

    pub(super) fn player(&self, seat: Seat) -> Option<Player> {
        self.text(Field::Player(seat)).parse().ok()
    }

    /// The name of a player who is given none.
    pub(super) fn usual_name(&self, seat: Seat) -> Name {
        seat.of(&usual_names(Seat::BOTH.map(|seat| self.player(seat)))).clone()
    }

    /// The name that a player would have.
    fn name(&self, seat: Seat) -> Name {
        Name::new(self.text(Field::Name(seat)).trim()).unwrap_or_else(|_| self.usual_name(seat))
    }

    pub(super) fn kind(&self, field: Field) -> &Kind {
        self.entry(field).map_or(&Kind::Button, |entry| &entry.kind)
    }

    pub(super) fn text(&self, field: Field) -> String {
        self.entry(field).map(|entry| entry.text.text()).unwrap_or_default()
    }

    /// The text of a field that is typed.
    pub(super) fn typed_mut(&mut self, field: Field) -> Option<&mut TextField> {
        let entry = self.entry_mut(field)?;
        matches!(entry.kind, Kind::Typed | Kind::Number { .. }).then_some(&mut entry.text)
    }

    /// Changes a field by this many steps.
    pub(super) fn turn(&mut self, field: Field, by: i64) {
        let field = self.meant(field);
        let next = self.kind(field).turned(&self.text(field), by);
        self.set(field, &next);
        if let Field::Player(seat) = field {
            self.rename(seat);
        }
        self.look_again();
    }

    /// Checks everything again after a change.
    pub(super) fn look_again(&mut self) {
        let request = self.request();
        self.names = Seat::BOTH.map(|seat| self.name(seat));
        self.terms = request.check(self.game, &Bounds::LOCAL);
        let start = request.start(self.game);
        self.has_line = start.is_ok();
        self.picture = start.ok().or(self.picture.take());
    }

    /// What is wrong with a field.
    pub(super) fn problem(&self, field: Field) -> Option<String> {
        let wrong = self.terms.as_ref().err()?;
        wrong.iter().find(|error| self.to_blame(error) == field).map(ToString::to_string)
    }

    /// The first field that is wrong.
    pub(super) fn wrong(&self) -> Option<Field> {
        self.terms.as_ref().err()?.first().map(|error| self.to_blame(error))
    }

    /// Whether the coach warns.
    pub(super) fn coach(&self) -> bool {
        self.text(Field::Coach) == "on"
    }

    /// Remembers who played, their names and whether the coach warned for the next time.
    pub(super) fn remember(&self, preferences: &mut Preferences) {
        // Command-line values are not remembered unless they were changed here.
        if self.coach() != preferences.is_on(Setting::Coach) {
            preferences.turn(Setting::Coach, 1);
        }
        preferences.seats = Seat::BOTH.map(|seat| self.text(Field::Player(seat)));
        let names = Seat::BOTH.map(|seat| {
            let name = match self.player(seat) {
                None => Name::new(&self.text(Field::Name(seat))).ok(),
                Some(_) => seat.of(&self.known).clone(),
            };
            name.unwrap_or_else(|| Name::of_seat(seat))
        });
        preferences.names = Some(names).filter(|names| *names != Name::of_both_seats());
    }

    fn request(&self) -> Request {
        let text = |field: Field| Some(self.text(field)).filter(|text| !text.is_empty());
        let book = self.game.book_settings();
        let shown = || book.iter().enumerate().map(|(place, row)| (self.text(Field::Set(place)), row));
        // Each is shown, so each is asked for: none gives way to another.
        let by_the_book = shown().all(|(text, (_, book))| text == book.to_string());
        let set = shown().filter(|_| !by_the_book).map(|(text, (it, _))| format!("{}={text}", it.name));
        let rounds = text(Field::Rounds);
        Request {
            game: self.game.info().slug.to_owned(),
            set: set.collect(),
            first: text(Field::First),
            players: Seat::BOTH.map(|seat| text(Field::Player(seat))),
            names: Seat::BOTH.map(|seat| text(Field::Name(seat))),
            best_of: rounds.as_deref() == Some("best-of"),
            rounds: rounds.map(|_| self.text(Field::Count)),
            seats: text(Field::Seats),
            max_invalid: text(Field::MaxInvalid),
            max_turns: text(Field::MaxTurns),
            ..Request::default()
        }
    }

    fn to_blame(&self, error: &RequestError) -> Field {
        match error.field {
            Asked::Set(Some(name)) => {
                let place = self.game.parameters().iter().position(|parameter| parameter.name == name);
                place.map_or(Field::Play, Field::Set)
            }
            Asked::Player(seat) => Field::Player(seat),
            Asked::Name(seat) => Field::Name(seat),
            Asked::First => Field::First,
            Asked::Rounds => Field::Count,
            Asked::Seats => Field::Seats,
            Asked::MaxTurns => Field::MaxTurns,
            Asked::MaxInvalid => Field::MaxInvalid,
            Asked::Game | Asked::Set(None) | Asked::Position | Asked::Moves | Asked::Seed | Asked::Time => {
                Field::Play
            }
        }
    }

    fn entry(&self, field: Field) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.field == field)
    }

    fn entry_mut(&mut self, field: Field) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.field == field)
    }

    fn set(&mut self, field: Field, text: &str) {
        if let Some(entry) = self.entry_mut(field) {
            entry.text.set(text);
        }
    }

    /// A person gets last time's name, a computer its own.
    fn rename(&mut self, seat: Seat) {
        let person = match &self.person {
            Person::Named(name) if self.only_person() == Some(seat) => Some(name),
            _ => None,
        };
        let known = person.or(seat.of(&self.known).as_ref()).filter(|_| self.player(seat).is_none());
        let name = known.map(Name::to_string).unwrap_or_default();
        self.set(Field::Name(seat), &name);
    }
}
