//! The first screen: a menu of the games, and the way to everything else.

mod cards;
mod places;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent};
use numberline_history::Unfinished;
use numberline_rules::Seat;
use numberline_table::{Adviser, AnyGame, AnyMatch, Name, Request, Terms, catalog, unsolved};
use ratatui::layout::Rect;

use crate::archive::Archive;
use crate::effect::{Errand, Leave, Thought};
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::learn::LearnScreen;
use crate::page::{Mouse, Page, Spot};
use crate::pages::Rules;
use crate::pending::Pending;
use crate::play::Play;
use crate::screen::{Context, Screen, Step};
use crate::settings::SettingsScreen;
use crate::setup::SetupScreen;
use crate::shelf::Shelf;
use crate::{Answer, Effect, Look, Ticket};
use places::HomeLayout;

/// What the keys do.
const KEYS: &[Binding<Home>] = &[
    bind("Enter", "play", always, |home, _, context| home.open(context)),
    bind("o", "continue", |home| !home.unfinished.is_empty(), |home, _, context| home.resume(context)),
    bind("R", "rules", always, |home, _, _| home.rules()),
    bind("T", "learn", always, |_, _, context| Step::opening(LearnScreen::new(context))),
    bind("y", "history", always, |_, _, context| Step::opening(Archive::new(context))),
    bind(",", "settings", always, |_, _, context| Step::opening(SettingsScreen::new(context))),
    bind("w", "who wins?", always, |home, _, context| home.ask(context)),
    bind("p", "plain line mode", always, |_, _, _| Effect::Leave(Leave::Plain).into()),
    bind("← h Shift-Tab", "choose a game", always, |home, _, _| home.choose(home.chosen.saturating_sub(1))),
    bind("↑ k", "choose a game", always, |home, _, context| home.choose_row(-1, context)),
    bind("↓ j", "choose a game", always, |home, _, context| home.choose_row(1, context)),
    bind("→ l Tab", "choose a game", always, |home, _, _| home.choose(home.chosen + 1)),
    bind("1-9", "choose by number", always, |home, key, _| home.choose_by_number(key)),
    bind("Home", "first, last", always, |home, _, _| home.choose(0)),
    bind("End", "first, last", always, |home, _, _| home.choose(usize::MAX)),
    bind("Esc", "dismiss the notice", |home| home.notice.is_some(), |home, _, _| home.put_notice_away()),
];

/// The first screen.
pub(crate) struct Home {
    games: Vec<Offered>,
    chosen: usize,
    unfinished: Vec<Unfinished>,
    /// Who wins the selected game with perfect play, and why: shown only on request.
    told: Option<[String; 2]>,
    asking: Pending<()>,
    /// A problem that the player should know about.
    notice: Option<String>,
    recalling: Pending<()>,
    /// A session that begins as soon as the first screen is there.
    wanted: Option<Box<Terms>>,
}

/// A game of the catalog at its start.
struct Offered {
    game: &'static dyn AnyGame,
    start: Option<Box<dyn AnyMatch>>,
}

