//! What a person likes, to be changed: every change is seen at once and written down.

#[cfg(test)]
mod tests;

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use numberline_rules::Seat;
use numberline_table::Outcome;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::effect::Errand;
use crate::form::{Form, Row, Value};
use crate::screen::{Context, KeyHelp, Screen, Step};
use crate::word::turned;
use crate::{
    Answer, Depth, DepthChoice, Effect, Event, Look, Preferences, Role, Symbols, SymbolsChoice, ThemeName,
    Ticket,
};

/// What a person likes, to be changed.
pub(crate) struct SettingsScreen {
    focus: usize,
    /// As they were when last looked at: what is drawn.
    shown: Preferences,
    writing: Option<Ticket>,
    /// Why the last change could not be written down.
    problem: Option<String>,
}

/// One setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setting {
    Theme,
    Depth,
    Symbols,
    Motion,
    Mouse,
    Coach,
    Nimbers,
}

const ALL: [Setting; 7] = [
    Setting::Theme,
    Setting::Depth,
    Setting::Symbols,
    Setting::Motion,
    Setting::Mouse,
    Setting::Coach,
    Setting::Nimbers,
];

impl Setting {
    fn label(self) -> &'static str {
        match self {
            Self::Theme => "Theme",
            Self::Depth => "Colours",
            Self::Symbols => "Symbols",
            Self::Motion => "Motion",
            Self::Mouse => "Mouse",
            Self::Coach => "Coach",
            Self::Nimbers => "Nimbers",
        }
    }

    fn value(self, preferences: &Preferences) -> String {
        let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
        match self {
            Self::Theme => preferences.theme.to_string(),
            Self::Depth if preferences.depth == DepthChoice::Auto => {
                let found = match preferences.here().depth {
                    Depth::None => "none",
                    Depth::Sixteen => "16",
                    Depth::Table => "256",
                    Depth::True => "true",
                };
                format!("auto ({found})")
            }
            Self::Depth => preferences.depth.to_string(),
            Self::Symbols if preferences.symbols == SymbolsChoice::Auto => {
                let found = match preferences.here().symbols {
                    Symbols::Unicode => "unicode",
                    Symbols::Ascii => "ascii",
                };
                format!("auto ({found})")
            }
            Self::Symbols => preferences.symbols.to_string(),
            Self::Motion => switch(preferences.moves()),
            Self::Mouse => switch(preferences.mouse),
            Self::Coach => switch(preferences.coach),
            Self::Nimbers => switch(preferences.nimbers),
        }
    }

    fn about(self, preferences: &Preferences) -> &'static str {
        match self {
            Self::Theme => match preferences.theme {
                ThemeName::Dark => "Light on dark.",
                ThemeName::Light => "Dark on light.",
                ThemeName::Contrast => "As far apart as colours can be.",
                ThemeName::Safe => "Colours that everybody can tell apart.",
                ThemeName::Mono => "No colours at all; the terminal's own background.",
            },
            Self::Depth => "How many colours are used; auto asks the terminal, and NO_COLOR.",
            Self::Symbols => "Lines and arrows, or nothing beyond ASCII; auto asks the locale.",
            Self::Motion => "Whether pieces slide. NO_MOTION=1 in the environment switches it off too.",
            Self::Mouse => "Off leaves the mouse to the terminal, to mark and copy text.",
            Self::Coach => "Whether a new game begins with the coach, who warns before mistakes.",
            Self::Nimbers => "Whether the coach shows the nimbers of runs, where a game has them.",
        }
    }

    fn turn(self, preferences: &mut Preferences, by: isize) {
        match self {
            Self::Theme => preferences.theme = turned(preferences.theme, by),
            Self::Depth => preferences.depth = turned(preferences.depth, by),
            Self::Symbols => preferences.symbols = turned(preferences.symbols, by),
            Self::Motion => preferences.let_move(!preferences.moves()),
            Self::Mouse => preferences.mouse = !preferences.mouse,
            Self::Coach => preferences.coach = !preferences.coach,
            Self::Nimbers => preferences.nimbers = !preferences.nimbers,
        }
    }
}

/// Where the parts of the screen lie.
struct Places {
    form: Rect,
    about: Rect,
    sample: Rect,
}

impl Places {
    fn new(area: Rect) -> Self {
        let roomy = area.height >= 16;
        let margin = if roomy { Margin::new(3, 1) } else { Margin::new(1, 0) };
        let inner = area.inner(margin).centered_horizontally(Constraint::Max(90));
        let rows = u16::try_from(ALL.len()).unwrap_or(u16::MAX);
        let gap = u16::from(roomy);
        let about = if area.height >= 9 { 2 } else { 0 };
        let [form, _, about, _, sample] = Layout::vertical([
            Constraint::Max(rows.min(inner.height.saturating_sub(about))),
            Constraint::Length(gap),
            Constraint::Length(about),
            Constraint::Length(gap),
            Constraint::Fill(1),
        ])
        .areas(inner);
        Self { form, about, sample }
    }
}

