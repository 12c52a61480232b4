//! The settings screen: every change is visible at once and saved.

#[cfg(test)]
mod tests;

use crossterm::event::KeyEvent;
use numberline_history::Person;
use numberline_rules::Seat;
use numberline_table::{Name, Outcome};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::effect::Errand;
use crate::form::{self, FormRow, FormValue};
use crate::keys::{Binding, KeyTable, Keyed, always, bind};
use crate::page::{Mouse, Page, Spot};
use crate::pane::Text;
use crate::pending::Pending;
use crate::screen::{Context, Screen, Step};
use crate::text_field::TextField;
use crate::{Answer, Effect, Look, Preferences, Role, Setting, Ticket};

/// What the keys do.
const KEYS: &[Binding<SettingsScreen>] = &[
    bind("a-z", "type a name", Screen::takes_letters, |settings, key, context| {
        settings.type_name(key, context)
    }),
    bind("↑ Shift-Tab", "choose", Screen::takes_letters, |settings, _, _| {
        settings.go(settings.focus.saturating_sub(1))
    }),
    bind("↓ Tab Enter", "choose", Screen::takes_letters, |settings, _, _| settings.go(0)),
    bind("Esc", "back", always, |_, _, _| Step::BACK),
    bind("↑ k Shift-Tab", "choose", is_choice, |settings, _, _| {
        settings.go(settings.focus.saturating_sub(1))
    }),
    bind("↓ j Tab", "choose", is_choice, |settings, _, _| settings.go(settings.focus + 1)),
    bind("← h", "change", is_choice, |settings, _, context| settings.turn(-1, context)),
    bind("→ l Enter Space", "change", is_choice, |settings, _, context| settings.turn(1, context)),
    bind("Home", "first, last", is_choice, |settings, _, _| settings.go(0)),
    bind("End", "first, last", is_choice, |settings, _, _| settings.go(usize::MAX)),
];

fn is_choice(settings: &SettingsScreen) -> bool {
    !settings.takes_letters()
}

/// The settings screen.
pub(crate) struct SettingsScreen {
    focus: usize,
    /// The preferences when last drawn.
    shown: Preferences,
    writing: Pending<()>,
    /// Why the last change could not be saved.
    problem: Option<String>,
    /// The name of the person who plays here, below the settings.
    name: TextField,
    meeting: Pending<()>,
}

impl SettingsScreen {
    pub(crate) fn new(context: &mut Context) -> (Self, Effect) {
        let mut settings = Self {
            focus: 0,
            shown: context.preferences.clone(),
            writing: Pending::default(),
            problem: None,
            name: TextField::new("", Name::LONGEST),
            meeting: Pending::default(),
        };
        let meet = settings.meeting.ask((), Errand::WhoPlays, context);
        (settings, meet)
    }

    fn rows(&self) -> Vec<FormRow> {
        let value = |setting: Setting| FormValue::Choice(self.shown.shown(setting));
        let settings =
            Setting::ALL.iter().map(|setting| FormRow::new(setting.about().label, value(*setting)));
        let name = FormValue::Typed(self.name.clone(), "none".to_owned());
        settings.chain([FormRow::new("Your name", name)]).collect()
    }

    fn turn(&mut self, by: isize, context: &mut Context) -> Step {
        let Some(setting) = Setting::ALL.get(self.focus) else { return Step::STAY };
        context.preferences.turn(*setting, by);
        self.shown = context.preferences.clone();
        let errand = Errand::Prefer(context.preferences.clone());
        let effect = self.writing.ask((), errand, context);
        // Nothing of the old look may be left behind.
        effect.and(Effect::Redraw).into()
    }

    fn go(&mut self, place: usize) -> Step {
        self.focus = place.min(Setting::ALL.len());
        Step::STAY
    }

    /// Types at the name, which is remembered at once, as every setting is.
    fn type_name(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        let before = self.name.text();
        if !self.name.key(key) {
            return Step::PASS;
        }
        if self.name.text() == before { Step::STAY } else { self.introduce(context).into() }
    }

    fn introduce(&mut self, context: &mut Context) -> Effect {
        let text = self.name.text();
        match Name::of_person(text.trim()) {
            Ok(name) => self.writing.ask((), Errand::Introduce(Some(name)), context),
            Err(_) if text.trim().is_empty() => self.writing.ask((), Errand::Introduce(None), context),
            Err(error) => {
                self.problem = Some(error.to_string());
                Effect::None
            }
        }
    }
}

