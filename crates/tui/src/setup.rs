//! The match that is wanted: who plays, which variant, how many rounds.

mod choices;
mod field;
#[cfg(test)]
mod tests;
mod view;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use numberline_table::AnyGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::continuable::Continuable;
use crate::dialog::Dialog;
use crate::effect::Errand;
use crate::form::Form;
use crate::pages::Rules;
use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::{Answer, Effect, Event, Look, Preferences, Ticket, doors};
use choices::Choices;
use field::Field;

/// Where a person says what they want to play.
pub(crate) struct SetupScreen {
    choices: Choices,
    focus: Field,
    /// Which unfinished game is lost if another is begun.
    lost: Option<Continuable>,
    recalling: Option<Ticket>,
    question: Option<Dialog>,
    /// Why no match could be begun.
    refused: Option<String>,
}

impl SetupScreen {
    pub(crate) fn new(game: &'static dyn AnyGame, preferences: &Preferences) -> Self {
        let choices = Choices::new(game, preferences);
        Self { choices, focus: Field::Play, lost: None, recalling: None, question: None, refused: None }
    }

    /// The set-up as it is opened: whether an unfinished game would be lost is asked for.
    pub(crate) fn opened(game: &'static dyn AnyGame, context: &mut Context<'_>) -> (Self, Effect) {
        let (ticket, effect) = context.run(Errand::Recall);
        (Self { recalling: Some(ticket), ..Self::new(game, context.preferences) }, effect)
    }

    /// What is wanted so far, if everything is in order.
    #[cfg(test)]
    pub(crate) fn wanted(&self, seed: u64) -> Option<numberline_table::Wanted> {
        self.choices.wanted(seed).ok()
    }

    fn key(&mut self, key: KeyEvent, context: &mut Context<'_>) -> Step {
        self.refused = None;
        if let Some(text) = self.choices.text_mut(self.focus) {
            let numeric = self.focus.is_number();
            // In a number the arrows count, and letters have no meaning of their own.
            let typed = match key.code {
                KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End if numeric => false,
                KeyCode::Char(letter) if numeric && !letter.is_ascii_digit() => false,
                _ => text.key(key),
            };
            if typed {
                self.choices.look_again();
                return Step::STAY;
            }
        }
        match key.code {
            KeyCode::Enter => match self.focus {
                Field::Play => return self.play(context),
                _ => self.go(1),
            },
            KeyCode::Tab | KeyCode::Down | KeyCode::Char('j') => self.go(1),
            KeyCode::BackTab | KeyCode::Up | KeyCode::Char('k') => self.go(-1),
            KeyCode::Home => self.focus = Field::Play,
            KeyCode::End => self.focus = self.choices.fields().last().copied().unwrap_or(Field::Play),
            KeyCode::Left | KeyCode::Char('h') => self.choices.turn(self.focus, -1),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.choices.turn(self.focus, 1),
            KeyCode::PageDown => self.choices.turn(self.focus, -10),
            KeyCode::PageUp => self.choices.turn(self.focus, 10),
            KeyCode::Char('b') => self.choices.by_the_book(),
            KeyCode::Char('r') => return Step::open(Rules::new(self.choices.game)),
            _ => return Step::PASS,
        }
        Step::STAY
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context<'_>) -> Step {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.go(-1),
            MouseEventKind::ScrollDown => self.go(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let rows = view::rows(&self.choices, context.area, self.refused.as_deref());
                let (fields, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
                let focus = fields.iter().position(|field| *field == Some(self.focus)).unwrap_or(0);
                let form = Form::new(&rows, focus, view::Places::new(&self.choices, context.area).form);
                let hit = form.hit(Position::new(mouse.column, mouse.row));
                match hit.and_then(|place| fields.get(place).copied().flatten()) {
                    Some(Field::Play) => return self.play(context),
                    Some(field) if field == self.focus => self.choices.turn(field, 1),
                    Some(field) => self.focus = field,
                    None => {}
                }
            }
            _ => return Step::PASS,
        }
        Step::STAY
    }

