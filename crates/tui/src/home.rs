//! The first screen: the games to choose from, and the way to everything else.

mod cards;
mod places;
#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use numberline_rules::Seat;
use numberline_table::{Adviser, AnyGame, AnyMatch, Wanted, catalog};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::continuable::Continuable;
use crate::dialog::Dialog;
use crate::effect::{Errand, Leave, Thought};
use crate::pages::Rules;
use crate::play::Play;
use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::settings::SettingsScreen;
use crate::setup::SetupScreen;
use crate::{Answer, Effect, Event, Look, Ticket, doors};
use places::Places;

/// The first screen.
pub(crate) struct Home {
    games: Vec<Offered>,
    chosen: usize,
    unfinished: Option<Continuable>,
    secret: Secret,
    /// Something went wrong that a person should know.
    notice: Option<String>,
    recalling: Option<Ticket>,
    /// A match that is to begin as soon as it is known what would be lost by it.
    wanted: Option<Box<Wanted>>,
    /// Whether it is to begin although something would be.
    question: Option<Dialog>,
}

/// A game of the catalog as it begins.
struct Offered {
    game: &'static dyn AnyGame,
    start: Option<Box<dyn AnyMatch>>,
}

/// Who wins the chosen game with perfect play: told only to those who ask.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Secret {
    Hidden,
    Asked(Ticket),
    Told { headline: String, why: String },
}

impl Home {
    /// The first screen, and the question which game was left unfinished. A wanted match begins when that is answered.
    pub(crate) fn new(
        notice: Option<String>,
        wanted: Option<Box<Wanted>>,
        context: &mut Context<'_>,
    ) -> (Self, Effect) {
        let offered = |game: &'static dyn AnyGame| Offered {
            game,
            start: game.start(&game.book_settings(), Seat::One).ok(),
        };
        let (ticket, recall) = context.run(Errand::Recall);
        let games = catalog().into_iter().map(offered).collect();
        let home = Self {
            games,
            chosen: 0,
            unfinished: None,
            secret: Secret::Hidden,
            notice,
            recalling: Some(ticket),
            wanted,
            question: None,
        };
        (home, recall)
    }

    fn game(&self) -> Option<&'static dyn AnyGame> {
        self.games.get(self.chosen).map(|offered| offered.game)
    }

    fn places(&self, area: Rect) -> Places {
        Places::new(area, self.games.len(), self.chosen, self.unfinished.is_some())
    }

    fn key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Step::PASS;
        }
        let hidden = match (key.code, &self.secret) {
            (KeyCode::Char('w'), _) => Effect::None,
            _ => self.hide(),
        };
        let columns = self.places(context.area).columns;
        let last = self.games.len().saturating_sub(1);
        let step = match key.code {
            KeyCode::Up | KeyCode::Char('k') => {
                self.chosen = self.chosen.checked_sub(columns).unwrap_or(self.chosen);
                Step::STAY
            }
            KeyCode::Down | KeyCode::Char('j') => {
                self.chosen = self.chosen.saturating_add(columns).min(last);
                Step::STAY
            }
            KeyCode::Left | KeyCode::Char('h') | KeyCode::BackTab => {
                self.chosen = self.chosen.saturating_sub(1);
                Step::STAY
            }
            KeyCode::Right | KeyCode::Char('l') | KeyCode::Tab => {
                self.chosen = (self.chosen + 1).min(last);
                Step::STAY
            }
            KeyCode::Home => {
                self.chosen = 0;
                Step::STAY
            }
            KeyCode::End => {
                self.chosen = last;
                Step::STAY
            }
            KeyCode::Char(digit @ '1'..='9') => {
                let place = digit.to_digit(10).and_then(|digit| usize::try_from(digit).ok()).unwrap_or(0);
                if (1..=self.games.len()).contains(&place) {
                    self.chosen = place - 1;
                }
                Step::STAY
            }
            KeyCode::Enter => self.open(context),
            KeyCode::Char('w') => self.ask(context),
            KeyCode::Char('c') => self.go_on(context),
            KeyCode::Char('r') => self.game().map_or(Step::STAY, |game| Step::open(Rules::new(game))),
            KeyCode::Char('s') => Step::open(SettingsScreen::new(context.preferences)),
            KeyCode::Char('y') => doors::history(context),
            KeyCode::Char('p') => Step::from(Effect::Leave(Leave::Plain)),
            KeyCode::Esc if self.notice.is_some() => {
                self.notice = None;
                Step::STAY
            }
            _ => Step::PASS,
        };
        step.with(hidden)
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context<'_>) -> Step {
        let places = self.places(context.area);
        let at = Position::new(mouse.column, mouse.row);
        let last = self.games.len().saturating_sub(1);
        match mouse.kind {
            MouseEventKind::ScrollUp => {
                self.chosen = self.chosen.saturating_sub(1);
                self.hide().into()
            }
            MouseEventKind::ScrollDown => {
                self.chosen = (self.chosen + 1).min(last);
                self.hide().into()
            }
            MouseEventKind::Down(MouseButton::Left) => match places.hit(at) {
                Some(place) if place == self.chosen => self.open(context),
                Some(place) => {
                    self.chosen = place;
                    self.hide().into()
                }
                None if places.banner.contains(at) => self.go_on(context),
                None => Step::STAY,
            },
            _ => Step::PASS,
        }
    }

    fn open(&self, context: &mut Context<'_>) -> Step {
        let Some(game) = self.game() else { return Step::STAY };
        let (setup, effect) = SetupScreen::opened(game, context);
        Step::open(setup).with(effect)
    }

    /// Tells who wins with perfect play, or hides it again.
    fn ask(&mut self, context: &mut Context<'_>) -> Step {
        if self.secret != Secret::Hidden {
            return self.hide().into();
        }
        let start =
            self.games.get(self.chosen).and_then(|offered| Some((offered.game, offered.start.as_ref()?)));
        let Some((game, start)) = start else { return Step::STAY };
        let thought = Thought::Analyse(Box::new(Adviser::new(game)), start.copy());
        let (ticket, effect) = context.think(thought);
        self.secret = Secret::Asked(ticket);
        effect.into()
    }

    fn hide(&mut self) -> Effect {
        match std::mem::replace(&mut self.secret, Secret::Hidden) {
            Secret::Asked(ticket) => Effect::Cancel(ticket),
            Secret::Hidden | Secret::Told { .. } => Effect::None,
        }
    }

    fn go_on(&mut self, context: &mut Context<'_>) -> Step {
        let Some(unfinished) = &self.unfinished else { return Step::STAY };
        doors::resume(&unfinished.game, context).unwrap_or_else(|reason| {
            self.notice = Some(reason);
            Step::STAY
        })
    }

    /// Begins the wanted match, if there is one.
    fn begin(&mut self, context: &mut Context<'_>) -> Step {
        let Some(wanted) = self.wanted.take() else { return Step::STAY };
        match Play::begin(*wanted, context) {
            Ok((play, effect)) => Step::open(play).with(effect),
            Err(reason) => {
                self.notice = Some(reason);
                Step::STAY
            }
        }
    }

    /// What is said to the question whether to begin although an unfinished game is lost.
    fn decide(&mut self, said: Option<bool>, context: &mut Context<'_>) -> Step {
        match said {
            None => return Step::STAY,
            Some(true) => {
                self.question = None;
                return self.begin(context);
            }
            Some(false) => (self.question, self.wanted) = (None, None),
        }
        Step::STAY
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, context: &mut Context<'_>) -> Step {
        match answer {
            Answer::Analysed(_, known) if self.secret == Secret::Asked(ticket) => {
                self.secret = match known {
                    Ok(analysis) => {
                        Secret::Told { headline: analysis.headline(), why: analysis.why.to_string() }
                    }
                    Err(refusal) => Secret::Told { headline: refusal.to_string(), why: String::new() },
                };
            }
            Answer::Unfinished(found) if self.recalling == Some(ticket) => {
                self.recalling = None;
                self.unfinished = None;
                match found.and_then(|game| game.map(Continuable::new).transpose()) {
                    Ok(found) => self.unfinished = found,
                    Err(reason) => self.notice = Some(reason),
                }
                match self.unfinished.as_ref().filter(|_| self.wanted.is_some()) {
                    Some(lost) => self.question = Some(lost.question()),
                    None => return self.begin(context),
                }
            }
            _ => {}
        }
        Step::STAY
    }
}