impl Keyed for SettingsScreen {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }

    fn other_key(&mut self, key: KeyEvent, context: &mut Context) -> Step {
        if self.takes_letters() { self.type_name(key, context) } else { Step::PASS }
    }
}

impl Screen for SettingsScreen {
    fn title(&self) -> String {
        "Settings".to_owned()
    }

    fn takes_letters(&self) -> bool {
        self.focus == Setting::ALL.len()
    }

    fn mouse(&mut self, mouse: Mouse, context: &mut Context) -> Step {
        match mouse {
            Mouse::Wheel(-1, _) => self.go(self.focus.saturating_sub(1)),
            Mouse::Wheel(..) => self.go(self.focus + 1),
            Mouse::Click(Spot::Item(place)) if place == self.focus => self.turn(1, context),
            Mouse::Click(Spot::Item(place)) => self.go(place),
            _ => Step::STAY,
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer, _: &mut Context) -> Step {
        match answer {
            Answer::Written(written) if self.writing.take(ticket).is_some() => self.problem = written.err(),
            Answer::Person(Person::Named(name)) if self.meeting.take(ticket).is_some() => {
                self.name.set(name.as_str());
            }
            _ => {}
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let [form, about, sample] = places(area);
        form::draw(&self.rows(), self.focus, page, form, look);
        let (text, role) = match (&self.problem, Setting::ALL.get(self.focus)) {
            (Some(problem), _) => (format!("Not saved: {problem}"), Role::Warning),
            (None, Some(setting)) => (self.shown.sentence(*setting), Role::Faint),
            (None, None) => {
                let text = "For statistics and ratings, and filled in for each new game.";
                (text.to_owned(), Role::Faint)
            }
        };
        let mut said = Text::new(about.width, look);
        said.say(&text, role);
        page.render_widget(Paragraph::new(said.lines), about);
        draw_sample(page, sample, look, &self.shown);
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.writing.awaits(ticket) || self.meeting.awaits(ticket)
    }
}

/// The areas of the form, its description and the sample.
fn places(area: Rect) -> [Rect; 3] {
    let roomy = area.height >= 16;
    let margin = if roomy { Margin::new(3, 1) } else { Margin::new(1, 0) };
    let inner = area.inner(margin).centered_horizontally(Constraint::Max(90));
    let rows = u16::try_from(Setting::ALL.len() + 1).unwrap_or(u16::MAX);
    let about = if area.height >= 9 { 2 } else { 0 };
    let form = Constraint::Max(rows.min(inner.height.saturating_sub(about)));
    Layout::vertical([form, Constraint::Length(about), Constraint::Fill(1)])
        .spacing(u16::from(roomy))
        .areas(inner)
}

/// A sample of the current look, and where the settings are saved.
fn draw_sample(frame: &mut Frame<'_>, area: Rect, look: &Look, preferences: &Preferences) {
    let rows = [
        [
            ("Player 1", Role::Seat(Seat::One)),
            ("Player 2", Role::Seat(Seat::Two)),
            (look.symbol("◆ shared", "* shared"), Role::Shared),
            (look.symbol("× gone", "x gone"), Role::Gone),
        ],
        [
            (" 5 ", Role::Cursor),
            ("preview", Role::Preview),
            ("last move", Role::Last),
            (" chosen ", Role::Selected),
        ],
        [
            ("W win", Role::Outcome(Outcome::Win)),
            ("D draw", Role::Outcome(Outcome::Draw)),
            ("L loss", Role::Outcome(Outcome::Lose)),
            ("! warning", Role::Warning),
        ],
    ];
    let mut text = Text::new(area.width, look);
    text.lines.extend(rows.map(|row| {
        Line::from_iter(row.into_iter().flat_map(|(word, role)| [look.span(word, role), Span::raw("  ")]))
    }));
    if let Some(path) = preferences.path() {
        text.gap();
        let path = path.display().to_string();
        text.say(&format!("Saved in {}", numberline_table::clean(&path)), Role::Faint);
    }
    frame.render_widget(Paragraph::new(text.lines), area);
}
