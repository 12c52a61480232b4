//! What has been chosen so far, what is wrong with it, and the session that comes of it.

use numberline_rules::{FirstTurn, Parameter, Seat};
use numberline_table::{
    AnyGame, AnyMatch, Bounds, Field as Asked, Name, Player, Request, RequestError, Terms, usual_names,
};

use super::field::{Field, Kind};
use crate::text_field::TextField;
use crate::{Preferences, Setting};

/// The longest number that can be typed.
const DIGITS: usize = 20;

/// What has been chosen so far.
pub(super) struct Choices {
    pub(super) game: &'static dyn AnyGame,
    entries: Vec<Entry>,
    /// What people were called last time.
    known: [Option<Name>; 2],
    /// The session that comes of it, or everything that is wrong.
    pub(super) terms: Result<Terms, Vec<RequestError>>,
    /// Whether a line comes of it.
    pub(super) has_line: bool,
    /// The match that comes of it, or the last one that did.
    pub(super) picture: Option<Box<dyn AnyMatch>>,
}

struct Entry {
    field: Field,
    kind: Kind,
    text: TextField,
}

impl Choices {
    pub(super) fn new(game: &'static dyn AnyGame, preferences: &Preferences) -> Self {
        let mut players = vec!["human".to_owned()];
        players.extend(Player::all_of(game.info().slug).iter().map(Player::to_string));
        let mut fields = vec![Field::Play];
        fields.extend(Seat::BOTH.into_iter().flat_map(|seat| [Field::Player(seat), Field::Name(seat)]));
        fields.extend((0..game.parameters().len()).map(Field::Set));
        fields.extend((game.info().first != FirstTurn::Fixed).then_some(Field::First));
        fields.extend([Field::Rounds, Field::Count, Field::Seats, Field::Coach]);
        fields.extend([Field::MaxTurns, Field::MaxInvalid]);
        let entry = |field: Field| {
            let text = match field {
                Field::Player(seat) => {
                    let last = seat.of(&preferences.seats);
                    let usual = Player::USUAL.to_string();
                    if players.contains(last) { last.clone() } else { usual }
                }
                Field::Count => "3".to_owned(),
                Field::Coach => preferences.word(Setting::Coach).to_owned(),
                _ => String::new(),
            };
            let kind = field.kind(game, &players);
            let most = match kind {
                Kind::Number { .. } => DIGITS,
                Kind::Typed => Name::LONGEST,
                Kind::Button | Kind::Choice(_) => TextField::LONG,
            };
            Entry { field, kind, text: TextField::new(&text, most) }
        };
        let known = Seat::BOTH.map(|seat| {
            let names = preferences.names.as_ref();
            names.map(|names| seat.of(names).clone()).filter(|name| *name != Name::of_seat(seat))
        });
        let mut choices = Self {
            game,
            entries: fields.into_iter().map(entry).collect(),
            known,
            terms: Err(Vec::new()),
            has_line: false,
            picture: None,
        };
        for seat in Seat::BOTH {
            choices.name_anew(seat);
        }
        choices.by_the_book();
        choices
    }

    /// Sets every parameter as the book has it.
    pub(super) fn by_the_book(&mut self) {
        for (place, (_, value)) in self.game.book_settings().iter().enumerate() {
            self.set(Field::Set(place), &value.to_string());
        }
        self.look_again();
    }

    /// The fields that can be gone to, from top to bottom.
    pub(super) fn fields(&self) -> Vec<Field> {
        let one_match = self.text(Field::Rounds).is_empty();
        let fields = self.entries.iter().map(|entry| entry.field);
        fields.filter(|field| !(one_match && *field == Field::Count)).collect()
    }

    pub(super) fn parameter(&self, place: usize) -> Option<&'static Parameter> {
        self.game.parameters().get(place)
    }

    pub(super) fn player(&self, seat: Seat) -> Option<Player> {
        self.text(Field::Player(seat)).parse().ok()
    }

    /// What a player is called who is given no name.
    pub(super) fn usual_name(&self, seat: Seat) -> Name {
        seat.of(&usual_names(Seat::BOTH.map(|seat| self.player(seat)))).clone()
    }

    pub(super) fn kind(&self, field: Field) -> &Kind {
        self.entry(field).map_or(&Kind::Button, |entry| &entry.kind)
    }

    pub(super) fn text(&self, field: Field) -> String {
        self.entry(field).map(|entry| entry.text.text()).unwrap_or_default()
    }

    /// The text before the cursor and after it.
    pub(super) fn halves(&self, field: Field) -> (String, String) {
        self.entry(field).map(|entry| entry.text.halves()).unwrap_or_default()
    }

    /// The text of a field that is typed.
    pub(super) fn typed_mut(&mut self, field: Field) -> Option<&mut TextField> {
        let entry = self.entry_mut(field)?;
        matches!(entry.kind, Kind::Typed | Kind::Number { .. }).then_some(&mut entry.text)
    }

    /// Changes a field by so many steps.
    pub(super) fn turn(&mut self, field: Field, by: i64) {
        let next = self.kind(field).turned(&self.text(field), by);
        self.set(field, &next);
        if let Field::Player(seat) = field {
            self.name_anew(seat);
        }
        self.look_again();
    }

    /// Checks everything anew, after something has changed.
    pub(super) fn look_again(&mut self) {
        let request = self.request();
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

    /// The first field that is not in order.
    pub(super) fn wrong(&self) -> Option<Field> {
        self.terms.as_ref().err()?.first().map(|error| self.to_blame(error))
    }

    /// Whether the coach warns.
    pub(super) fn coach(&self) -> bool {
        self.text(Field::Coach) == "on"
    }

    /// Keeps who played, what they were called and whether the coach warned for the next time.
    pub(super) fn remember(&self, preferences: &mut Preferences) {
        // What the command line says for this time only is not kept unless it was changed here.
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
        let changed = book.iter().enumerate().filter_map(|(place, (parameter, book))| {
            let text = self.text(Field::Set(place));
            (text != book.to_string()).then(|| format!("{}={text}", parameter.name))
        });
        let rounds = text(Field::Rounds);
        Request {
            game: self.game.info().slug.to_owned(),
            set: changed.collect(),
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

    /// A person gets the name they had last time, a computer its own.
    fn name_anew(&mut self, seat: Seat) {
        let known = seat.of(&self.known).as_ref().filter(|_| self.player(seat).is_none());
        let name = known.map(Name::to_string).unwrap_or_default();
        self.set(Field::Name(seat), &name);
    }
}