impl Screen for Home {
    fn title(&self) -> String {
        "Number-line duels".to_owned()
    }

    fn keys(&self) -> Vec<KeyHelp> {
        if self.question.is_some() {
            return vec![KeyHelp::new("y", "yes"), KeyHelp::new("n", "no")];
        }
        let mut keys = vec![KeyHelp::new("Enter", "play")];
        keys.extend(self.unfinished.is_some().then(|| KeyHelp::new("c", "continue")));
        keys.extend([
            KeyHelp::new("r", "rules"),
            KeyHelp::new("y", "history"),
            KeyHelp::new("s", "settings"),
            KeyHelp::new("w", "who wins?"),
            KeyHelp::new("p", "plain line mode"),
            KeyHelp::new("← ↑ ↓ →", "choose a game"),
            KeyHelp::new("1 – 9", "choose by number"),
        ]);
        keys.extend(self.notice.is_some().then(|| KeyHelp::new("Esc", "put the notice away")));
        keys
    }

    fn takes_letters(&self) -> bool {
        self.question.is_some()
    }

    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        match (event, &self.question) {
            (Event::Answer(ticket, answer), _) => self.answer(ticket, answer, context),
            (Event::Key(key), Some(question)) => self.decide(question.answer(key), context),
            (Event::Mouse(mouse), Some(question)) => {
                self.decide(question.click(context.area, mouse), context)
            }
            // What is typed ahead is meant for the match that is about to begin, not for the choice of a game.
            (Event::Key(_) | Event::Mouse(_), None) if self.wanted.is_some() => Step::STAY,
            (Event::Key(key), None) => self.key(key, context),
            (Event::Mouse(mouse), None) => self.mouse(mouse, context),
            _ => Step::PASS,
        }
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        cards::draw(self, frame, area, look);
        if let Some(question) = &self.question {
            question.draw(frame, area, look);
        }
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.recalling == Some(ticket) || self.secret == Secret::Asked(ticket)
    }

    fn seen_again(&mut self, context: &mut Context<'_>) -> Effect {
        let (ticket, effect) = context.run(Errand::Recall);
        self.recalling = Some(ticket);
        effect
    }
}
