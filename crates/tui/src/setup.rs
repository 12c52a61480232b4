//! The setup of a match: who plays, which variant, how many rounds.

mod choices;
mod field;
#[cfg(test)]
mod tests;
mod view;

use crossterm::event::{KeyCode, KeyEvent};
use numberline_learn::Versus;
use numberline_rules::Seat;
use numberline_table::{AnyGame, Player, find, unsolved};
use ratatui::layout::Rect;

use crate::effect::{Errand, Thought};
use crate::keys::{Binding, KeyTable, Keyed, TakesKeys, always, bind};
use crate::learn::{OfferedTutorial, open_tutorial};
use crate::page::{Mouse, Page, Spot};
use crate::pending::Pending;
use crate::play::Play;
use crate::screen::{Context, Screen, Step};
use crate::{Answer, Effect, Look, Preferences, Ticket};
use choices::Choices;
use field::{Field, Kind};

/// The keys. Where a name is typed, its letters come first.
const KEYS: &[Binding<SetupScreen>] = &[
    bind("Enter", "begin", |setup| setup.focus == Field::Play, |setup, _, context| setup.play(context)),
    bind("Enter Space", "more settings", SetupScreen::is_folded, |setup, _, _| setup.unfold(true)),
    bind("Enter Space", "fewer settings", SetupScreen::is_unfolded, |setup, _, _| setup.unfold(false)),
    bind("a-z", "type a name", Screen::takes_letters, SetupScreen::type_key),
    bind("← h", "count", SetupScreen::is_number, |setup, _, at| setup.turn(-1, at)),
    bind("→ l Space", "count", SetupScreen::is_number, |setup, _, at| setup.turn(1, at)),
    bind("← h", "weaker, stronger", SetupScreen::is_player, |setup, _, at| setup.turn(-1, at)),
    bind("→ l Space", "weaker, stronger", SetupScreen::is_player, |setup, _, at| setup.turn(1, at)),
    bind("← h", "change", SetupScreen::is_choice, |setup, _, at| setup.turn(-1, at)),
    bind("→ l Space", "change", SetupScreen::is_choice, |setup, _, at| setup.turn(1, at)),
    bind("0-9 Backspace", "type a number", SetupScreen::is_number, SetupScreen::type_key),
    bind("↑ Shift-Tab", "next field", Screen::takes_letters, |setup, _, _| setup.go(-1)),
    bind("↓ Tab Enter", "next field", Screen::takes_letters, |setup, _, _| setup.go(1)),
    bind("↑ k Shift-Tab", "next field", SetupScreen::has_letters, |setup, _, _| setup.go(-1)),
    bind("↓ j Tab Enter", "next field", SetupScreen::has_letters, |setup, _, _| setup.go(1)),
    bind("Esc", "back", always, |_, _, _| Step::BACK),
    bind("V", "take the even variant", SetupScreen::offers_even, |setup, _, at| setup.take_even(at)),
    bind("w", "who wins?", SetupScreen::has_letters, |setup, _, context| setup.ask(context)),
    bind("B", "by the book", SetupScreen::has_letters, |setup, _, at| setup.go_by_the_book(at)),
    bind("R", "rules", SetupScreen::has_letters, |setup, _, _| setup.choices.rules()),
    bind("T", "learn this game", SetupScreen::has_letters, |setup, _, context| {
        open_tutorial(setup.choices.game.info().slug, context)
    }),
    bind("Home", "to Play", SetupScreen::has_letters, |setup, _, _| setup.go(isize::MIN)),
    bind("End", "to the last field", SetupScreen::has_letters, |setup, _, _| setup.go(isize::MAX)),
    bind("PgUp", "count by ten", SetupScreen::is_number, |setup, _, at| setup.turn(10, at)),
    bind("PgDn", "count by ten", SetupScreen::is_number, |setup, _, at| setup.turn(-10, at)),
];

/// The setup of a match.
pub(crate) struct SetupScreen {
    choices: Choices,
    focus: Field,
    /// Whom the variant favours: shown only on request.
    told: Option<String>,
    asking: Pending<()>,
    /// Where the computers fall short of their names, said before the game.
    shortfalls: Vec<String>,
    /// What they were asked about.
    checked: String,
    checking: Pending<()>,
    /// The name of the person who plays here, once it is known.
    meeting: Pending<()>,
    /// The tutorial, offered where the game is new to the player.
    tutorial: OfferedTutorial,
}