impl Home {
    /// The first screen, and the question which session can be resumed. A requested session begins after the answer.
    pub(crate) fn new(
        notice: Option<String>,
        wanted: Option<Box<Terms>>,
        context: &mut Context,
    ) -> (Self, Effect) {
        let offered = |game: &'static dyn AnyGame| Offered {
            game,
            start: game.start(&game.book_settings(), Seat::One).ok(),
        };
        let games = catalog().into_iter().map(offered).collect();
        let mut home = Self {
            games,
            chosen: 0,
            unfinished: Vec::new(),
            told: None,
            asking: Pending::default(),
            notice,
            recalling: Pending::default(),
            wanted,
        };
        let recall = home.seen_again(context);
        (home, recall)
    }

    fn game(&self) -> Option<&'static dyn AnyGame> {
        self.games.get(self.chosen).map(|offered| offered.game)
    }

    fn places(&self, area: Rect) -> HomeLayout {
        HomeLayout::new(area, self.games.len(), self.chosen, !self.unfinished.is_empty())
    }

    fn choose(&mut self, place: usize) -> Step {
        self.hide();
        self.chosen = place.min(self.games.len().saturating_sub(1));
        Step::STAY
    }

    fn rules(&self) -> Step {
        self.game().map_or(Step::STAY, |game| Step::open(Rules::new(game, &game.book_settings())))
    }

    fn put_notice_away(&mut self) -> Step {
        self.notice = None;
        Step::STAY
    }

    fn choose_by_number(&mut self, key: KeyEvent) -> Step {
        let place = match key.code {
            KeyCode::Char(digit) => digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()),
            _ => None,
        };
        let place = place.and_then(|place| place.checked_sub(1));
        place.filter(|place| *place < self.games.len()).map_or(Step::STAY, |place| self.choose(place))
    }

    /// Moves up or down by this many rows of cards.
    fn choose_row(&mut self, by: isize, context: &Context) -> Step {
        let columns = self.places(context.area).columns.cast_signed();
        self.choose(self.chosen.checked_add_signed(by * columns).unwrap_or(self.chosen))
    }

    fn open(&self, context: &mut Context) -> Step {
        let Some(game) = self.game() else { return Step::STAY };
        Step::opening(SetupScreen::opened(game, context))
    }

    /// Shows who wins with perfect play, or hides it again.
    fn ask(&mut self, context: &mut Context) -> Step {
        if self.told.is_some() || self.asking.is_some() {
            self.hide();
            return Step::STAY;
        }
        let start =
            self.games.get(self.chosen).and_then(|offered| Some((offered.game, offered.start.as_ref()?)));
        let Some((game, start)) = start else { return Step::STAY };
        let thought = Thought::Analyse(Adviser::new(game, &context.cache), start.copy());
        self.asking.ask((), thought, context).into()
    }

    fn hide(&mut self) {
        self.told = None;
        self.asking = Pending::default();
    }

    fn resume(&mut self, context: &mut Context) -> Step {
        let unfinished = match self.unfinished.as_slice() {
            [] => return Step::STAY,
            [only] => only,
            several => return Step::open(Shelf::new(several.to_vec())),
        };
        match Play::resume(unfinished.records.clone(), &Request::default(), context) {
            Ok(play) => Step::opening(play),
            Err(reason) => {
                self.notice = Some(format!("The unfinished game cannot be resumed: {reason}."));
                Step::STAY
            }
        }
    }

    /// Begins the requested session, if there is one.
    fn begin(&mut self, context: &mut Context) -> Step {
        self.wanted.take().map_or(Step::STAY, |terms| Step::opening(Play::begin(*terms, context)))
    }
}

impl Keyed for Home {
    fn table(&self) -> impl KeyTable<Self> {
        if self.wanted.is_some() { &[] } else { KEYS }
    }

    /// What is typed ahead is meant for the match that is about to begin, not for the menu.
    fn other_key(&mut self, _: KeyEvent, _: &mut Context) -> Step {
        if self.wanted.is_some() { Step::STAY } else { Step::PASS }
    }
}

impl Screen for Home {
    fn title(&self) -> String {
        "Number-line duels".to_owned()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        match mouse {
            _ if self.wanted.is_some() => Step::STAY,
            Mouse::Wheel(-1, _) => self.choose(self.chosen.saturating_sub(1)),
            Mouse::Wheel(..) => self.choose(self.chosen + 1),
            Mouse::Click(Spot::Item(place)) if place == self.chosen => self.open(context),
            Mouse::Click(Spot::Item(place)) => self.choose(place),
            _ => Step::STAY,
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context) -> Step {
        match answer {
            Answer::Analysed(known) if self.asking.take(ticket).is_some() => {
                self.told = Some(match known {
                    Ok(analysis) => [analysis.headline(&Name::of_both_seats()), analysis.why.to_string()],
                    Err(refusal) => [unsolved(&refusal), String::new()],
                });
            }
            Answer::Unfinished(found) if self.recalling.take(ticket).is_some() => {
                self.unfinished.clear();
                match found {
                    Ok(found) => self.unfinished = found,
                    Err(reason) => self.notice = Some(reason),
                }
                return self.begin(context);
            }
            _ => {}
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        cards::draw(self, page, area, look);
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.recalling.awaits(ticket) || self.asking.awaits(ticket)
    }

    fn seen_again(&mut self, context: &mut Context) -> Effect {
        self.hide();
        self.recalling.ask((), Errand::Recall, context)
    }
}