    /// Goes to another field.
    fn go(&mut self, by: isize) {
        let fields = self.choices.fields();
        let place = fields.iter().position(|field| *field == self.focus).unwrap_or(0);
        let place = place.saturating_add_signed(by).min(fields.len().saturating_sub(1));
        self.focus = fields.get(place).copied().unwrap_or(Field::Play);
    }

    /// Begins, if everything is in order and nothing is lost by it.
    fn play(&mut self, context: &mut Context<'_>) -> Step {
        if let Err((field, _)) = self.choices.wanted(0) {
            self.focus = field;
            return Step::STAY;
        }
        match &self.lost {
            Some(lost) => {
                self.question = Some(lost.question());
                Step::STAY
            }
            None => self.begin(context),
        }
    }

    fn begin(&mut self, context: &mut Context<'_>) -> Step {
        let wanted = match self.choices.wanted(rand::random()) {
            Ok(wanted) => wanted,
            Err((field, _)) => {
                self.focus = field;
                return Step::STAY;
            }
        };
        self.choices.remember(context.preferences);
        let (_, kept) = context.run(Errand::Prefer(context.preferences.clone()));
        match doors::play(wanted, context) {
            Ok(step) => step.with(kept),
            Err(reason) => {
                self.refused = Some(reason);
                Step::STAY
            }
        }
    }

    fn answer(&mut self, said: Option<bool>, context: &mut Context<'_>) -> Step {
        match said {
            None => return Step::STAY,
            Some(true) => {
                self.question = None;
                return self.begin(context);
            }
            Some(false) => self.question = None,
        }
        Step::STAY
    }
}

impl Screen for SetupScreen {
    fn title(&self) -> String {
        self.choices.game.info().title.to_owned()
    }

    fn keys(&self) -> Vec<KeyHelp> {
        if self.question.is_some() {
            return vec![KeyHelp::new("y", "yes"), KeyHelp::new("n", "no")];
        }
        let mut keys = match self.focus {
            Field::Play => vec![KeyHelp::new("Enter", "begin")],
            Field::Name(_) => {
                return vec![
                    KeyHelp::new("a – z", "type a name"),
                    KeyHelp::new("↑ ↓", "next field"),
                    KeyHelp::new("Esc", "back"),
                ];
            }
            field if field.is_number() => {
                vec![KeyHelp::new("← →", "count"), KeyHelp::new("0 – 9", "type a number")]
            }
            _ => vec![KeyHelp::new("← →", "change")],
        };
        keys.extend([
            KeyHelp::new("↑ ↓", "next field"),
            KeyHelp::new("Esc", "back"),
            KeyHelp::new("b", "by the book"),
            KeyHelp::new("r", "rules"),
            KeyHelp::new("Home", "to Play"),
            KeyHelp::new("PgUp PgDn", "count by ten"),
        ]);
        keys
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.recalling == Some(ticket)
    }

    fn takes_letters(&self) -> bool {
        self.question.is_some() || matches!(self.focus, Field::Name(_))
    }

    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        if let Event::Answer(_, Answer::Unfinished(found)) = event {
            // What is wrong with its file the first screen says.
            self.lost = found.ok().flatten().and_then(|game| Continuable::new(game).ok());
            self.recalling = None;
            return Step::STAY;
        }
        if let Some(dialog) = &self.question {
            let said = match event {
                Event::Key(key) => dialog.answer(key),
                Event::Mouse(mouse) => dialog.click(context.area, mouse),
                _ => None,
            };
            return self.answer(said, context);
        }
        match event {
            Event::Key(key) => self.key(key, context),
            Event::Mouse(mouse) => self.mouse(mouse, context),
            Event::Paste(text) => {
                if let Some(field) = self.choices.text_mut(self.focus) {
                    field.insert(&text);
                    self.choices.look_again();
                }
                Step::STAY
            }
            _ => Step::PASS,
        }
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        view::draw(&self.choices, self.focus, self.refused.as_deref(), frame, area, look);
        if let Some(dialog) = &self.question {
            dialog.draw(frame, area, look);
        }
    }
}