impl SettingsScreen {
    pub(crate) fn new(preferences: &Preferences) -> Self {
        Self { focus: 0, shown: preferences.clone(), writing: None, problem: None }
    }

    fn rows(&self) -> Vec<Row> {
        let row = |setting: Setting| Row::new(setting.label(), Value::Choice(setting.value(&self.shown)));
        ALL.into_iter().map(row).collect()
    }

    fn turn(&mut self, by: isize, context: &mut Context<'_>) -> Step {
        let Some(setting) = ALL.get(self.focus) else { return Step::STAY };
        setting.turn(context.preferences, by);
        self.shown = context.preferences.clone();
        let (ticket, effect) = context.run(Errand::Prefer(context.preferences.clone()));
        self.writing = Some(ticket);
        // Nothing of the old look is to be left behind.
        effect.and(Effect::Redraw).into()
    }

    fn go(&mut self, place: usize) -> Step {
        self.focus = place.min(ALL.len().saturating_sub(1));
        Step::STAY
    }
}

impl Screen for SettingsScreen {
    fn title(&self) -> String {
        "Settings".to_owned()
    }

    fn keys(&self) -> Vec<KeyHelp> {
        vec![KeyHelp::new("↑ ↓", "choose"), KeyHelp::new("← →", "change"), KeyHelp::new("Enter", "change")]
    }

    fn update(&mut self, event: Event, context: &mut Context<'_>) -> Step {
        match event {
            Event::Key(key) => match key.code {
                KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => self.go(self.focus.saturating_sub(1)),
                KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.go(self.focus + 1),
                KeyCode::Home => self.go(0),
                KeyCode::End => self.go(usize::MAX),
                KeyCode::Left | KeyCode::Char('h') => self.turn(-1, context),
                KeyCode::Right | KeyCode::Char('l' | ' ') | KeyCode::Enter => self.turn(1, context),
                _ => Step::PASS,
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.go(self.focus.saturating_sub(1)),
                MouseEventKind::ScrollDown => self.go(self.focus + 1),
                MouseEventKind::Down(MouseButton::Left) => {
                    let rows = self.rows();
                    let form = Form::new(&rows, self.focus, Places::new(context.area).form);
                    match form.hit(Position::new(mouse.column, mouse.row)) {
                        Some(place) if place == self.focus => self.turn(1, context),
                        Some(place) => self.go(place),
                        None => Step::STAY,
                    }
                }
                _ => Step::PASS,
            },
            Event::Answer(_, Answer::Written(written)) => {
                self.writing = None;
                self.problem = written.err();
                Step::STAY
            }
            _ => Step::PASS,
        }
    }

    fn draw(&self, frame: &mut Frame<'_>, area: Rect, look: &Look) {
        let places = Places::new(area);
        let rows = self.rows();
        Form::new(&rows, self.focus, places.form).draw(frame, look);
        let (text, role) = match (&self.problem, ALL.get(self.focus)) {
            (Some(problem), _) => (format!("Not kept: {problem}"), Role::Warning),
            (None, Some(setting)) => (setting.about(&self.shown).to_owned(), Role::Faint),
            (None, None) => (String::new(), Role::Faint),
        };
        let lines = textwrap::wrap(&text, usize::from(places.about.width).max(1));
        let lines = lines.into_iter().map(|line| Line::styled(line, look.style(role)));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), places.about);
        draw_sample(frame, places.sample, look, &self.shown);
    }

    fn awaits(&self, ticket: Ticket) -> bool {
        self.writing == Some(ticket)
    }
}

/// What the parts of the screen look like now, and where the settings are kept.
fn draw_sample(frame: &mut Frame<'_>, area: Rect, look: &Look, preferences: &Preferences) {
    let span = |text: &'static str, role: Role| Span::styled(text, look.style(role));
    let gap = || Span::raw("  ");
    let mut lines = vec![
        Line::from(vec![
            span("Player 1", Role::Seat(Seat::One)),
            gap(),
            span("Player 2", Role::Seat(Seat::Two)),
            gap(),
            span(look.symbol("◆ shared", "* shared"), Role::Shared),
            gap(),
            span(look.symbol("× gone", "x gone"), Role::Gone),
        ]),
        Line::from(vec![
            span(" 5 ", Role::Cursor),
            gap(),
            span("preview", Role::Preview),
            gap(),
            span("last move", Role::Last),
            gap(),
            span(" chosen ", Role::Selected),
        ]),
        Line::from(vec![
            span("W win", Role::Outcome(Outcome::Win)),
            gap(),
            span("D draw", Role::Outcome(Outcome::Draw)),
            gap(),
            span("L loss", Role::Outcome(Outcome::Lose)),
            gap(),
            span("! warning", Role::Warning),
        ]),
    ];
    if let Some(path) = preferences.path() {
        let text = format!("Kept in {}", numberline_table::clean(&path.display().to_string()));
        lines.push(Line::default());
        let wrapped = textwrap::wrap(&text, usize::from(area.width).max(1)).into_iter();
        lines.extend(wrapped.map(|line| Line::styled(line.into_owned(), look.style(Role::Faint))));
    }
    frame.render_widget(Paragraph::new(lines), area);
}