impl SetupScreen {
    pub(crate) fn new(game: &'static dyn AnyGame, preferences: &Preferences) -> Self {
        Self {
            choices: Choices::new(game, preferences),
            focus: Field::Play,
            told: None,
            asking: Pending::default(),
            shortfalls: Vec::new(),
            checked: String::new(),
            checking: Pending::default(),
            meeting: Pending::default(),
            tutorial: OfferedTutorial::default(),
        }
    }

    /// The setup as it opens: a person sits where the variant favours them, and the computers say where they fall short.
    pub(crate) fn opened(game: &'static dyn AnyGame, context: &mut Context) -> (Self, Effect) {
        let mut setup = Self::new(game, &context.preferences);
        setup.choices.seat_person(&context.cache);
        setup.begun(context)
    }

    /// The setup of the match that a lesson offers.
    pub(crate) fn against(
        game: &'static dyn AnyGame,
        versus: &Versus,
        context: &mut Context,
    ) -> (Self, Effect) {
        let mut preferences = context.preferences.clone();
        preferences.seats = versus.players();
        let mut setup = Self::new(game, &preferences);
        let mut settings = game.book_settings();
        for value in &versus.set {
            // A lesson with other settings does not exist: its check refuses them.
            let _ = settings.assign(value);
        }
        setup.choices.set_to(&settings);
        setup.begun(context)
    }

    fn begun(mut self, context: &mut Context) -> (Self, Effect) {
        let offered = self.tutorial.look(self.choices.game.info().slug, context);
        let met = self.meeting.ask((), Errand::WhoPlays, context);
        let checked = self.check(context);
        (self, offered.and(met).and(checked))
    }

    /// After a change it is another variant: what was told about the last one is gone, and the computers are asked again
    /// whether it is too large for them.
    fn changed(&mut self, context: &mut Context) -> Step {
        if self.checked == self.choices.variant() {
            return Step::STAY;
        }
        let hidden = self.hide();
        hidden.and(self.check(context)).into()
    }

    fn check(&mut self, context: &mut Context) -> Effect {
        self.shortfalls.clear();
        self.checked = self.choices.variant();
        let stopped = self.checking.stop();
        let mut players: Vec<Player> =
            Seat::BOTH.into_iter().filter_map(|seat| self.choices.player(seat)).collect();
        players.dedup();
        let Some(start) = self.choices.picture.as_deref().filter(|_| self.choices.has_line) else {
            return stopped;
        };
        let thought = Thought::Shortfalls(players, self.choices.game, start.copy(), context.cache.clone());
        stopped.and(self.checking.ask((), thought, context))
    }

    /// Whether there is a variant that is closer to even than this one.
    fn offers_even(&self) -> bool {
        self.has_letters()
            && self.told.is_some()
            && self.choices.even().is_some_and(|even| !self.choices.is_set_to(&even))
    }

    fn take_even(&mut self, context: &mut Context) -> Step {
        if let Some(even) = self.choices.even() {
            self.choices.set_to(&even);
        }
        self.changed(context)
    }

    /// The session that was set up, if it is valid.
    #[cfg(test)]
    pub(crate) fn terms(&self) -> Option<numberline_table::Terms> {
        self.choices.terms.clone().ok()
    }

    /// Takes a key for the text of the field, if it has one and the key types.
    fn typed(&mut self, key: KeyEvent) -> bool {
        let numeric = self.is_number();
        let typed = match (self.choices.typed_mut(self.focus), key.code) {
            (None, _) => false,
            // In a number the arrows count, and letters have no meaning of their own.
            (_, KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End) if numeric => false,
            (_, KeyCode::Char(letter)) if numeric && !letter.is_ascii_digit() => false,
            (Some(text), _) => text.key(key),
        };
        if typed {
            self.choices.look_again();
        }
        typed
    }

