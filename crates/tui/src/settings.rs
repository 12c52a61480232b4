//! The settings screen: every change is visible at once and saved.

#[cfg(test)]
mod tests;

use numberline_rules::Seat;
use numberline_table::Outcome;
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
use crate::{Answer, Effect, Look, Preferences, Role, Setting, Ticket};

/// What the keys do.
const KEYS: &[Binding<SettingsScreen>] = &[
    bind("↑ k Shift-Tab", "choose", always, |settings, _, _| settings.go(settings.focus.saturating_sub(1))),
    bind("↓ j Tab", "choose", always, |settings, _, _| settings.go(settings.focus + 1)),
    bind("← h", "change", always, |settings, _, context| settings.turn(-1, context)),
    bind("→ l Enter Space", "change", always, |settings, _, context| settings.turn(1, context)),
    bind("Home", "first, last", always, |settings, _, _| settings.go(0)),
    bind("End", "first, last", always, |settings, _, _| settings.go(usize::MAX)),
];

/// The settings screen.
pub(crate) struct SettingsScreen {
    focus: usize,
    /// The preferences when last drawn.
    shown: Preferences,
    writing: Pending<()>,
    /// Why the last change could not be saved.
    problem: Option<String>,
}

impl SettingsScreen {
    pub(crate) fn new(preferences: &Preferences) -> Self {
        Self { focus: 0, shown: preferences.clone(), writing: Pending::default(), problem: None }
    }

    fn rows(&self) -> Vec<FormRow> {
        let value = |setting: Setting| FormValue::Choice(self.shown.shown(setting));
        Setting::ALL.iter().map(|setting| FormRow::new(setting.about().label, value(*setting))).collect()
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
        self.focus = place.min(Setting::ALL.len().saturating_sub(1));
        Step::STAY
    }
}

impl Keyed for SettingsScreen {
    fn table(&self) -> impl KeyTable<Self> {
        KEYS
    }
}

impl Screen for SettingsScreen {
    fn title(&self) -> String {
        "Settings".to_owned()
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
        if let (Some(()), Answer::Written(written)) = (self.writing.take(ticket), answer) {
            self.problem = written.err();
        }
        Step::STAY
    }

    fn draw(&self, page: &mut Page<'_, '_>, area: Rect, look: &Look) {
        let [form, about, sample] = places(area);
        form::draw(&self.rows(), self.focus, page, form, look);
        let (text, role) = match (&self.problem, Setting::ALL.get(self.focus)) {
            (Some(problem), _) => (format!("Not saved: {problem}"), Role::Warning),
            (None, Some(setting)) => (self.shown.sentence(*setting).to_owned(), Role::Faint),
            (None, None) => (String::new(), Role::Faint),
        };
        let mut said = Text::new(about.width, look);
        said.say(&text, role);
        page.render_widget(Paragraph::new(said.lines), about);
        draw_sample(page, sample, look, &self.shown);
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.writing.awaits(ticket)
    }
}

/// The areas of the form, its description and the sample.
fn places(area: Rect) -> [Rect; 3] {
    let roomy = area.height >= 16;
    let margin = if roomy { Margin::new(3, 1) } else { Margin::new(1, 0) };
    let inner = area.inner(margin).centered_horizontally(Constraint::Max(90));
    let rows = u16::try_from(Setting::ALL.len()).unwrap_or(u16::MAX);
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