    fn type_key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        if self.typed(key) { self.changed(context) } else { Step::STAY }
    }

    fn is_number(&self) -> bool {
        matches!(self.choices.kind(self.focus), Kind::Number { .. })
    }

    fn is_choice(&self) -> bool {
        matches!(self.choices.kind(self.focus), Kind::Choice(_))
    }

    fn is_player(&self) -> bool {
        matches!(self.focus, Field::Opponent | Field::Player(_))
    }

    fn is_folded(&self) -> bool {
        self.focus == Field::More && !self.choices.more
    }

    fn is_unfolded(&self) -> bool {
        self.focus == Field::More && self.choices.more
    }

    fn unfold(&mut self, more: bool) -> Step {
        self.choices.more = more;
        Step::STAY
    }

    fn has_letters(&self) -> bool {
        !self.takes_letters()
    }

    /// Says who wins the variant with perfect play, or hides it again.
    fn ask(&mut self, context: &mut Context) -> Step {
        if self.told.is_some() || self.asking.is_some() {
            return self.hide().into();
        }
        let Some(start) = self.choices.picture.as_deref().filter(|_| self.choices.has_line) else {
            return Step::STAY;
        };
        let thought = Thought::Favour(self.choices.game, start.copy(), context.cache.clone());
        self.asking.ask((), thought, context).into()
    }

    /// After a change, it is another variant.
    fn hide(&mut self) -> Effect {
        self.told = None;
        self.asking.stop()
    }

    fn go_by_the_book(&mut self, context: &mut Context) -> Step {
        self.choices.set_to(&self.choices.game.book_settings());
        self.changed(context)
    }

    fn turn(&mut self, by: i64, context: &mut Context) -> Step {
        self.choices.turn(self.focus, by);
        // Another game has other fields.
        let slug = self.choices.text(Field::Game);
        if let Some(game) = find(&slug).filter(|game| game.info().slug != self.choices.game.info().slug) {
            self.choices = self.choices.of_game(game, &context.preferences);
            self.choices.seat_person(&context.cache);
        }
        self.changed(context)
    }

    /// Goes to another field.
    fn go(&mut self, by: isize) -> Step {
        let fields = self.choices.fields();
        let place = fields.iter().position(|field| *field == self.focus).unwrap_or(0);
        let place = place.saturating_add_signed(by).min(fields.len().saturating_sub(1));
        self.focus = fields.get(place).copied().unwrap_or(Field::Play);
        Step::STAY
    }

    /// Begins, if the setup is valid. A game that was left unfinished stays where it is.
    fn play(&mut self, context: &mut Context) -> Step {
        match self.choices.wrong() {
            Some(field) => {
                self.choices.more = true;
                self.focus = field;
            }
            None => return self.begin(context),
        }
        Step::STAY
    }

    fn begin(&mut self, context: &mut Context) -> Step {
        let Ok(terms) = self.choices.terms.clone() else { return Step::STAY };
        self.choices.remember(&mut context.preferences);
        let introduced = match self.choices.introduction() {
            Some(name) => Effect::from((context.ticket(), Errand::Introduce(name))),
            None => Effect::None,
        };
        let (mut play, effect) = Play::begin(terms, context);
        let kept = play.save_preferences(context);
        Step::replacing((play, effect)).with(kept).with(introduced)
    }
}

impl Keyed for SetupScreen {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }

    fn other_key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        if self.typed(key) { self.changed(context) } else { Step::PASS }
    }
}

impl Screen for SetupScreen {
    fn title(&self) -> String {
        self.choices.game.info().title.to_owned()
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.asking.awaits(ticket)
            || self.checking.awaits(ticket)
            || self.meeting.awaits(ticket)
            || self.tutorial.awaits(ticket)
    }

    fn takes_letters(&self) -> bool {
        matches!(self.focus, Field::Name(_))
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        let field = match mouse {
            Mouse::Wheel(-1, _) => return self.go(-1),
            Mouse::Wheel(..) => return self.go(1),
            Mouse::Click(Spot::Item(place)) => self.choices.fields().get(place).copied(),
            _ => None,
        };
        match field {
            Some(Field::Play) => return self.play(context),
            Some(Field::More) => {
                self.focus = Field::More;
                return self.unfold(!self.choices.more);
            }
            Some(field) if field == self.focus => return self.turn(1, context),
            Some(field) => self.focus = field,
            None => {}
        }
        Step::STAY
    }

    fn paste(&mut self, text: &str) {
        if let Some(field) = self.choices.typed_mut(self.focus) {
            field.insert(text);
            self.choices.look_again();
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context) -> Step {
        if self.tutorial.awaits(ticket) {
            return self.tutorial.answer(ticket, &answer, context).into();
        }
        match answer {
            Answer::Favoured(favour) if self.asking.take(ticket).is_some() => {
                self.told = Some(match favour {
                    Ok(favour) => self.choices.advice(&favour),
                    Err(refusal) => unsolved(&refusal),
                });
            }
            Answer::Shortfalls(found) if self.checking.take(ticket).is_some() => self.shortfalls = found,
            Answer::Person(person) if self.meeting.take(ticket).is_some() => self.choices.meet(person),
            _ => {}
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let told = match &self.told {
            Some(told) => Some(told.as_str()),
            None if self.asking.is_some() => Some(look.symbol("Thinking …", "Thinking ...")),
            None => None,
        };
        let offer = self.tutorial.words().map(|words| format!("{words}: {}", self.key_to("learn this game")));
        view::draw(&self.choices, self.focus, (told, &self.shortfalls), offer.as_deref(), page, area, look);
    }
}
